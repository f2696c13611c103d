# SPDX-License-Identifier: MIT
# does: offsets and sizes of the structs that inline code touches are those committed, at 64 and 32 bits
# needs: gcc libc6-dev clang gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user python3
# After a deliberate change: sh tests/build/layout.sh --accept, and from 1.0 on a new CINCH_ABI.
OUT=${OUT:-build/test/layout}
mkdir -p "$OUT"
passed=0 failed=0
for cc in gcc clang i686-linux-gnu-gcc; do
    case $cc in
    i686*) want=tests/build/layout32.txt flags=-static ;;
    *) want=tests/build/layout64.txt flags= ;;
    esac
    $cc -std=c11 $flags -Iinclude tests/build/layout.c -o "$OUT/$cc"
    # By the machine itself, or by qemu where its kernel refuses 32-bit programs, as in i686.sh.
    if python3 -c 'import os, sys; os.execv(sys.argv[1], sys.argv[1:])' "$OUT/$cc" >"$OUT/$cc.txt" 2>/dev/null; then :
    else qemu-i386 "$OUT/$cc" >"$OUT/$cc.txt"; fi
    [ "${1:-}" != --accept ] || cp "$OUT/$cc.txt" $want
    if diff -u $want "$OUT/$cc.txt"; then passed=$((passed + 1))
    else failed=$((failed + 1)); fi
done
echo "== layout: $passed passed, $failed failed"
