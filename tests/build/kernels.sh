# SPDX-License-Identifier: MIT
# does: vectors, unit and prop with the kernels for older processors, and with none, in a build that would take better ones
# needs: gcc libc6-dev cmake ninja-build
for CINCH_KERNELS in avx2 ssse3 portable; do
    export CINCH_KERNELS
    sh tests/build/programs.sh dev vectors unit prop
done
