# SPDX-License-Identifier: MIT
# does: code generated for schemas in every storage: compiled with all warnings, run under sanitizers against Python's msgpack and cinch check
# needs: gcc g++ clang libclang-rt-dev libc6-dev cmake ninja-build python3 python3-msgpack
# Each line of `runs` is a case: a schema of tests/gen/schemas, a storage, options.
warn="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude"
san="-gline-tables-only -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude"
sh tests/build/programs.sh dev tool || exit 1
sh tests/build/programs.sh asan kit || exit 1
runs() {
    for schema in message list mutual event short; do
        for storage in view owned; do echo "$schema $storage"; done
    done
    for schema in corners document keywords names optional20 orders shapes encodings numbers bykeys lends; do
        for storage in view static owned; do echo "$schema $storage"; done
    done
    echo "message view --prefix=demo_"
    echo "optional20 view --no-check"
}
cat >"$OUT/one.sh" <<'END'
set -e
schema=$1 storage=$2
shift 2
dir=$OUT/$schema.$storage$*
build/dev/cinch gen "tests/gen/schemas/$schema.json" -o "$dir" "--storage=$storage" "$@"
build/dev/cinch gen "tests/gen/schemas/$schema.json" -o "$dir/again" "--storage=$storage" "$@"
cmp "$dir/$schema.c" "$dir/again/$schema.c"
cmp "$dir/$schema.h" "$dir/again/$schema.h"
gcc -std=c11 -O2 $warn -I"$dir" -c "$dir/$schema.c" -o "$dir/gcc.o"
clang -std=c11 -O0 $warn -I"$dir" -c "$dir/$schema.c" -o "$dir/clang.o"
printf '#include "%s.h"\n' "$schema" >"$dir/header.cpp"
g++ -std=c++17 $warn -I"$dir" -c "$dir/header.cpp" -o "$dir/header.o"
type=$(sed -n 's/^void \([a-z_0-9]*\)_get(.*/\1/p' "$dir/$schema.h" | tail -n 1)
free=
! grep -q "^void ${type}_free(" "$dir/$schema.h" || free=-DFREE=1
/usr/bin/python3 tests/gen/values.py "tests/gen/schemas/$schema.json" "$dir/values"
clang -std=gnu11 $san -Itests -I"$dir" $free -DHEADER="\"$schema.h\"" -DTYPE="$type" tests/gen/drive.c "$dir/$schema.c" \
    build/asan/tests/libtestkit.a build/asan/libcinch.a -o "$dir/drive"
timeout 300 "$dir/drive" "tests/gen/schemas/$schema.json" "$dir/values" >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
END
export OUT warn san
runs | while read -r line; do printf '%s\tsh %s/one.sh %s\n' "$line" "$OUT" "$line"; done | sh tests/build/cases.sh "generated code"
# What is generated changes on purpose only: copy what differs to tests/gen/golden after reading it.
for file in message.h message.c; do
    if cmp "tests/gen/golden/$file.golden" "$OUT/message.view/$file"; then echo "== golden $file: 1 passed, 0 failed"; else echo "== golden $file: 0 passed, 1 failed"; fi
done
