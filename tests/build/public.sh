# SPDX-License-Identifier: MIT
# does: fifteen public formats: generated, compiled with all warnings, and what `--tests` writes for each passes; records against Python's msgpack
# needs: gcc libc6-dev cmake ninja-build pkg-config libpcre2-dev python3 python3-msgpack
# The stage `samples` takes these and more through every compiler, under sanitizers and against Python's msgpack.
sh tests/build/programs.sh dev tool || exit 1
warn="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude"
gcc -O1 -Iinclude -c tests/gen/match.c -o "$OUT/match.o" || exit 1
cat >"$OUT/one.sh" <<'END'
set -e
file=$1
schema=$(basename "$file" .json)
dir=$OUT/$schema
opts=
[ ! -e "${file%.json}.txt" ] || opts=$(sed -n 's/^opts //p' "${file%.json}.txt")
build/dev/cinch gen "$file" -o "$dir" --tests $opts 2>"$dir.warnings" || { cat "$dir.warnings"; exit 1; }
awk 'length > 120 { print FILENAME ":" FNR ": longer than 120 columns"; long = 1 } END { exit long }' "$dir"/*.[ch]
gcc -std=c11 -O0 $warn -Itests/gen -include match.h -I"$dir" "$dir/${schema}_test.c" "$dir/$schema.c" "$OUT/match.o" build/dev/libcinch.a \
    -lpcre2-8 -o "$dir/test"
timeout 200 "$dir/test" 20 >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
END
# What Python packs of a record is read in any order of its keys, and the same bytes are written.
cat >"$OUT/record.sh" <<'END'
set -e
file=$1
schema=$(basename "$file" .json)
dir=$OUT/record.$schema
opts=$(sed -n 's/^opts //p' "${file%.json}.txt")
keep=
case $opts in *--enum-unknown=keep*) keep=-DENUM_KEEP ;; esac
build/dev/cinch gen "$file" -o "$dir" $opts
type=$(sed -n 's/^void \([a-z_0-9]*\)_get(.*/\1/p' "$dir/$schema.h" | tail -n 1)
/usr/bin/python3 tests/gen/samples.py --values "$file" "$dir/values"
gcc -std=gnu11 -O0 $keep -Iinclude -Itests -Itests/gen -include match.h -I"$dir" -DHEADER="\"$schema.h\"" -DTYPE="$type" tests/gen/drive.c \
    "$dir/$schema.c" "$OUT"/*.o build/dev/libcinch.a -lpcre2-8 -o "$dir/drive"
CINCH_ROUNDS=1 timeout 200 "$dir/drive" "$file" "$dir/values" >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
END
export OUT warn
for part in harness support generate; do gcc -O1 -Iinclude -Itests -c "tests/$part.c" -o "$OUT/$part.o" || exit 1; done
for file in tests/gen/records/*.json; do printf '%s\tsh %s/record.sh %s\n' "$file" "$OUT" "$file"; done | sh tests/build/cases.sh "records as Python packs them"
for file in tests/gen/public/*.json; do printf '%s\tsh %s/one.sh %s\n' "$file" "$OUT" "$file"; done | sh tests/build/cases.sh "public formats"
