# SPDX-License-Identifier: MIT
# does: the tool, golden (tests/cli)
# needs: gcc libc6-dev cmake ninja-build python3
sh tests/build/programs.sh dev tool || exit 1
status=0
python3 tests/cli/run.py build/dev/cinch || status=$?
# What sleeps much and what does not, side by side.
JOBS=1 python3 tests/cli/agree.py build/dev/cinch >"$OUT/agree" 2>&1 &
python3 tests/cli/extra.py build/dev/cinch || status=$?
wait $! || status=$?
cat "$OUT/agree"
exit $status
