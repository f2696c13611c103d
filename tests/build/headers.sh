# SPDX-License-Identifier: MIT
# does: each public header alone, and the umbrella, silent under strict warnings from C11 to C++20
# needs: gcc g++ libc6-dev clang
warn='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror -fsyntax-only -Iinclude'
for header in include/cinch/*.h; do
    name=${header#include/}
    # inline.h ends write.h and read.h and includes what it needs; it must stand alone too.
    for std in c11 c17; do
        for cc in gcc clang; do
            for opt in -O2 -Os; do
                printf '%s %s %s %s\t%s\n' "$name" $cc $std $opt "echo '#include \"$name\"' | $cc -std=$std $opt $warn -Wstrict-prototypes -x c -"
            done
        done
    done
    for std in c++11 c++14 c++17 c++20; do
        for cc in g++ clang++; do
            printf '%s %s %s\t%s\n' "$name" $cc $std "echo '#include \"$name\"' | $cc -std=$std -O2 $warn -x c++ -"
        done
    done
done | sh tests/build/cases.sh headers
