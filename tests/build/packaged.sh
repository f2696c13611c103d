#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: packaged.sh  builds what a distribution would package in build/packaged: static and shared library and the tool, -O2, each as one unit
# (the preset dev compiles each file by itself).
log=build/packaged.log
mkdir -p build
{ cmake -G Ninja -S . -B build/packaged -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 -DCINCH_SHARED=ON -DCINCH_UNITY=ON &&
    cmake --build build/packaged -j "$JOBS"; } >$log 2>&1 && exit
grep -E -A12 'error|FAILED' $log || tail -n 40 $log
echo "== build of what is packaged: 0 passed, 1 failed"
exit 1
