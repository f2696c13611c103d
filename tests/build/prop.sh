# SPDX-License-Identifier: MIT
# does: random input: properties that always hold (tests/prop)
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev prop
