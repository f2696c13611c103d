# SPDX-License-Identifier: MIT
# 32-bit ARM with NEON, with Debian's cross compiler; static, so that qemu needs no libraries of that machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv7)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_C_FLAGS_INIT "-mfpu=neon")
