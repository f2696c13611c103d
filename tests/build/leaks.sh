# SPDX-License-Identifier: MIT
# does: the tool, golden, leaves no memory behind that it has lost (leak sanitizer)
# needs: clang libclang-rt-dev libc6-dev cmake ninja-build python3
sh tests/build/programs.sh asan tool || exit 1
python3 tests/cli/run.py build/asan/cinch
