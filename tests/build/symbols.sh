# SPDX-License-Identifier: MIT
# does: exported symbols, headers and the committed list agree; no writable data (tools/symbols.py)
# needs: gcc libc6-dev cmake ninja-build python3
# -O2 as a release has it: what the compiler adds by itself shows here.
log=$OUT/cmake.log
if ! { cmake -G Ninja -S . -B "$OUT/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 -DCINCH_SHARED=ON -DCINCH_TOOL=OFF &&
    cmake --build "$OUT/build" -j "$JOBS"; } >"$log" 2>&1; then
    tail -n 40 "$log"
    echo "== symbols: 0 passed, 1 failed"
    exit 1
fi
python3 tools/symbols.py "$OUT/build/libcinch.a" "$OUT/build/libcinch.so"
