# SPDX-License-Identifier: MIT
# does: unit, vectors and fuzz seeds on a 64-bit big-endian machine (qemu)
# needs: gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user cmake ninja-build
RUNNER=qemu-s390x LONGEST=1800 sh tests/build/programs.sh s390x vectors unit fuzz
