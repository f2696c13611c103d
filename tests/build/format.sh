# SPDX-License-Identifier: MIT
# does: clang-format agrees with every C file
# needs: clang-format git
# FORMAT_SINCE=COMMIT looks only at files changed since.
passed=0 failed=0
if [ -n "${FORMAT_SINCE:-}" ]; then list="git diff --name-only --diff-filter=d $FORMAT_SINCE --"
else list="git ls-files -co --exclude-standard --"; fi
for file in $($list '*.c' '*.h' '*.cpp'); do
    if clang-format --dry-run -Werror "$file" 2>"$OUT/diff"; then passed=$((passed + 1))
    else failed=$((failed + 1)) && head -n 2 "$OUT/diff"; fi
done
echo "== format: $passed passed, $failed failed"
