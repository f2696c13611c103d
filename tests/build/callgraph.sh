# SPDX-License-Identifier: MIT
# does: no recursion in the library, and no more stack than it promises (tools/callgraph.py)
# needs: gcc libc6-dev python3
# ccache hands out the object and not the call graph beside it.
CCACHE_DISABLE=1 gcc -std=c11 -O2 -fno-inline-small-functions -fcallgraph-info=su -Iinclude -c src/all.c -o "$OUT/all.o" && python3 tools/callgraph.py "$OUT"/*.ci
