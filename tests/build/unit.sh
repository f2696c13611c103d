# SPDX-License-Identifier: MIT
# does: examples chosen by hand, one program a file in tests/unit
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev unit
