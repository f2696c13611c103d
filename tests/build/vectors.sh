# SPDX-License-Identifier: MIT
# does: the corpus of tests/vectors through every way to read
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev vectors
