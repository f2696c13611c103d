# SPDX-License-Identifier: MIT
# does: threads with readers, writers and trees of their own, and one tree for all, under the thread sanitizer
# needs: gcc libc6-dev
# The sanitizer's findings come after the program's own summary, as its exit code.
gcc -std=c11 -O1 -g -fsanitize=thread -Iinclude tests/build/threads.c src/all.c -pthread -o "$OUT/threads" && "$OUT/threads" ||
    echo "== data races: 0 passed, 1 failed"
