# SPDX-License-Identifier: MIT
# does: unit and prop on a library built for size (-Os), which leaves out every path that is there for speed alone
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh small unit prop
