# SPDX-License-Identifier: MIT
# does: generated decoders in every storage, under sanitizers: every prefix, and CINCH_MUTATIONS (20,000) mutations of what they read
# needs: gcc libc6-dev libpcre2-dev
# A case is a schema of tests/gen and a storage that it can have: CINCH_MUTATIONS in all, of the twelve values or so of its generated test, each read on
# every way. Those that are told not to be possible (static storage without a bound) are no cases. What was freed is kept poisoned in 4 MiB, not in 256,
# whose pages cost more than the decoders do.
san="-O2 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude -Itests -Itests/gen -include match.h"
set -e
gcc -O1 -Iinclude -DCINCH_PCRE2 src/all.c src/cli/*.c -lpcre2-8 -o "$OUT/cinch" &
gcc $san -c src/all.c -o "$OUT/all.o"
gcc $san -c tests/gen/match.c -o "$OUT/match.o"
wait
cat >"$OUT/one.sh" <<'END'
set -e
dir=$1
name=$(basename "$(ls "$dir"/*_test.c)" _test.c)
gcc -std=c11 $san -I"$dir" "$dir"/*.c "$OUT/all.o" "$OUT/match.o" -lpcre2-8 -o "$dir/test"
rows=$(grep -c '^    {"value ' "$dir/${name}_test.c")
ASAN_OPTIONS=quarantine_size_mb=4 "$dir/test" $((${CINCH_MUTATIONS:-20000} / rows + 1)) >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
END
export san
for file in tests/gen/*/*.json; do
    opts=
    [ ! -e "${file%.json}.txt" ] || opts=$(sed -n 's/^opts //p' "${file%.json}.txt")
    for storage in view static owned; do
        dir=$OUT/$(basename "$(dirname "$file")").$(basename "$file" .json).$storage
        # shellcheck disable=SC2086
        if "$OUT/cinch" gen "$file" -o "$dir" --tests --storage=$storage $opts 2>"$OUT/why"; then
            printf '%s, %s\tsh %s/one.sh %s\n' "$file" "$storage" "$OUT" "$dir"
        elif [ "$storage" != static ] || ! grep -q 'static storage' "$OUT/why"; then
            printf '%s, %s\tcat %s; false\n' "$file" "$storage" "$OUT/why"
        fi
    done
done | sh tests/build/cases.sh "generated decoders, mutated"
