# SPDX-License-Identifier: MIT
# does: ./dev itself: a stage that is cut short fails the run, and what is interrupted leaves nothing running
# A copy of it, with stages of its own: two names that run beside the others, and two that do not.
dir=$OUT/tree
rm -rf "$dir" && mkdir -p "$dir/tests/build"
cp dev "$dir/"
passed=0 failed=0

stage() { printf '# does: %s\n%s\n' "$1" "$2" >"$dir/tests/build/$1.sh"; }

told() {
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $1: $2, not $3"; fi
}

# What the run says last, and its exit status.
run() { (cd "$dir" && JOBS=$1 sh ./dev test layers format unit vectors >log 2>&1; echo "$(tail -n 1 log), $?"); }

good='echo "== x: 1 passed, 0 failed"'
for jobs in 1 2; do
    for stage in layers format unit vectors; do stage $stage "$good"; done
    told "all good, JOBS=$jobs" "$(run $jobs)" '4 passed, 0 failed, 0'
    for stage in layers unit; do
        for end in 'exit 3' 'kill -9 $$' 'kill $$'; do
            stage $stage "$good; $end"
            told "$stage: $end behind a summary, JOBS=$jobs" "$(run $jobs)" '4 passed, 1 failed, 1'
        done
        stage $stage true
        told "$stage: no summary, JOBS=$jobs" "$(run $jobs)" '3 passed, 1 failed, 1'
        stage $stage 'echo "== x: 1 passed, 2 failed"; exit 1'
        told "$stage: failures are counted once, JOBS=$jobs" "$(run $jobs)" '4 passed, 2 failed, 1'
        stage $stage "$good"
    done
done

# Interrupted, while a stage beside is in a program of its own that would go on for a minute.
if command -v setsid >/dev/null 2>&1; then
    stage layers 'sh -c "echo \$\$ >started; exec sleep 61"; echo "== x: 1 passed, 0 failed"'
    stage unit 'n=0; until [ -e started ] || [ $n = 100 ]; do sleep 0.1; n=$((n + 1)); done; echo "== x: 1 passed, 0 failed"'
    stage vectors 'kill $PPID; echo "== x: 1 passed, 0 failed"'
    told interrupted "$(run 2 | sed 's/.*, //')" 130
    n=0 pid=$(cat "$dir/started")
    while kill -0 "$pid" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1 && n=$((n + 1)); done
    told 'nothing is left running' "$(kill -0 "${pid:?}" 2>/dev/null && echo left)" ''
    kill "$pid" 2>/dev/null
fi
echo "== front: $passed passed, $failed failed"
