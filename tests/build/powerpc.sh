# SPDX-License-Identifier: MIT
# does: unit, vectors and fuzz seeds on a 32-bit big-endian machine (qemu)
# needs: gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-user cmake ninja-build
RUNNER=qemu-ppc LONGEST=1800 sh tests/build/programs.sh powerpc vectors unit fuzz
