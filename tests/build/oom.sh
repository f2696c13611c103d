# SPDX-License-Identifier: MIT
# does: every allocation fails once (tests/oom)
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev oom
