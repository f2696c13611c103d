# SPDX-License-Identifier: MIT
# does: a few fixed works take no more instructions than their budget (budget.txt), counted by valgrind
# needs: gcc libc6-dev valgrind
# Times wander from run to run and machine to machine; counts of instructions do not, for one compiler and one processor family. Elsewhere
# nothing is compared.
read -r _ _ machine compiler <tests/build/budget.txt
if [ "$(uname -m)" != "$machine" ] || [ "gcc-$(gcc -dumpversion | cut -d. -f1)" != "$compiler" ]; then
    echo "== budget, only on $machine with $compiler: 0 passed, 0 failed"
    exit
fi
# Only the folders that the works go through: what the compiler inlines depends on all that is in the unit, so that code elsewhere would move the counts.
grep -v '^#include "\(text\|edit\|schema\|emit\|gen\)/' src/all.c >"$OUT/measured.c"
gcc -std=c11 -O3 -DNDEBUG -Iinclude -Isrc tests/build/budget.c "$OUT/measured.c" -o "$OUT/budget" || exit 1
count() { # NAME MOST
    valgrind --tool=callgrind --toggle-collect=work --callgrind-out-file=/dev/null "$OUT/budget" "$1" >"$OUT/$1" 2>&1 || {
        cat "$OUT/$1"
        echo "== budget of $1: 0 passed, 1 failed"
        return
    }
    took=$(awk '/Collected/ { print $NF }' "$OUT/$1")
    echo "$1 $took, budget $2, $((took * 1000 / $2 - 1000)) per mille more"
    if [ "$((took * 100))" -le "$(($2 * 103))" ]; then echo "== budget of $1: 1 passed, 0 failed"
    else echo "FAIL $1: $took instructions, $2 and 3% are allowed
== budget of $1: 0 passed, 1 failed"; fi
}
while read -r name most; do
    case $name in '#' | '') ;;
    *) count "$name" "$most" ;;
    esac
done <tests/build/budget.txt
