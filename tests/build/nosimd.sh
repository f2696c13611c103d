# SPDX-License-Identifier: MIT
# does: unit, vectors and prop with the portable kernels only
# needs: gcc libc6-dev cmake ninja-build
sh tests/build/programs.sh nosimd vectors unit prop
