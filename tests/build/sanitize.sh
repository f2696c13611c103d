# SPDX-License-Identifier: MIT
# does: unit, vectors, oom, prop and cli under the address and undefined behaviour sanitizers
# needs: clang libclang-rt-dev libc6-dev cmake ninja-build python3
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
sh tests/build/programs.sh asan tool vectors unit oom prop || exit 1
# Looking for leaks takes four times as long as all else that a short run of the tool does; the stage `leaks` looks.
ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 python3 tests/cli/run.py build/asan/cinch
