# SPDX-License-Identifier: MIT
# does: unit, vectors, fuzz seeds and the kernels on 64-bit ARM (qemu)
# needs: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user cmake ninja-build
RUNNER=qemu-aarch64 LONGEST=1800 sh tests/build/programs.sh aarch64 vectors unit fuzz
kernels='utf8_kernels block_kernels f64s_kernels kernels_forced'
for kernel in $kernels; do targets="${targets:-} test_prop_$kernel"; done
# shellcheck disable=SC2086
cmake --build --preset aarch64 -j "$JOBS" --target $targets >build/aarch64.log 2>&1 || tail -n 40 build/aarch64.log
for kernel in $kernels; do qemu-aarch64 "build/aarch64/tests/prop/$kernel" || echo "== $kernel: 0 passed, 1 failed"; done
