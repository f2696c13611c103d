# SPDX-License-Identifier: MIT
# does: unit and vectors with the portable kernels under valgrind
# needs: gcc libc6-dev cmake ninja-build valgrind
# A vector of three million levels, or an allocator that fails at each of thousands of places, takes its time here.
RUNNER='valgrind -q --error-exitcode=9 --leak-check=full' LONGEST=3000 sh tests/build/programs.sh nosimd vectors unit fuzz
