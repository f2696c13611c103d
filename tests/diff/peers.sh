#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: peers.sh COMMAND [...]  what ./dev diff and the stage `diff` do with adapters; run from the repository's root.
#
#   names [quick]     adapters, those of the ordinary test run alone
#   needs NAME...     Debian packages they need
#   build NAME...     the harness, the adapters, and the npm packages they ask for
#   compare [OPTION...] -- NAME...   the harness over each, $JOBS at a time; options are those of `cinch-diff compare`
#   sabotage NAME...  every sabotage must be caught by comparing with these
#   record            the tables of the last run of all into docs/conformance.md
#   recorded          is the table of known differences there the one in known.txt?
#
# An adapter is a file in tests/diff/adapters; the first lines of comment say `peer:`, `needs:`, `npm:`, `build:`, `run:`, `quick:`
# (tests/diff/README.md).
set -eu
adapters=tests/diff/adapters
out=build/diff/adapters
results=build/diff/results
modules=build/diff/npm
mkdir -p "$out" "$results"
OUT=$PWD/$out
NODE_PATH=$PWD/$modules/node_modules
export OUT NODE_PATH
: "${JOBS:=2}"
export JOBS

file_of() {
    for file in "$adapters/$1".*; do
        [ ! -f "$file" ] || { echo "$file"; return; }
    done
    echo "peers.sh: no adapter '$1'" >&2
    exit 3
}

field() {
    sed -n "1,30s|^[^A-Za-z]*$2: *||p" "$(file_of "$1")"
}

names() {
    for file in "$adapters"/*; do
        [ -f "$file" ] || continue
        [ -n "$(sed -n '1,5s|^[^A-Za-z]*peer: ||p' "$file")" ] || continue
        name=$(basename "$file")
        name=${name%.*}
        [ "${1:-all}" != quick ] || [ "$(field "$name" quick)" = yes ] || continue
        echo "$name"
    done
}

# Rebuilt when a source is newer than what was made of it.
stale() {
    target=$1
    shift
    [ ! -e "$target" ] || [ -n "$(find "$@" -newer "$target" -type f | head -n 1)" ]
}

build_harness() {
    ! stale "$out/cinch_all.o" src include || ${CC:-cc} -std=c11 -O2 -Iinclude -c src/all.c -o "$out/cinch_all.o"
    ! stale build/diff/cinch-diff tests/diff/diff*.[ch] "$out/cinch_all.o" ||
        ${CC:-cc} -std=c11 -O2 -g -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude tests/diff/diff*.c "$out/cinch_all.o" -o build/diff/cinch-diff
}

# Exact versions from npm.txt, installed once for each state of that list. No lock file: it would name a registry.
install_npm() {
    wanted=$(for name; do field "$name" npm; done)
    [ -n "$wanted" ] || return 0
    cmp -s tests/diff/npm.txt "$modules/installed" && return 0
    rm -rf "$modules"
    mkdir -p "$modules"
    awk 'BEGIN { printf "{\"private\": true, \"dependencies\": {" }
         !/^#/ && NF == 2 { printf "%s\"%s\": \"%s\"", n++ ? ", " : "", $1, $2 }
         END { print "}}" }' tests/diff/npm.txt >"$modules/package.json"
    (cd "$modules" && npm install --no-audit --no-fund --ignore-scripts --omit=optional --no-package-lock --loglevel=error) >"$modules/log" 2>&1 || {
        tail -n 5 "$modules/log" >&2
        return 1
    }
    cp tests/diff/npm.txt "$modules/installed"
}

build_adapter() {
    command=$(field "$1" build)
    [ -n "$command" ] && stale "$out/$1" "$adapters" "$out/cinch_all.o" || return 0
    sh -ec "$command" >"$out/$1.log" 2>&1 || {
        echo "peers.sh: $1 cannot be built:" >&2
        tail -n 20 "$out/$1.log" >&2
        return 1
    }
}

compare_one() {
    name=$1
    shift
    rm -f "$results/$name" "$out/$name.errors"
    build/diff/cinch-diff compare --peer "$name" --run "$(field "$name" run)" --title "$(title "$name")" --results "$results" \
        --errors "$out/$name.errors" "$@" >"$results/$name.log" 2>&1 || true
    grep -q '^== ' "$results/$name.log" || echo "== $name ended without a summary: 0 passed, 1 failed" >>"$results/$name.log"
    cat "$results/$name.log"
}

title() {
    field "$1" peer
}

sabotage_one() {
    broken=$1
    shift
    caught=
    for name; do
        found=$(build/diff/cinch-diff compare --sabotage "$broken" --peer "$name" --run "$(field "$name" run)" --title "$(title "$name")" \
            --count 400 --prefixes 10 --show 0 | sed -n 's/^sabotage .*: \([1-9][0-9]*\) differences from \(.*\)$/\2 \1/p')
        [ -z "$found" ] || caught="$caught${caught:+, }$found"
    done
    if [ "$broken" = none ]; then
        [ -z "$caught" ] && echo "== sabotage none: 1 passed, 0 failed" || echo "FAIL nothing is broken, and yet: $caught
== sabotage none: 0 passed, 1 failed"
    elif [ -n "$caught" ]; then
        echo "> sabotage $broken: caught ($caught)"
        echo "== sabotage $broken: 1 passed, 0 failed"
    else
        echo "FAIL sabotage $broken: not caught"
        echo "== sabotage $broken: 0 passed, 1 failed"
    fi
}

command=$1
shift
case $command in
names) names "$@" ;;
needs) for name; do field "$name" needs; done | tr -s ' ' '\n' | sort -u ;;
record)
    awk 'FNR == NR { table = table $0 "\n"; next }
         /<!-- end of tables -->/ { inside = 0 }
         !inside { print }
         /<!-- tables -->/ { inside = 1; printf "\n%s\n", table }' build/diff/report.md docs/conformance.md >build/diff/conformance.md
    cp build/diff/conformance.md docs/conformance.md
    ;;
recorded)
    build/diff/cinch-diff report >build/diff/known.md
    sed -n '/^| adapters | rule/,/^$/{/^$/d;p;}' docs/conformance.md | cmp -s - build/diff/known.md || {
        echo "FAIL docs/conformance.md has another table of known differences than known.txt: ./dev diff --all, then peers.sh record"
        echo "== record of known differences: 0 passed, 1 failed"
        exit
    }
    echo "== record of known differences: 1 passed, 0 failed"
    ;;
build)
    build_harness
    install_npm "$@"
    printf '%s\n' "$@" | xargs -P "$JOBS" -I{} sh "$0" build-one {}
    ;;
build-one) build_adapter "$1" ;;
compare)
    options=
    while [ "$1" != -- ]; do options="$options $1" && shift; done
    shift
    # shellcheck disable=SC2086
    printf '%s\n' "$@" | xargs -P "$JOBS" -I{} sh "$0" compare-one {} $options
    ;;
compare-one) compare_one "$@" ;;
sabotage) build/diff/cinch-diff sabotages | cut -d' ' -f1 | xargs -P "$JOBS" -I{} sh "$0" sabotage-one {} "$@" ;;
sabotage-one) sabotage_one "$@" ;;
*)
    sed -n '3,10s/^# *//p' "$0" >&2
    exit 3
    ;;
esac
