# SPDX-License-Identifier: MIT
# does: unit, vectors and oom as 32-bit programs
# needs: gcc-i686-linux-gnu libc6-dev-i386-cross cmake ninja-build
case $(uname -m) in
x86_64 | i?86) sh tests/build/programs.sh i686 vectors unit oom ;;
*) echo "== i686, only on x86 machines: 0 passed, 0 failed" ;;
esac
