#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: programs.sh PRESET KIND...  builds the test programs of these kinds in the preset and runs them, $JOBS at a time; the kinds `tool` and
# `kit` are the tool and what tests share, which are not run; without a kind all is built. Each program ends its output with a summary of its own; one that does not (a crash, a time-out) gets
# one here. RUNNER=COMMAND runs them by that command, e.g. an emulator.
preset=$1
shift
export RUNNER="${RUNNER:-}"
log=build/$preset.log
targets=
for kind; do
    case $kind in
    tool) targets="$targets cinch_tool" ;;
    kit) targets="$targets testkit" ;;
    *) targets="$targets test_$kind" ;;
    esac
done
# shellcheck disable=SC2086
if ! { cmake --preset "$preset" && cmake --build --preset "$preset" -j "$JOBS" ${targets:+--target $targets}; } >"$log" 2>&1; then
    grep -E -A12 'error|FAILED' "$log" || tail -n 40 "$log"
    echo "== build of $preset: 0 passed, 1 failed"
    exit 1
fi
for kind; do
    for program in "build/$preset/tests/$kind"/*; do
        [ -f "$program" ] && [ -x "$program" ] || continue
        # The vectors are one program and many files, of which the long ones would be what everybody waits for at the end.
        if [ "$kind" = vectors ]; then printf "%s\\n" tests/vectors/*.txt | sed "s|^|$program |"; else printf '%s\n' "$program"; fi
    done
done | xargs -P "$JOBS" -I{} sh -c '
    log=$OUT/$(echo {} | sed "s|.*/tests/||; s|[ /]|.|g").out
    timeout ${LONGEST:-400} $RUNNER {} >"$log" 2>&1
    code=$?
    case $(tail -n 1 "$log") in
    "== "*) ;;
    *) printf "\n== %s, ended with status %d and no summary: 0 passed, 1 failed\n" "{}" $code >>"$log" ;;
    esac
    cat "$log"'
