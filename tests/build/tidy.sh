# SPDX-License-Identifier: MIT
# does: clang-tidy finds nothing in the library and the tool (.clang-tidy says what it looks for)
# needs: clang-tidy clang libc6-dev
# clang-tidy tells its own state on standard error; only what it finds counts.
for file in src/*/*.c; do
    printf '%s\tclang-tidy --quiet %s -- -std=c11 -Iinclude 2>/dev/null\n' "$file" "$file"
done | sh tests/build/cases.sh tidy
