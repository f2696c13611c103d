# SPDX-License-Identifier: MIT
# does: the tool, golden, under the address and undefined behaviour sanitizers, leaks included
# needs: clang libclang-rt-dev libc6-dev cmake ninja-build python3
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
sh tests/build/programs.sh asan tool || exit 1
python3 tests/cli/run.py build/asan/cinch
