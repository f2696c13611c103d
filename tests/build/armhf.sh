# SPDX-License-Identifier: MIT
# does: unit, vectors and fuzz seeds on 32-bit ARM with NEON (qemu)
# needs: gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user cmake ninja-build
RUNNER=qemu-arm LONGEST=1800 sh tests/build/programs.sh armhf vectors unit fuzz
