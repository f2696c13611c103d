# SPDX-License-Identifier: MIT
# does: unit, vectors, oom and fuzz seeds with another C library (musl)
# needs: gcc musl-tools cmake ninja-build
sh tests/build/programs.sh musl vectors unit oom fuzz
