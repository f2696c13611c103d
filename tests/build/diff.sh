# SPDX-License-Identifier: MIT
# does: cinch against other implementations of MessagePack, and that the comparison can fail
# needs: gcc libc6-dev
# The packages of the peers stand in their adapters; ./dev adds them. The corpus is a tenth of what ./dev diff --all takes.
quick=$(sh tests/diff/peers.sh names quick)
# shellcheck disable=SC2086
if ! sh tests/diff/peers.sh build $quick; then
    echo "== diff cannot be built: 0 passed, 1 failed"
    exit 1
fi
build/diff/cinch-diff corpus --count 2000 --out "$OUT/corpus"
build/diff/cinch-diff verify "$OUT/corpus"
# shellcheck disable=SC2086
sh tests/diff/peers.sh compare --count 2000 --prefixes 40 --giants 1 -- $quick
sh tests/diff/peers.sh sabotage msgpackc msgpuck
sh tests/diff/peers.sh recorded
