#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The good and bad documents of tests/schema, asked of Debian's python3-jsonschema too: where a schema has only what JSON Schema has, it must agree,
but for what docs/codegen.md says. usage: schema_peer.py"""
import glob, json, re, sys
import jsonschema
from jsonschema import Draft202012Validator, Draft7Validator, validators
def is_int(_, v): return isinstance(v, int) and not isinstance(v, bool)
def make(base): return validators.extend(base, type_checker=base.TYPE_CHECKER.redefine("integer", is_int))
NEW, OLD = make(Draft202012Validator), make(Draft7Validator)
OWN = re.compile(r'"x-|"bytes"|"extension"|contentEncoding|\$ref": "(?!#)|\$id|"id"|"pattern"')
def cases(path):
    schema = None; opts = kept = False
    for n, line in enumerate(open(path, encoding="utf-8"), 1):
        line=line.rstrip("\n")
        w, _, rest = line.partition(" ")
        if w == "opts": opts = "enum-keep" in rest # an option of cinch: not for others to judge
        elif w == "schema": schema, kept, opts = rest, opts, False
        elif line.startswith(" ") and line.lstrip()[:1] in tuple('{}[]",'): schema = (schema or "") + line
        elif w in ("good","bad") and not rest.startswith("hex") and not kept: yield n, schema, rest, w == "good"
def has_nil_member(v):
    if isinstance(v, dict): return any(x is None or has_nil_member(x) for x in v.values())
    return isinstance(v, list) and any(map(has_nil_member, v))
# What docs/codegen.md says is different, and jsonschema's division of doubles.
KNOWN = {('{"type": "number"}', "9007199254740993"), ('{"type": "number", "multipleOf": 0.1}', "0.3"), ('{"type": "number", "multipleOf": 0.1}', "0.7"),
         ('{"enum": ["a", 1, true, null, 0.5]}', "1.0")}
asked = bad = 0
for path in sorted(glob.glob("tests/schema/*.txt")):
    for n, schema, doc, good in cases(path):
        if OWN.search(schema): continue
        try: s, d = json.loads(schema), json.loads(doc)
        except ValueError: continue
        if has_nil_member(d) or (schema, doc) in KNOWN or (not good and isinstance(d, int) and d > 2**63 - 1): continue
        old = '"items": [' in schema or "draft-07" in schema
        asked += 1
        got = (OLD if old else NEW)(s).is_valid(d)
        if got != good:
            bad += 1; print(f"{path}:{n}: jsonschema says {got}: {schema[:150]}  <- {doc}")
print(f"== schema peer: {asked-bad} passed, {bad} failed")
