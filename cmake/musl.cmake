# SPDX-License-Identifier: MIT
# This machine with another C library: musl, by Debian's wrapper around gcc. Static, so that they run where musl is not.
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
