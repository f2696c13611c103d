# SPDX-License-Identifier: MIT
# does: unit, vectors, oom and prop under the address and undefined behaviour sanitizers
# needs: clang libclang-rt-dev libc6-dev cmake ninja-build
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
# The tool's tests under these are the stage `leaks`: each of thousands of short runs sets the sanitizer's memory up anew.
sh tests/build/programs.sh asan vectors unit oom prop
