# SPDX-License-Identifier: MIT
# does: the library in one cc line, freestanding, -Os, unity with all warnings; the tool in one line; a C++ program; the examples
# needs: gcc g++ libc6-dev clang
warn='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror'
free='-ffreestanding -nostdlib -DCINCH_FREESTANDING'
{
    printf 'cc, no flags\tcc -std=c11 -Iinclude -c src/all.c -o %s/plain.o\n' "$OUT"
    # The stage `levels` has all levels of optimisation; -O1 to -O3 are also what the builds of other stages use.
    for cc in gcc clang; do
        printf 'unity, all warnings, %s -Os\t%s\n' $cc "$cc -std=c11 -Os $warn -Iinclude -c src/all.c -o $OUT/unity$cc.o"
        printf 'portable kernels only, gnu17, %s\t%s\n' $cc "$cc -std=gnu17 -O0 -DCINCH_NO_SIMD $warn -Iinclude -c src/all.c -o $OUT/nosimd$cc.o"
    done
    # The core and all below it need mem* and strlen and nothing else.
    sed -n '/^#include "\(base\|kern\|core\)\//p' src/all.c | sed 's/"/"src\//' >"$OUT/core_only.c"
    printf 'core freestanding\t%s\n' "gcc -std=c11 -O2 $free -Iinclude -I. -c $OUT/core_only.c -o $OUT/core_only.o &&
        ! nm -u $OUT/core_only.o | grep -vE ' (memcpy|memmove|memset|memcmp|memchr|strlen|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail)\$'" | tr '\n' ' '
    echo
    printf 'the tool\tcc -O1 -Iinclude src/all.c src/cli/*.c -o %s/cinch && %s/cinch --version\n' "$OUT" "$OUT"
    for cc in g++ clang++; do
        for std in c++11 c++20; do
            printf 'C++ program, %s %s\t%s\n' $cc $std "$cc -std=$std -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror -Iinclude \
tests/build/consumer.cpp $OUT/for_cxx.o -o $OUT/cxx$cc$std && $OUT/cxx$cc$std"
        done
    done
    # What the examples print is part of what they teach; the README shows one line of it.
    for example in examples/*.c; do
        name=$(basename "$example" .c)
        # One that talks to another program runs in the stage `live`.
        if [ -e "tests/live/$name.txt" ]; then
            printf 'examples/%s.c, not run\t%s\n' "$name" "cc -std=c11 -O1 $warn -Iinclude $example $OUT/for_cxx.o -o $OUT/$name"
            continue
        fi
        printf 'examples/%s.c\t%s\n' "$name" "cc -std=c11 -O1 $warn -Iinclude $example $OUT/for_cxx.o -o $OUT/$name && $OUT/$name | diff tests/build/examples/$name.txt -"
    done
    { echo '#include <cinch/cinch.h>' && echo 'int readme(void) {' && sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```\|^#include' && echo 'return (int)id + (int)name.len; }'; } >"$OUT/readme.c"
    printf 'the code in the README\t%s\n' "cc -std=c11 -O1 $warn -Iinclude -c $OUT/readme.c -o $OUT/readme.o"
    printf 'the error line in the README\tgrep -qF "$(sed -n 2p tests/build/examples/faults.txt)" README.md\n'
} >"$OUT/list"
cc -std=c11 -O1 -Iinclude -c src/all.c -o "$OUT/for_cxx.o"
sh tests/build/cases.sh oneline <"$OUT/list"
