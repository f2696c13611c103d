#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The published values of msgpack-test-suite.

    suite.py vectors SUITE.json          every listed form of every value as a vector (docs/vectors.md): what must be read from it
    suite.py smallest SUITE.json TOOL    one case a value: from its JSON text the tool writes the smallest of the listed forms
What must come out is worked out from the value in the suite, never from the form's bytes."""
import base64
import json
import struct
import subprocess
import sys


def raw(text):
    return bytes.fromhex(text.replace("-", ""))


def quoted(data):
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\x{b:02x}" for b in data) + '"'


def number_log(value, form):
    """An integer form holds an integer; a float form the float nearest to the value, by its bits."""
    if form[0] == 0xca:
        return "f32 0x" + struct.pack(">f", float(value)).hex(), 5
    if form[0] == 0xcb:
        return "f64 0x" + struct.pack(">d", float(value)).hex(), 9
    size = {0xcc: 2, 0xcd: 3, 0xce: 5, 0xcf: 9, 0xd0: 2, 0xd1: 3, 0xd2: 5, 0xd3: 9}.get(form[0], 1)
    return ("u64 " if int(value) >= 0 else "i64 ") + str(int(value)), size


def head_len(form, table):
    """Bytes before a payload, or before the first item."""
    return table.get(form[0], 1)


def log(kind, value, form, pos):
    """Lines of what form must be read as, and its length."""
    if kind == "nil":
        return [f"{pos} nil"], 1
    if kind == "bool":
        return [f"{pos} bool {str(value).lower()}"], 1
    if kind in ("number", "bignum"):
        text, size = number_log(value, form)
        return [f"{pos} {text}"], size
    if kind == "string":
        data = value.encode()
        return [f"{pos} str {quoted(data)}"], head_len(form, {0xd9: 2, 0xda: 3, 0xdb: 5}) + len(data)
    if kind == "binary":
        data = raw(value)
        return [f"{pos} bin {data.hex()}"], len(form)
    if kind == "ext":
        return [f"{pos} ext {value[0]} {raw(value[1]).hex()}"], len(form)
    if kind == "timestamp":
        return [f"{pos} time {value[0]} {value[1]}"], len(form)
    count = len(value)
    lines, at = [f"{pos} {kind} {count}"], head_len(form, {0xdc: 3, 0xdd: 5, 0xde: 3, 0xdf: 5})
    for item in (value if kind == "array" else [part for pair in value.items() for part in pair]):
        more, size = log(kind_of(item), item, form[at:], pos + at)
        lines += more
        at += size
    return lines, at


def kind_of(value):
    """Of what is inside a container."""
    if value is None:
        return "nil"
    return {bool: "bool", int: "number", float: "number", str: "string", list: "array", dict: "map"}[type(value)]


def cases(path):
    with open(path, encoding="utf-8") as f:
        suite = json.load(f)
    for theme, entries in suite.items():
        for entry in entries:
            # A number too large for a double stands beside itself as a text.
            kinds = [k for k in entry if k != "msgpack"]
            kind = "bignum" if "bignum" in kinds else kinds[0]
            yield theme, kind, entry[kind], [raw(form) for form in entry["msgpack"]]


def vectors(path):
    for theme, kind, value, forms in cases(path):
        print(f"# {theme}")
        for form in forms:
            lines, size = log(kind, value, form, 0)
            assert size == len(form), (theme, value, form.hex())
            print(form.hex() + "".join("\n  " + line for line in lines))


def text_of(kind, value):
    if kind == "bignum":
        return value
    if kind == "binary":
        return json.dumps({"$bin": base64.b64encode(raw(value)).decode()})
    if kind == "ext":
        return json.dumps({"$ext": [value[0], base64.b64encode(raw(value[1])).decode()]})
    if kind == "timestamp":
        smallest = struct.pack(">I", value[0]) if 0 <= value[0] < 1 << 32 and not value[1] else None
        if smallest is None and 0 <= value[0] < 1 << 34:
            smallest = struct.pack(">Q", value[1] << 34 | value[0])
        return json.dumps({"$ext": [-1, base64.b64encode(smallest or struct.pack(">Iq", value[1], value[0])).decode()]})
    return json.dumps(value, ensure_ascii=False)


def smallest(path, tool):
    passed = failed = 0
    for theme, kind, value, forms in cases(path):
        # An integer is not written as a float, though a float 32 of 2^32 would be shorter.
        want = min(len(form) for form in [form for form in forms if form[0] not in (0xca, 0xcb)] or forms)
        done = subprocess.run([tool, "from-json", "--tagged", "--f32"], input=text_of(kind, value).encode(), capture_output=True, check=False)
        if done.returncode == 0 and done.stdout in forms and len(done.stdout) == want:
            passed += 1
        else:
            failed += 1
            print(f"FAIL {theme}: {value}: {done.stdout.hex()} {done.stderr.decode()}")
    print(f"== suite, smallest forms: {passed} passed, {failed} failed")


if __name__ == "__main__":
    if sys.argv[1] == "vectors":
        vectors(sys.argv[2])
    else:
        smallest(*sys.argv[2:4])
