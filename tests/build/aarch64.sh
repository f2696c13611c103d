# SPDX-License-Identifier: MIT
# does: unit, vectors and fuzz seeds on 64-bit ARM (qemu)
# needs: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user cmake ninja-build
RUNNER=qemu-aarch64 LONGEST=1800 sh tests/build/programs.sh aarch64 vectors unit fuzz
