# SPDX-License-Identifier: MIT
# does: the same as flat, on a stream of 5 GiB and on an object that holds 3 GiB
# needs: gcc libc6-dev cmake ninja-build
FLAT_STREAM=5120 FLAT_BIN=3072 sh tests/build/flat.sh
