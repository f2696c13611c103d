# SPDX-License-Identifier: MIT
# does: unit, vectors and prop under the undefined behaviour sanitizer, alignment included, optimised as a release
# needs: clang libclang-rt-dev libc6-dev cmake ninja-build
sh tests/build/programs.sh ubsan vectors unit prop fuzz
