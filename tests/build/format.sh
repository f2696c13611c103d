# SPDX-License-Identifier: MIT
# does: clang-format agrees with every C file
# needs: clang-format git
# FORMAT_SINCE=COMMIT looks only at files changed since.
if [ -n "${FORMAT_SINCE:-}" ]; then list="git diff --name-only --diff-filter=d $FORMAT_SINCE --"
else list="git ls-files -co --exclude-standard --"; fi
$list '*.c' '*.h' '*.cpp' >"$OUT/files"
# One process for all: starting it takes many times what a file does. It names a file with every place that differs.
status=0
xargs -r clang-format --dry-run -Werror <"$OUT/files" 2>"$OUT/differs" || status=$?
sed -n 's/^\([^: ]*\):[0-9]*:[0-9]*: error: .*/\1/p' "$OUT/differs" | uniq | sort -u >"$OUT/bad"
while read -r file; do grep -m 1 -A 1 -F "$file:" "$OUT/differs"; done <"$OUT/bad"
failed=$(wc -l <"$OUT/bad")
[ "$status" = 0 ] || [ "$failed" != 0 ] || { failed=1 && cat "$OUT/differs"; }
echo "== format: $(($(wc -l <"$OUT/files") - failed)) passed, $((failed)) failed"
