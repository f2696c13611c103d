# SPDX-License-Identifier: MIT
# does: unit and vectors as one unit by gcc and clang at -O0, -O1, -O2, -O3, -Os, with and without kernels
# needs: gcc clang libc6-dev
# One object of the library and one of the test kit for each; the tests themselves are compiled once a compiler.
kit='harness harness_main support generate'
one() { # NAME CC FLAGS...
    dir=$OUT/$1 cc=$2
    shift 2
    mkdir -p "$dir"
    $cc -std=c11 "$@" -Iinclude -c src/all.c -o "$dir/all.o" || return 1
    for part in $kit; do $cc -std=c11 -O1 "$@" -Iinclude -Itests -I. -c "tests/$part.c" -o "$dir/$part.o" || return 1; done
    objects=$(for part in all harness support generate; do echo "$dir/$part.o"; done)
    # shellcheck disable=SC2086
    $cc -std=c11 "$@" -Iinclude -Itests -I. tests/vectors/*.c $objects -lm -o "$dir/run" || return 1
    "$dir/run" >"$dir/run.out" 2>&1 || return 1
    objects="$objects $dir/harness_main.o"
    for source in tests/unit/*.c; do
        name=$(basename "$source" .c)
        # shellcheck disable=SC2086
        $cc -std=c11 "$@" -Iinclude -Itests -I. "$source" $objects -lm -o "$dir/$name" || return 1
        "$dir/$name" >"$dir/$name.out" 2>&1 || { cat "$dir/$name.out" && return 1; }
    done
}
passed=0 failed=0
for cc in gcc clang; do
    for flags in -O0 -O1 -O2 -O3 -Os '-O2 -DCINCH_NO_SIMD'; do
        name=$(echo "$cc$flags" | tr -d ' ')
        # shellcheck disable=SC2086
        if one "$name" $cc $flags; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $cc $flags"; fi
    done
done
echo "== levels of optimisation: $passed passed, $failed failed"
