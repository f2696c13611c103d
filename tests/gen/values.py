#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Values of a schema, packed by Python's msgpack: each with its members in any order, then in the schema's. usage: values.py SCHEMA OUT.
Knows what the schemas beside it use and no more."""
import datetime
import json
import random
import struct
import sys

import msgpack

root = json.load(open(sys.argv[1], encoding="utf-8"))
rng = random.Random(120)


def resolve(s):
    while isinstance(s, dict) and "$ref" in s:
        path = s["$ref"]
        s = root
        for part in path.split("/")[1:]:
            s = s[part]
    return s


def integer(s):
    lo, hi = s.get("minimum", -2**63), s.get("maximum", 2**63 - 1)
    if s.get("x-c-type") == "int32_t":
        lo, hi = -2**31, 2**31 - 1
    v = rng.choice([lo, hi, 0, 1, rng.randint(lo, hi), rng.randint(-200, 200), rng.getrandbits(rng.randint(1, 63))])
    v = min(max(v, lo), hi)
    return v - v % s["multipleOf"] if "multipleOf" in s and v - v % s["multipleOf"] >= lo else v


def number(s):
    if "multipleOf" in s:
        return rng.randint(-50, 50) / 10
    if s.get("x-c-type") == "float":
        return F32(struct.unpack("f", struct.pack("f", rng.uniform(-9, 9)))[0])
    lo, hi = s.get("minimum", -1e9), s.get("maximum", 1e9)
    return float(rng.choice([lo, hi, rng.uniform(lo, hi)]))


def text(s):
    n = rng.choice([s.get("minLength", 0), s.get("maxLength", 50), rng.randint(s.get("minLength", 0), s.get("maxLength", 50))])
    return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz 0123456789-\u00e9\u20ac") for _ in range(n))


class F32:
    def __init__(self, v):
        self.v = v


def value(s, depth):
    s = resolve(s)
    if s is True or s == {} or set(s) <= {"x-c-max-bytes", "description"}:
        return rng.choice([1, "text", [1, 2, {"a": None}], {"k": 3.5}, None, True])
    if "const" in s:
        return s["const"]
    if "enum" in s:
        return rng.choice(s["enum"])
    for word in ("oneOf", "anyOf"):
        if word in s:
            return value(rng.choice(s[word]), depth)
    if s.get("x-msgpack-timestamp"):
        sec = rng.choice([0, 1, 2**32, 2**33, 1700000000])
        return msgpack.Timestamp(sec, rng.choice([0, 1, 999999999]))
    t = s.get("type", "object")
    if isinstance(t, list):
        t = rng.choice(t)
    if t == "null":
        return None
    if t == "boolean":
        return rng.random() < 0.5
    if t == "integer":
        return integer(s)
    if t == "number":
        return number(s)
    if t == "string":
        return text(s)
    if t == "bytes":
        return rng.randbytes(rng.randint(0, s.get("maxLength", 30)))
    if t == "extension":
        return msgpack.ExtType(rng.randint(0, 127), rng.randbytes(rng.randint(0, s.get("maxLength", 30))))
    if t == "array":
        if "prefixItems" in s:
            return [value(x, depth) for x in s["prefixItems"]]
        return [value(s["items"], depth + 1) for _ in range(rng.randint(s.get("minItems", 0), min(s.get("maxItems", 5), 5 if depth < 3 else 1)))]
    return record(s, depth)


class Record:
    def __init__(self, schema, members, extra):
        self.schema, self.members, self.extra = schema, members, extra


def record(s, depth):
    members = []
    for name, m in s.get("properties", {}).items():
        r = resolve(m)
        recursive = isinstance(m, dict) and "$ref" in m
        if name not in s.get("required", []) and (rng.random() < 0.4 or (recursive and depth > 3)):
            continue
        members.append((name, value(m, depth + 1)))
    extra = []
    if isinstance(s.get("additionalProperties"), dict):
        extra = [("key%d" % i, value(s["additionalProperties"], depth + 1)) for i in range(rng.randint(0, 3))]
    return Record(s, members, extra)


def pack(v, shuffle):
    if isinstance(v, Record):
        return pack_record(v, shuffle)
    if isinstance(v, F32):
        return msgpack.packb(v.v, use_single_float=True)
    if isinstance(v, list):
        n = len(v)
        return msgpack.Packer().pack_array_header(n) + b"".join(pack(x, shuffle) for x in v)
    return msgpack.packb(v, use_bin_type=True)


def keeps(s):
    return isinstance(s, dict) and "x-c-nil" in s


def pack_record(v, shuffle):
    form = v.schema.get("x-msgpack-encoding", "map")
    nullable = lambda name: name in v.schema.get("required", []) or keeps(v.schema["properties"][name])
    if form == "array":
        have = dict(v.members)
        items = [have.get(name) for name in v.schema["properties"]]
        while items and items[-1] is None:
            items.pop()
        return msgpack.Packer().pack_array_header(len(items)) + b"".join(pack(x, shuffle) for x in items)
    pairs = [(name, x, False) for name, x in v.members] + [(name, x, True) for name, x in v.extra]
    if shuffle:
        order = [p for p in pairs if not p[2]]
        rng.shuffle(order)
        pairs = order + [p for p in pairs if p[2]]
    else: # nil for an optional member is not written
        pairs = [p for p in pairs if p[1] is not None or p[2] or nullable(p[0])]
    out = msgpack.Packer().pack_map_header(len(pairs))
    for name, x, _ in pairs:
        key = v.schema["properties"][name]["x-msgpack-key"] if form == "intkeys" else name
        out += msgpack.packb(key) + pack(x, shuffle)
    return out


with open(sys.argv[2], "wb") as f:
    for i in range(60):
        v = value(root, 0)
        a, b = pack(v, i % 3 != 0), pack(v, False)
        f.write(struct.pack("II", len(a), len(b)) + a + b)
