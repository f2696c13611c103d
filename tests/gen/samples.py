#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Documents beside the schemas of tests/gen, held against them by `cinch check --schema`. usage: samples.py CINCH [WORD...]

samples.py --values SCHEMA OUT writes the good ones for drive.c: each with the members of its objects in another order, then as it is written
again. A good document has them in the order of the schema.

Beside every NAME.json stands NAME.txt:

    # a comment
    good {"a": 1}           a document, packed by Python's msgpack: no fault
      = {"a": 1}            as generated code writes it again, if otherwise: its unknown members and nils left out
    bad {"a": "x"}          faults follow, all of them, in the order they are told, as the tool prints them behind the offset, whole or
      at /a: expected u64, got str      up to a colon
      at /b: required member missing
    opts --ignore-unknown   options for the tool, before the first document

JSON has no bytes, no extension and no timestamp: {"$bin": "00ff"} is a bin in hex, {"$ext": [7, "00ff"]} an ext, {"$time": [s, ns]} a timestamp,
{"$int": {"1": 2}} has integers for keys."""
import glob
import json
import os
import random
import struct
import subprocess
import sys

import msgpack

HERE = os.path.dirname(os.path.abspath(__file__))


def special(value):
    if len(value) == 1 and "$bin" in value:
        return bytes.fromhex(value["$bin"])
    if len(value) == 1 and "$ext" in value:
        return msgpack.ExtType(value["$ext"][0], bytes.fromhex(value["$ext"][1]))
    if len(value) == 1 and "$time" in value:
        return msgpack.Timestamp(*value["$time"])
    if len(value) == 1 and "$int" in value:
        return {int(k): v for k, v in value["$int"].items()}
    return value


class Sample:
    def __init__(self, line, good, value):
        self.line, self.good, self.value, self.faults = line, good, value, []
        self.msg = self.again = msgpack.packb(value)


class Schema:
    """A schema, by its path, with the documents that stand beside it."""

    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)[:-5]
        self.opts, self.samples = [], []
        for number, line in enumerate(open(path[:-5] + ".txt", encoding="utf-8").read().splitlines(), 1):
            word, _, rest = line.partition(" ")
            if word in ("good", "bad"):
                self.samples.append(Sample(number, word == "good", json.loads(rest, object_hook=special)))
            elif word == "opts":
                self.opts = rest.split()
            elif line.startswith("  = "):
                self.samples[-1].again = msgpack.packb(json.loads(line[4:], object_hook=special))
            elif line.startswith("  "):
                self.samples[-1].faults.append(line.strip())
            elif line and word != "#":
                raise SystemExit("%s:%d: %s" % (path, number, line))


def schemas(words=()):
    paths = sorted(glob.glob(os.path.join(HERE, "*", "*.json")))
    return [Schema(p) for p in paths if os.path.exists(p[:-5] + ".txt") and (not words or any(word in p for word in words))]


def told(line):
    """What a line of the tool says behind the offset."""
    behind = line.partition("offset ")[2]
    return behind.partition("), ")[2] or behind.partition("): ")[2] or line


def same(lines, wanted):
    return len(lines) == len(wanted) and all(a == b or a.startswith(b + ": ") for a, b in zip(lines, wanted))


def check(tool, schema, sample):
    run = subprocess.run([tool, "check", "--schema", schema.path, *schema.opts], input=sample.msg, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, timeout=60)
    lines = [told(line) for line in run.stderr.decode().splitlines() if ": warning: " not in line]
    return run.returncode, lines


def names(schema):
    """Every name of a member in a schema."""
    if isinstance(schema, list):
        return set().union(*map(names, schema))
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties", {})
    return set(own if isinstance(own, dict) else ()).union(*map(names, schema.values()))


def shuffled(value, known, rng):
    """Objects all of whose keys are members of the schema; what others hold is kept as it is, and written so."""
    if isinstance(value, list):
        return [shuffled(x, known, rng) for x in value]
    if not isinstance(value, dict) or not all(isinstance(k, int) or k in known for k in value):
        return value
    pairs = [(k, shuffled(v, known, rng)) for k, v in value.items()]
    rng.shuffle(pairs)
    return dict(pairs)


def values(path, out):
    schema, rng = Schema(path), random.Random(147)
    known = names(json.load(open(path, encoding="utf-8")))
    with open(out, "wb") as f:
        for sample in schema.samples:
            for turn in range(8 if sample.good else 0):
                msg = msgpack.packb(shuffled(sample.value, known, rng)) if turn else sample.msg
                f.write(struct.pack("=II", len(msg), len(sample.again)) + msg + sample.again)


def main(tool, words):
    passed = failed = 0
    for schema in schemas(words):
        for sample in schema.samples:
            code, lines = check(tool, schema, sample)
            if code == (0 if sample.good else 1) and same(lines, sample.faults) and bool(lines) != sample.good:
                passed += 1
                continue
            failed += 1
            print("FAIL %s:%d: exit %d\n  got\n    %s\n  wanted\n    %s" % (
                schema.path[:-5] + ".txt", sample.line, code, "\n    ".join(lines), "\n    ".join(sample.faults)))
    print("== samples: %d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    if sys.argv[1] == "--values":
        sys.exit(values(sys.argv[2], sys.argv[3]))
    sys.exit(main(sys.argv[1], sys.argv[2:]))
