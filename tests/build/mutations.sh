# SPDX-License-Identifier: MIT
# does: mistakes put in on purpose (mutations.txt) are noticed: the tests can fail
# needs: gcc libc6-dev python3
python3 tools/mutate.py "$OUT"
