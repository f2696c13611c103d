# SPDX-License-Identifier: MIT
# 64-bit ARM, with Debian's cross compiler; static, so that qemu needs no libraries of that machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
