# SPDX-License-Identifier: MIT
# does: exported symbols, headers and the committed list agree; no writable data (tools/symbols.py)
# needs: gcc libc6-dev cmake ninja-build python3
# -O2 as a release has it: what the compiler adds by itself shows here.
sh tests/build/packaged.sh || exit 1
python3 tools/symbols.py build/packaged/libcinch.a build/packaged/libcinch.so
