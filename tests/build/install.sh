# SPDX-License-Identifier: MIT
# does: cmake --install, then consumers through pkg-config and find_package, static and shared
# needs: gcc libc6-dev cmake ninja-build make pkg-config
prefix=$PWD/$OUT/prefix
log=$OUT/cmake.log
sh tests/build/packaged.sh || exit 1
if ! cmake --install build/packaged --prefix "$prefix" >"$log" 2>&1; then
    tail -n 40 "$log"
    echo "== install: 0 passed, 1 failed"
    exit 1
fi
cat >"$OUT/consumer.c" <<'END'
#include <cinch/cinch.h>
int main(void)
{
    unsigned char buf[8];
    cinch_writer w;
    cinch_bin out;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_u64(&w, 300);
    return cinch_writer_finish(&w, &out, NULL) != CINCH_OK || out.len != 3 || cinch_version() != CINCH_VERSION;
}
END
mkdir -p "$OUT/cmake-consumer"
cat >"$OUT/cmake-consumer/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(consumer C)
find_package(cinch 0.1 REQUIRED)
add_executable(with_static ../consumer.c)
target_link_libraries(with_static PRIVATE cinch::cinch)
add_executable(with_shared ../consumer.c)
target_link_libraries(with_shared PRIVATE cinch::shared)
END
mkdir -p "$OUT/cmake-inside"
cat >"$OUT/cmake-inside/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(inside C)
add_subdirectory($PWD cinch)
add_executable(inside ../consumer.c)
target_link_libraries(inside PRIVATE cinch::cinch)
END
# Generated code, through the function and through the fragment.
mkdir -p "$OUT/cmake-gen" "$OUT/make-gen"
cat >"$OUT/cmake-gen/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(generated C)
find_package(cinch 0.1 REQUIRED)
add_executable(firmware $PWD/examples/gen/firmware.c)
cinch_generate(firmware SCHEMAS $PWD/examples/gen/telemetry.json OPTIONS --storage=static)
add_executable(courier $PWD/examples/gen/courier.c)
cinch_generate(courier SCHEMAS $PWD/examples/gen/envelope.json DIRECTORY made)
END
cp examples/gen/telemetry.json examples/gen/firmware.c "$OUT/make-gen"
cat >"$OUT/make-gen/Makefile" <<'END'
CINCH_GEN_DIR = gen
CINCH_GEN_FLAGS = --storage=static
include $(shell pkg-config --variable=makefragment cinch)
CFLAGS = -Igen $(shell pkg-config --cflags cinch)
firmware: firmware.o gen/telemetry.o
	$(CC) $^ $$(pkg-config --static --libs cinch) -o $@
firmware.o: gen/telemetry.h
END
# What a schema refers to is found by itself: its change makes the code anew, that of a file it does not refer to nothing, and one that is gone
# and no longer referred to is no error.
refers() {
    mkdir -p "$1"
    echo '{"title": "Parcel", "type": "object", "properties": {"size": {"$ref": "types.json#/$defs/size"}}}' >"$1/parcel.json"
    echo '{"$defs": {"size": {"type": "integer", "minimum": 0, "maximum": 255}}}' >"$1/types.json"
    echo '{}' >"$1/other.json"
    echo '#include "parcel.h"
int main(void) { return sizeof(((parcel *)0)->size) - 1; }' >"$1/main.c"
}
refers "$OUT/refs-cmake"
cat >"$OUT/refs-cmake/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(refers C)
find_package(cinch 0.1 REQUIRED)
add_executable(parcel main.c)
cinch_generate(parcel SCHEMAS parcel.json)
END
refers "$OUT/refs-make"
cat >"$OUT/refs-make/Makefile" <<'END'
CINCH_GEN_DIR = gen
include $(shell pkg-config --variable=makefragment cinch)
CFLAGS = -Igen $(shell pkg-config --cflags cinch)
parcel: main.o gen/parcel.o
	$(CC) $^ $$(pkg-config --static --libs cinch) -o $@
