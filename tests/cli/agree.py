#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Verbs agree: on messages made by chance and damaged, every verb finds the same fault at the same offset, wherever blocks of input end.
usage: agree.py CINCH [ROUNDS [SEED]]"""
import os
import random
import re
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CINCH = ""
LINE = re.compile(r"cinch: <stdin>: offset (\d+) \(0x[0-9a-f]+\)(?:, object (\d+))?(?:, at (/.*?))?: ([a-z][^:\"]*)(?:: .*)?\n(?:Try .*\n)?")
BLOCK = 256 << 10


def scalar(rng):
    kind = rng.randrange(12)
    if kind < 4:
        return (b"\xc0", rng.choice([b"\xc2", b"\xc3"]), bytes([rng.randrange(128)]), bytes([rng.randrange(0xe0, 0x100)]))[kind]
    if kind < 6:
        size = rng.randrange(4)
        return bytes([(0xcc, 0xd0)[kind - 4] + size]) + rng.randbytes(1 << size)
    if kind < 8:
        return (b"\xcb" + struct.pack(">d", rng.uniform(-1e3, 1e3)), b"\xca" + struct.pack(">f", rng.uniform(-1e3, 1e3)))[kind - 6]
    if kind < 10:
        text = rng.choice(["a", "b", "key", "1", "é\n", "日本" * rng.randrange(20)]).encode()
        return (bytes([0xa0 + len(text)]) if len(text) < 32 else b"\xd9" + bytes([len(text)])) + text
    if kind == 10:
        data = rng.randbytes(rng.randrange(40))
        return b"\xc4" + bytes([len(data)]) + data
    return rng.choice([b"\xd6\xff" + rng.randbytes(4), b"\xd7\xff" + struct.pack(">Q", rng.randrange(10**9) << 34 | 5),
                       b"\xc7\x0c\xff" + struct.pack(">Iq", rng.randrange(10**9), rng.randrange(-10**11, 10**11)), b"\xd4\x05x",
                       b"\xc8\x00\x04\xff" + rng.randbytes(4), b"\xc7\x03\x07abc"] + [b"\xc7\x02\xffab"] * (rng.random() < 0.1))


def value(rng, depth):
    if depth == 0 or rng.random() < 0.4:
        return scalar(rng)
    count = rng.randrange(6)
    if rng.random() < 0.5:
        return bytes([0x90 + count]) + b"".join(value(rng, depth - 1) for _ in range(count))
    return bytes([0x80 + count]) + b"".join((scalar(rng) if rng.random() < 0.95 else value(rng, depth - 1)) + value(rng, depth - 1)
                                            for _ in range(count))


def damaged(rng, data):
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(data)) if data else 0
        data = (data[:at], data[:at] + data[at + 1:], data[:at] + rng.randbytes(rng.randrange(1, 4)) + data[at:],
                data[:at] + bytes([rng.choice([0xc1, 0xdd, 0xdf, 0xc9, 0xdb, rng.randrange(256)])]) + data[at + 1:])[rng.randrange(4)]
    return data


class Disagree(Exception):
    pass


def verdict(args, data):
    """Exit status, (offset, object, path, reason) or None, standard output."""
    done = subprocess.run([CINCH] + args, input=data, capture_output=True, timeout=60)
    err = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1) or (bool(err) != done.returncode):
        raise Disagree(f"{args}: {done.returncode} {err}")
    found = LINE.fullmatch(err)
    if done.returncode and not found:
        raise Disagree(f"{args}: {err}")
    return done.returncode, (int(found[1]), int(found[2] or 1), found[3], found[4]) if found else None, done.stdout


def agree(rng, data):
    check = verdict(["check"], data)
    for args in (["dump"], ["dump", "--depth", str(rng.randrange(4))], ["dump", "--show-bytes=0"]):
        other = verdict(args, data)
        if other[:2] != check[:2]:
            raise Disagree(f"{args}: {other[:2]}, check: {check[:2]}")
    get = verdict(["get", ""], data) if not check[0] else None
    dup = verdict(["check", "--dup"], data)
    if check[0] and dup[1] != check[1] and dup[1][3] != "duplicate map key":
        raise Disagree(f"check --dup: {dup[1]}, check: {check[1]}")
    for args in ([], ["--tagged"], ["--sort-keys"]):
        json = verdict(["to-json", "--utf8=replace", "--nan=null"] + args, data)
        if check[0] and (not json[0] or json[1][0] > check[1][0]):
            raise Disagree(f"to-json {args}: {json[:2]}, check: {check[:2]}")
        if args == [] and get and not get[0] and json[0] == 0 and json[2] != get[2]:
            raise Disagree("get and to-json differ")
        if args == ["--tagged"] and not check[0]:
            back = subprocess.run([CINCH, "from-json", "--tagged"], input=json[2], capture_output=True)
            if json[0] or back.returncode or verdict(["to-json", "--tagged"], back.stdout)[2] != json[2]:
                raise Disagree(f"tagged: {json[:2]} {back}")
    pad = BLOCK - 5 - rng.randrange(len(data) + 1)
    moved = b"\xc6" + struct.pack(">I", pad) + bytes(pad) + data
    for args in (["check"], ["dump"], ["check", "--dup"]):
        other = verdict(args, moved)
        want = dup if args[-1] == "--dup" else check
        want = (want[0], want[1] and (want[1][0] + pad + 5, want[1][1] + 1) + want[1][2:])
        if other[:2] != want:
            raise Disagree(f"{args} at the end of a block: {other[:2]}, expected {want}")
    plain = verdict(["to-json", "--utf8=replace", "--nan=null"], data)
    other = verdict(["to-json", "--utf8=replace", "--nan=null"], moved)
    if other[2].partition(b"\n")[2] != plain[2] or other[0] != plain[0] or (plain[1] and other[1][0] != plain[1][0] + pad + 5):
        raise Disagree(f"to-json at the end of a block: {other[:2]}, {plain[:2]}")
    if not plain[0]:
        space = BLOCK - rng.randrange(len(plain[2]) + 1)
        straight, behind = (subprocess.run([CINCH, "from-json"], input=b" " * n + plain[2], capture_output=True) for n in (0, space))
        if straight.returncode or straight.stdout != behind.stdout:
            raise Disagree(f"from-json at the end of a block: {straight.stderr} {behind.stderr}")


def one(seed, number):
    """What is to be told of a round, which has random numbers of its own; None: nothing."""
    rng = random.Random(f"{seed} {number}")
    data = damaged(rng, b"".join(value(rng, rng.randrange(5)) for _ in range(rng.randrange(1, 4))))
    try:
        agree(rng, data)
        return None
    except (Disagree, subprocess.TimeoutExpired) as e:
        return f"FAILED seed {seed}, round {number}: {data.hex(' ')}\n  {e}"


def main():
    global CINCH
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CINCH = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 150 * int(os.environ.get("CINCH_ROUNDS", "1"))
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("CINCH_SEED", "1"))
    with ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", "2"))) as pool:
        told = [text for text in pool.map(lambda number: one(seed, number), range(rounds)) if text]
    print("".join(text + "\n" for text in told), end="")
    print(f"== cli-agree: {rounds - len(told)} passed, {len(told)} failed")
    return bool(told)


if __name__ == "__main__":
    sys.exit(main())
