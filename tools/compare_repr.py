#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds doubles and text against Python's, which spells and reads them as cinch does: tools/compare_repr.py [COUNT [SEED]]

Doubles of random bits and of everyday size go out as repr writes them, and every text comes back as float reads it. The powers of
two and their neighbours, where the shortest text is hardest, are always among them. Needs cc; Python's repr must be the short
one, as it is in every CPython on common machines.
"""
import ctypes
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Num(ctypes.Structure):
    class As(ctypes.Union):
        _fields_ = [("u64", ctypes.c_uint64), ("i64", ctypes.c_int64), ("f64", ctypes.c_double)]

    _fields_ = [("kind", ctypes.c_int), ("as_", As)]


def library():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cinch.so")
        command = ["cc", "-std=c11", "-O2", "-shared", "-fPIC", "-I" + TOP + "/include", TOP + "/src/all.c", "-o", path]
        subprocess.run(command, check=True)
        return ctypes.CDLL(path)


def doubles(count):
    for exp in range(2047):
        for bits in (exp << 52) - 1, exp << 52, (exp << 52) + 1:
            if bits > 0:
                yield struct.unpack("<d", struct.pack("<Q", bits))[0]
    for i in range(count):
        kind = i % 4
        if kind < 2:
            yield struct.unpack("<d", struct.pack("<Q", random.getrandbits(64)))[0]
        elif kind == 2:
            yield random.uniform(-1000, 1000)
        else:
            yield random.randrange(10 ** random.randrange(1, 18)) / 10 ** random.randrange(1, 10)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    lib = library()
    put, read, room, num = lib.cinchi_num_put_f64, lib.cinchi_num_read, ctypes.create_string_buffer(64), Num()
    put.argtypes, put.restype = [ctypes.c_char_p, ctypes.c_double], ctypes.c_size_t
    read.argtypes, read.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p], ctypes.c_void_p
    address, out = ctypes.addressof(room), ctypes.byref(num)
    passed = failed = 0
    for v in doubles(count):
        if not math.isfinite(v):
            continue
        size = put(room, v)
        text = room.raw[:size].decode()
        end = read(address, address + size, out)
        good = text == repr(v) and end == address + size and num.as_.f64 == v
        # Reading, a little beside what was written.
        other = text.replace("e", str(random.randrange(1000)) + "e") if "e" in text else text + str(random.randrange(1000))
        room[: len(other)] = other.encode()
        end = read(address, address + len(other), out)
        good &= end == address + len(other) and num.as_.f64 == float(other)
        passed, failed = passed + good, failed + (not good)
        if not good and failed <= 10:
            print("%s: wrote %s, read %r from %s" % (repr(v), text, num.as_.f64, other))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
