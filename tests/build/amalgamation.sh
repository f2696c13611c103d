# SPDX-License-Identifier: MIT
# does: the library as cinch.h and cinch.c: compiles, exports the same, passes the vectors
# needs: gcc g++ libc6-dev clang python3
warn='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror'
if ! python3 tools/amalgamate.py build; then
    echo "== amalgamation: 0 passed, 1 failed"
    exit 1
fi
# Tests ask for cinch/base.h and its like; here each of them is the one header.
mkdir -p "$OUT/include/cinch"
for header in include/cinch/*.h; do echo '#include "../../../../cinch.h"' >"$OUT/include/cinch/${header##*/}"; done
kit="tests/harness.c tests/support.c"
globals="nm --defined-only --extern-only"
{
    for cc in gcc clang; do
        # What is inline in a header and not used by all who include it is fine; clang does not see that it was one.
        printf 'all warnings, %s\t%s\n' $cc "$cc -std=c11 -O2 $warn -Wno-unused-function -c build/cinch.c -o $OUT/$cc.o"
        printf 'header alone, %s\t%s\n' $cc "$cc -std=c11 -O2 $warn -fsyntax-only -x c build/cinch.h 2>&1 | grep -v 'pragma once\|#pragma\|\^' || true"
    done
    printf 'as C++\tg++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Ibuild -include cinch.h -x c++ /dev/null\n'
    printf 'same symbols\t%s\n' "cc -std=c11 -O2 -c build/cinch.c -o $OUT/one.o && cc -std=c11 -O2 -Iinclude -c src/all.c -o $OUT/all.o &&
        $globals $OUT/one.o | cut -c18- >$OUT/one && $globals $OUT/all.o | cut -c18- >$OUT/all && diff $OUT/one $OUT/all" | tr '\n' ' '
    echo
    printf 'vectors\t%s\n' "cc -std=c11 -O1 -I$OUT/include -Itests -I. build/cinch.c $kit tests/vectors/*.c -o $OUT/run && $OUT/run"
} >"$OUT/list"
sh tests/build/cases.sh amalgamation <"$OUT/list"
