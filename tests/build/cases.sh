#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: cases.sh NAME <LIST  where every line of LIST is a case: its name, a tab, a command. Runs them $JOBS at a time, prints what the failed ones
# printed, and ends with the summary line of a test. A case passes when its command ends with 0 and prints nothing to standard error.
name=$1
mkdir -p "$OUT/cases"
rm -f "$OUT/cases"/*
awk -v dir="$OUT/cases" '{ file = dir "/" NR; print > file; close(file); print file }' |
    xargs -P "$JOBS" -I{} sh -c '
        line=$(cat {})
        case=${line%%	*}
        if sh -c "${line#*	}" >{}.out 2>{}.err && [ ! -s {}.err ]; then touch {}.ok
        else echo "FAIL $case" && cat {}.err {}.out; fi'
failed=0 passed=0
for file in "$OUT/cases"/*; do
    case $file in
    *.ok) passed=$((passed + 1)) ;;
    *.out) [ -e "${file%.out}.ok" ] || failed=$((failed + 1)) ;;
    esac
done
echo "== $name: $passed passed, $failed failed"
