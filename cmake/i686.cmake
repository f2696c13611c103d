# SPDX-License-Identifier: MIT
# 32-bit x86, static, with Debian's cross compiler: x86-64 kernels run such programs as they are.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
# Without it x87 keeps excess precision and float arithmetic depends on spilling.
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
