# SPDX-License-Identifier: MIT
# does: golden tests of the tool (tests/cli)
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev
exec sh tests/cli/run.sh build/dev/cinch
