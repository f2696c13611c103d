# SPDX-License-Identifier: MIT
# does: every listed form of every value of npm's msgpack-test-suite through every way to read; the tool writes the smallest
# needs: gcc libc6-dev cmake ninja-build python3 nodejs npm
npm=build/npm suite=build/npm/node_modules/msgpack-test-suite
sh tests/build/programs.sh dev
if [ ! -e $suite/package.json ]; then
    npm install --prefix $npm --no-save --no-audit --no-fund --ignore-scripts msgpack-test-suite@1.0.0 || {
        echo "== suite, npm install: 0 passed, 1 failed"
        exit 1
    }
fi
grep -q '"version": "1.0.0"' $suite/package.json || { echo "== suite, version 1.0.0: 0 passed, 1 failed" && exit 1; }
/usr/bin/python3 tools/suite.py vectors $suite/dist/msgpack-test-suite.json >"$OUT/suite.txt"
status=0
build/dev/tests/vectors/run "$OUT/suite.txt" || status=$?
/usr/bin/python3 tools/suite.py smallest $suite/dist/msgpack-test-suite.json build/dev/cinch || status=$?
exit $status
