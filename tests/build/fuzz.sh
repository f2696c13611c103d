# SPDX-License-Identifier: MIT
# does: every fuzz target on its seeds, their prefixes and their neighbours, without a fuzzer
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh dev fuzz
