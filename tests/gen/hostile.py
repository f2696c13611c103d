#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A schema whose members and types are called as everything that C and C++ and their libraries have a name for, and whose texts try to leave their
comments and strings. usage: hostile.py [kept] >schema.json
kept: members of other names and values of other texts are kept, so that none is called `extra`, nor `kept`."""
import json
import sys

WORDS = """alignas alignof and asm auto bool break case catch char class compl concept const constexpr continue decltype default delete do
double else enum explicit export extern false final float for friend goto if import inline int long module mutable namespace new noexcept not nullptr
operator or override private protected public register requires restrict return short signed sizeof static struct switch template this throw
true try typedef typeid typename typeof union unsigned using virtual void volatile while xor unix linux main errno stdin stdout NULL EOF size_t int8_t uint64_t
abs accept access atof bind bsearch calloc ceil clock close connect div dup environ erf error exit exp exec floor fmod fork free gamma getenv
index ioctl isnan j0 kill link listen localtime log malloc memcpy memset mktime modf nan open optarg pause pipe poll pow printf puts qsort raise rand read
realloc remove rename rint round select send signal sin sleep socket sqrt stat strcmp strdup strlen strtol symlink sync system tan time times tmpfile
truncate umask unlink usleep wait warn write y0 yn cinch_str cinch_bin cinch_reader cinch_writer cinch_arena cinch_time arena buf cap len msg diag v r w p n i
get put check equal encode decode items count which as has value extra more kind entry pair key kept nothing row rows memory passed failed leaks held sink state type union_ struct_ __attribute__ _Bool _Generic defined
assert offsetof complex I unreachable alloca va_list FILE""".split()
NASTY = "*/ int evil; /* \\\n // ??/ \u202e\x1b[31m \" ' %s %d \x00 */"

KEPT = "kept" in sys.argv
OTHERS = {"additionalProperties": {"type": ["string", "null"]}} if KEPT else {}
seen, words = {"extra", "kept"} if KEPT else set(), []
for w in WORDS:  # those that become one name in C are an error, and another test
    key = "".join(c for c in w.lower() if c.isalnum() or c == "_").strip("_")
    if key not in seen:
        seen.add(key)
        words.append(w)
defs = {w: {"title": NASTY, "description": NASTY, "type": "object", "properties": {w: {"type": "integer", "description": NASTY}, "a_" + w: {
    "enum": [w, NASTY]}}} for w in words}
print(json.dumps({"title": "Hostile", "description": NASTY, "type": "object", **OTHERS, "properties": {w: {"$ref": "#/$defs/" + w} for w in words}, "$defs": defs}))
