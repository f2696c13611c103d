# SPDX-License-Identifier: MIT
# does: unit, vectors and oom as 32-bit programs, by the machine itself where its kernel runs them, else by qemu
# needs: gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user cmake ninja-build python3
# Whoever executes by the C library's execvp, a shell too, would take a program that the kernel refuses for a script.
echo 'int main(void) { return 0; }' | i686-linux-gnu-gcc -static -x c - -o "$OUT/probe"
python3 -c 'import os, sys; os.execv(sys.argv[1], sys.argv[1:])' "$OUT/probe" 2>/dev/null || RUNNER=qemu-i386 LONGEST=1800
export RUNNER LONGEST
sh tests/build/programs.sh i686 vectors unit oom
