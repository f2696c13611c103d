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
gcc -std=c11 -O3 -DNDEBUG -Iinclude tests/build/budget.c src/all.c -o "$OUT/budget" || exit 1
passed=0 failed=0
while read -r name most; do
    case $name in '#' | '') continue ;; esac
    valgrind --tool=callgrind --toggle-collect=work --callgrind-out-file=/dev/null "$OUT/budget" "$name" >"$OUT/$name" 2>&1 || {
        cat "$OUT/$name"
        failed=$((failed + 1))
        continue
    }
    took=$(awk '/Collected/ { print $NF }' "$OUT/$name")
    echo "$name $took, budget $most, $((took * 1000 / most - 1000)) per mille more"
    if [ "$((took * 100))" -le "$((most * 103))" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name: $took instructions, $most and 3% are allowed"; fi
done <tests/build/budget.txt
echo "== budget: $passed passed, $failed failed"
