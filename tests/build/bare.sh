# SPDX-License-Identifier: MIT
# does: the core on a Cortex-M0 without an operating system or C library links, and stays below a size
# needs: gcc-arm-none-eabi
# Bytes of code and constants of the whole program (bare.c, libgcc's arithmetic included) by what it does. Lower them when the library
# gets smaller; raise them in a commit of its own that says why.
ceilings='start=50 write=1250 read=2640 both=3730'
warn='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror'
flags="-std=c11 -mcpu=cortex-m0 -mthumb -Os -ffreestanding -ffunction-sections -fdata-sections -DCINCH_FREESTANDING -I$OUT -Iinclude"
# All of <string.h> that there need be; bare.c defines them.
cat >"$OUT/string.h" <<'END'
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
END
passed=0 failed=0
check() { # NAME COMMAND...
    name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name"; fi
}
# shellcheck disable=SC2086
for file in $(sed -n 's/^#include "\(\(base\|kern\|core\)\/.*\.c\)"/src\/\1/p' src/all.c); do
    check "$file" arm-none-eabi-gcc $flags $warn -c "$file" -o "$OUT/$(basename "$file" .c).o"
done
link() { # NAME DEFINES...
    name=$1
    shift
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $flags "$@" tests/build/bare.c "$OUT"/*.o -nostdlib -Wl,--gc-sections -lgcc -o "$OUT/$name" || return 1
    size=$(arm-none-eabi-size "$OUT/$name" | awk 'NR == 2 { print $1 + $2 }')
    for ceiling in $ceilings; do
        [ "${ceiling%=*}" != "$name" ] || most=${ceiling#*=}
    done
    echo "$name: $size bytes, $most at most"
    [ "$size" -le "$most" ]
}
check start link start
check write link write -DBARE_WRITE
check read link read -DBARE_READ
check both link both -DBARE_WRITE -DBARE_READ
echo "== bare: $passed passed, $failed failed"
