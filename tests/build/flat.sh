# SPDX-License-Identifier: MIT
# does: the tool on long streams and large objects, in less than 16 MiB of resident memory
# needs: gcc libc6-dev cmake ninja-build
# Through a pipe, by a generator: nothing is stored. The stage `flat_full` runs the same on sizes that do not fit most memories.
sh tests/build/packaged.sh || exit 1
cc -std=c11 -O2 -Wall -Wextra tests/flat/flat_run.c -o "$OUT/flat_run" || exit 1
"$OUT/flat_run" build/packaged/cinch "$OUT" "${FLAT_STREAM:-60}" "${FLAT_BIN:-300}"
