# SPDX-License-Identifier: MIT
# does: the library as cinch.h and cinch.c: compiles, exports the same, passes the vectors
# needs: gcc g++ libc6-dev clang cmake ninja-build python3
warn='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror'
one=$OUT/one
if ! python3 tools/amalgamate.py "$one"; then
    echo "== amalgamation: 0 passed, 1 failed"
    exit 1
fi
kit="tests/harness.c tests/support.c"
globals="nm --defined-only --extern-only"
{
    for cc in gcc clang; do
        # What is inline in a header and not used by all who include it is fine; clang does not see that it was one.
        printf 'all warnings, %s\t%s\n' $cc "$cc -std=c11 -O1 $warn -Wno-unused-function -c $one/cinch.c -o $OUT/$cc.o"
        printf 'header alone, %s\t%s\n' $cc "$cc -std=c11 -O2 $warn -Wno-unused-function -fsyntax-only -include $one/cinch.h -x c /dev/null"
    done
    printf 'as C++\t%s\n' "g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -include $one/cinch.h -x c++ /dev/null"
    printf 'vectors\t%s\n' "cc -std=c11 -O0 -I$one -Itests -I. $one/cinch.c $kit tests/vectors/*.c -o $OUT/run && $OUT/run"
    # A program that names headers as the installed library has them.
    printf 'a program as it is\t%s\n' "cc -std=c11 -O0 -I$one examples/lookup.c $one/cinch.c -o $OUT/lookup && $OUT/lookup >/dev/null"
    printf 'from elsewhere, by itself\t%s\n' "mkdir -p $OUT/away && cd $OUT/away && ../../../../tools/amalgamate.py there && diff -r there ../one"
    printf 'help makes nothing\t%s\n' "mkdir -p $OUT/help && cd $OUT/help && ../../../../tools/amalgamate.py --help | grep usage: >/dev/null &&
        ! ../../../../tools/amalgamate.py 2>&1 | grep -v ^usage && ! ls -A | grep ." | tr '\n' ' '
    echo
} >"$OUT/list"
sh tests/build/cases.sh amalgamation <"$OUT/list"
sh tests/build/packaged.sh || exit 1
printf 'same symbols\t%s\n' "$globals $OUT/gcc.o | cut -c18- | sort >$OUT/single && $globals build/packaged/libcinch.a | grep -E '^[0-9a-f]+ ' | cut -c18- | sort >$OUT/all &&
    test -s $OUT/all && diff $OUT/single $OUT/all" | tr '\n' ' ' | sh tests/build/cases.sh 'amalgamation beside the library'
