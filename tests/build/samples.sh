# SPDX-License-Identifier: MIT
# does: public formats and records: generated, compiled with all warnings, their own tests and Python's msgpack under sanitizers
# needs: gcc g++ clang libc6-dev libpcre2-dev python3 python3-msgpack
# A case is a schema of tests/gen/public or tests/gen/records: it must generate, compile as C11 by gcc and clang and as an include in C++17, and pass
# the test that `--tests` writes; what Python packs of the documents beside it must be read in any order of keys and written as Python
# does; mutations must be judged as cinch_schema_check does. With options behind it, it must pass its test, and its fuzz target a replay.
warn="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude"
san="-fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude -Itests"
match="-Itests/gen -include match.h"
set -e
gcc -O1 -Iinclude -DCINCH_PCRE2 src/all.c src/cli/*.c -lpcre2-8 -o "$OUT/cinch" &
gcc -O1 $san -c src/all.c -o "$OUT/all.o"
for part in harness support generate gen/match; do gcc $san -c tests/$part.c -o "$OUT/$(basename $part).o"; done
wait
cat >"$OUT/one.sh" <<'END'
set -e
file=$1
shift
schema=$(basename "$file" .json)
dir=$OUT/$schema.$(basename "$(dirname "$file")")$(echo "$*" | tr -d ' =')
opts=
[ ! -e "${file%.json}.txt" ] || opts=$(sed -n 's/^opts //p' "${file%.json}.txt")
keep=
case "$opts $*" in *--enum-unknown=keep*) keep=-DENUM_KEEP ;; esac
"$OUT/cinch" gen "$file" -o "$dir" --tests --fuzz $opts "$@" 2>"$dir.warnings" || { cat "$dir.warnings"; exit 1; }
for file_c in "$dir"/*.c; do clang -std=c11 $warn $match -I"$dir" -fsyntax-only "$file_c"; done
printf '#include "%s.h"\n' "$schema" >"$dir/header.cpp"
g++ -std=c++17 $warn -I"$dir" -fsyntax-only "$dir/header.cpp"
objects="$OUT/all.o $OUT/match.o"
code=$(ls "$dir/$schema.c" "$dir/${schema}_encode.c" "$dir/${schema}_decode.c" 2>/dev/null) || [ "$code" ] || code= # none with --single
gcc -std=c11 $warn $san $match -I"$dir" "$dir/${schema}_test.c" $code $objects -lpcre2-8 -o "$dir/test"
timeout 200 "$dir/test" 20 >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
if [ $# != 0 ]; then
    gcc -std=c11 $warn $san $match -DREPLAY -I"$dir" "$dir/${schema}_fuzz.c" $code $objects -lpcre2-8 -o "$dir/replay"
    "$dir/replay" "$file" "$dir/$schema.h" "$dir/log" >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
    exit
fi
type=$(sed -n 's/^#define TYPE //p' "$dir/${schema}_test.c")
/usr/bin/python3 tests/gen/samples.py --values "$file" "$dir/values"
gcc -std=gnu11 $san $match $keep -I"$dir" -DHEADER="\"$schema.h\"" -DTYPE="$type" tests/gen/drive.c $code $objects "$OUT/harness.o" "$OUT/support.o" \
    "$OUT/generate.o" -lpcre2-8 -o "$dir/drive"
timeout 200 "$dir/drive" "$file" "$dir/values" >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
END
export OUT warn san match
cases() {
    ls tests/gen/public/*.json tests/gen/records/*.json
    for schema in names shapes document; do echo "tests/gen/schemas/$schema.json --storage=static"; done
    for schema in json_feed otel_span json_patch; do echo "tests/gen/public/$schema.json --storage=owned"; done
    echo "tests/gen/schemas/document.json --split --storage=owned"
    echo "tests/gen/schemas/shapes.json --single --int=int32_t"
    for storage in static owned; do echo "tests/gen/records/colours.json --storage=$storage"; done
    echo "tests/gen/records/event.json --enum-unknown=keep"
    echo "tests/gen/records/event.json --storage=static"
    for storage in static owned; do echo "tests/gen/records/nevers.json --storage=$storage --dup=error"; done
    for storage in static owned; do echo "tests/gen/schemas/strangers.json --unknown=keep --storage=$storage"; done
    echo "tests/gen/schemas/optional20.json --unknown=error --dup=error"
    echo "tests/gen/public/prometheus_rules.json --unknown=keep --no-check"
}
cases | while read -r line; do printf '%s\tsh %s/one.sh %s\n' "$line" "$OUT" "$line"; done | sh tests/build/cases.sh "public formats and records"
# The three programs of examples/gen; the device's has nothing of malloc in it, which the others show that nm would tell.
cat >"$OUT/example.sh" <<'END'
set -e
dir=$OUT/example.$1
"$OUT/cinch" gen "examples/gen/$2.json" -o "$dir" "--storage=$3" --tests
gcc -std=c11 -Os -ffunction-sections -fdata-sections -Wl,--gc-sections $warn -I"$dir" "examples/gen/$1.c" "$dir/$2.c" src/all.c -o "$dir/$1"
"$dir/$1" | diff "tests/build/examples/$1.txt" -
if nm "$dir/$1" | grep -qE ' (malloc|calloc|realloc|free)(@|$)'; then heap=yes; else heap=no; fi
[ "$heap" = "$4" ]
gcc -std=c11 $warn $san -I"$dir" "$dir/$2_test.c" "$dir/$2.c" "$OUT/all.o" -o "$dir/test"
"$dir/test" 20 >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
END
for line in "firmware telemetry static no" "courier envelope view yes" "settings config owned yes"; do
    printf '%s\tsh %s/example.sh %s\n' "$line" "$OUT" "$line"
done | sh tests/build/cases.sh "examples of generated code"
# Everything that C, C++ and their libraries have a name for, as members and as types, beside the headers that declare it.
cat >"$OUT/hostile.sh" <<'END'
set -e
dir=$OUT/hostile
mkdir -p "$dir"
/usr/bin/python3 tests/gen/hostile.py >"$dir/hostile.json"
"$OUT/cinch" gen "$dir/hostile.json" -o "$dir"
mkdir -p "$dir/kept"
/usr/bin/python3 tests/gen/hostile.py kept >"$dir/kept/hostile.json"
"$OUT/cinch" gen "$dir/kept/hostile.json" -o "$dir/kept" --unknown=keep --enum-unknown=keep --storage=owned --tests
gcc -std=c11 $warn -I"$dir/kept" -fsyntax-only "$dir/kept/hostile.c"
gcc -std=c11 $warn -Wno-shadow -I"$dir/kept" -fsyntax-only "$dir/kept/hostile_test.c"
for header in stdio stdlib string strings math assert time signal unistd sys/socket sys/stat err poll fcntl stdarg; do echo "#include <$header.h>"; done >"$dir/all.cpp"
echo '#include "hostile.h"' >>"$dir/all.cpp"
{ echo '#include <complex.h>' && cat "$dir/all.cpp"; } >"$dir/all.c"
for cc in "gcc -std=c11" "gcc -std=gnu17" "clang -std=c11"; do $cc $warn -I"$dir" -fsyntax-only "$dir/all.c" && $cc $warn -I"$dir" -fsyntax-only "$dir/hostile.c"; done
for cc in g++ clang++; do $cc -std=c++17 $warn -I"$dir" -fsyntax-only "$dir/all.cpp"; done
END
printf 'hostile names\tsh %s/hostile.sh\n' "$OUT" | sh tests/build/cases.sh "names of others"