main.o: gen/parcel.h
END
cat >"$OUT/refs.sh" <<'END'
set -e
dir=$1 program=$2
shift 2
made() { "$@" 2>&1 | grep -c 'cinch gen parcel' || true; }
again() { sleep 1.1 && "$@"; }
[ "$(made "$@")" = 1 ] && "$program"
[ "$(made "$@")" = 0 ]
again touch "$dir/other.json"
[ "$(made "$@")" = 0 ]
again sed -i s/255/65535/ "$dir/types.json"
[ "$(made "$@")" = 1 ] && ! "$program"
[ "$(made "$@")" = 0 ]
again sed -i 's/types.json#/#/; s/}$/, "$defs": {"size": {"type": "boolean"}}}/' "$dir/parcel.json"
case $* in *Makefiles*) ;; *) rm "$dir/types.json" ;; esac # what CMake once had of a depfile it keeps there (3.25), and builds for ever
[ "$(made "$@")" = 1 ] && "$program"
[ "$(made "$@")" = 0 ]
END
libdir=$(dirname "$(find "$prefix" -name cinch.pc)")
pc="PKG_CONFIG_PATH=$libdir pkg-config"
{
    printf 'headers are there\t! diff -rq include/cinch %s/include/cinch | grep .\n' "$prefix"
    printf 'pkg-config knows the version\t%s --exact-version="$(sed -n "s/^project.*VERSION//p" /dev/null; %s --modversion cinch)" cinch\n' "$pc" "$pc"
    printf 'pkg-config, shared\tcc %s/consumer.c $(%s --cflags --libs cinch) -o %s/pc_shared && LD_LIBRARY_PATH=%s %s/pc_shared\n' "$OUT" "$pc" "$OUT" "$libdir/.." "$OUT"
    printf 'pkg-config, static\tcc -static %s/consumer.c $(%s --static --cflags --libs cinch) -o %s/pc_static && %s/pc_static\n' "$OUT" "$pc" "$OUT" "$OUT"
    printf 'find_package\tcmake -G Ninja -S %s/cmake-consumer -B %s/consumer -DCMAKE_PREFIX_PATH=%s && cmake --build %s/consumer && %s/consumer/with_static && %s/consumer/with_shared\n' \
        "$OUT" "$OUT" "$prefix" "$OUT" "$OUT" "$OUT"
    printf 'add_subdirectory\tcmake -G Ninja -S %s/cmake-inside -B %s/inside -DCMAKE_BUILD_TYPE=None -DCINCH_UNITY=ON && cmake --build %s/inside && %s/inside/inside && ! test -e %s/inside/cinch/cinch\n' \
        "$OUT" "$OUT" "$OUT" "$OUT" "$OUT"
    printf 'moved prefix\tmv %s %s.moved && PKG_CONFIG_PATH=%s.moved/${libdir#"$prefix"/} && cc %s/consumer.c $(PKG_CONFIG_PATH=$(dirname $(find %s.moved -name cinch.pc)) pkg-config --cflags --libs cinch) -o %s/pc_moved; mv %s.moved %s; test -x %s/pc_moved\n' \
        "$prefix" "$prefix" "$prefix" "$OUT" "$prefix" "$OUT" "$prefix" "$prefix" "$OUT" >"$OUT/last"
    printf 'cinch_generate()\tcmake -G Ninja -S %s/cmake-gen -B %s/generated -DCMAKE_PREFIX_PATH=%s && cmake --build %s/generated && %s/generated/firmware | diff tests/build/examples/firmware.txt - && %s/generated/courier | diff tests/build/examples/courier.txt - && test -e %s/generated/made/envelope.h && touch examples/gen/telemetry.json && cmake --build %s/generated | grep "cinch gen telemetry" && ! cmake --build %s/generated | grep "cinch gen"\n' \
        "$OUT" "$OUT" "$prefix" "$OUT" "$OUT" "$OUT" "$OUT" "$OUT" "$OUT"
    printf 'the make fragment\t%s PATH="%s/bin:$PATH" make -C %s/make-gen firmware && LD_LIBRARY_PATH=%s %s/make-gen/firmware | diff tests/build/examples/firmware.txt - && %s PATH="%s/bin:$PATH" make -q -C %s/make-gen firmware\n' \
        "PKG_CONFIG_PATH=$libdir" "$prefix" "$OUT" "$libdir/.." "$OUT" "PKG_CONFIG_PATH=$libdir" "$prefix" "$OUT"
    for tool in Ninja "Unix Makefiles"; do
        build=$OUT/refs-$(echo "$tool" | tr -d ' ')
        printf 'cinch_generate(), what a schema refers to, %s\trm -rf %s %s && cp -r %s %s && cmake -G "%s" -S %s -B %s -DCMAKE_PREFIX_PATH=%s && sh %s/refs.sh %s %s/parcel cmake --build %s -v\n' \
            "$tool" "$build" "$build.of" "$OUT/refs-cmake" "$build.of" "$tool" "$build.of" "$build" "$prefix" "$OUT" "$build.of" "$build" "$build"
    done
    printf 'the make fragment, what a schema refers to\texport PKG_CONFIG_PATH=%s PATH="%s/bin:$PATH" LD_LIBRARY_PATH=%s && rm -rf %s/refs-make/gen %s/refs-make/*.o && sh %s/refs.sh %s/refs-make %s/refs-make/parcel make -C %s/refs-make\n' \
        "$libdir" "$prefix" "$libdir/.." "$OUT" "$OUT" "$OUT" "$OUT" "$OUT" "$OUT"
    printf 'the tool\t%s/bin/cinch --version\n' "$prefix"
} >"$OUT/list"
sh tests/build/cases.sh install <"$OUT/list"
# By itself: nothing is where it was meanwhile.
sh tests/build/cases.sh 'moved installation' <"$OUT/last"
