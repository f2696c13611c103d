#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library's symbols: what the headers declare, what the committed list (src/cinch.map, the linker's version script) exports, and what
the built libraries hold must agree; and the library keeps no writable data. usage: symbols.py LIBCINCH.A LIBCINCH.SO, or
symbols.py --accept to write the list anew from the headers."""
import glob
import os
import re
import subprocess
import sys

MAP = "src/cinch.map"
# The one thing that may change at run time: which table of vector kernels is used, chosen once.
WRITABLE = re.compile(r"cinchi_kern_chosen")
UNDEFINED = {"strchr", "strrchr", "strstr", "strcmp", "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "realloc", "free", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_"}


def declared():
    names = set()
    for path in glob.glob("include/cinch/*.h"):
        with open(path, encoding="utf-8") as f:
            code = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
        code = re.sub(r"^[ \t]*#.*?(?<!\\)$", "", code, flags=re.M | re.S)
        names |= set(re.findall(r"\bCINCH_(?:API|INLINE)\b[^;{}()]*?\b(cinchi?_\w+)\s*\(", code))
        for data in re.findall(r"\bextern CINCH_API const \w+ ([^;()]+);", code):
            names |= set(re.findall(r"\bcinchi?_\w+", data))
    return names


def listed():
    with open(MAP, encoding="utf-8") as f:
        return set(re.findall(r"^\s+(cinchi?_\w+);", f.read(), re.M))


def accept():
    with open("include/cinch/base.h", encoding="utf-8") as f:
        abi = re.search(r"#define CINCH_ABI\s+(\d+)", f.read())[1]
    lines = "".join(f"    {name};\n" for name in sorted(declared()))
    with open(MAP, "w", encoding="utf-8") as f:
        f.write(f"/* Every exported symbol; written by tools/symbols.py --accept after a public header has changed. */\n"
                f"CINCH_{abi} {{\nglobal:\n{lines}local:\n    *;\n}};\n")


def nm(path, *options):
    out = subprocess.run(["nm", *options, path], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in out.splitlines() if line and not line.endswith(":")]


def writable_data(archive):
    """Objects in sections that stay writable: constants that hold addresses (.data.rel.ro) do not."""
    for line in subprocess.run(["objdump", "-t", archive], capture_output=True, text=True, check=True).stdout.splitlines():
        m = re.match(r"^[0-9a-f]+ .{7} (\S+)\s+[0-9a-f]+ (?:\.hidden )?(\S+)$", line)
        if m and re.match(r"\.(data|bss|tdata|tbss)|\*COM\*", m[1]) and not m[1].startswith(".data.rel.ro") and m[1] != m[2]:
            yield m[2]


def compare(name, got, want, what):
    wrong = [f"{s}: {what[0]}" for s in sorted(got - want)] + [f"{s}: {what[1]}" for s in sorted(want - got)]
    for text in wrong:
        print(text)
    if wrong:
        print(f"FAIL {name}")
    return not wrong


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    if sys.argv[1:] == ["--accept"]:
        accept()
        return 0
    archive, shared = sys.argv[1:]
    exported = {row[-1].split("@")[0] for row in nm(shared, "-D", "--defined-only")} - {"CINCH_0"}
    rows = nm(archive)
    visible = {row[-1] for row in rows if len(row) == 3 and row[1].isupper()}
    missing = {row[-1] for row in rows if len(row) == 2 and row[0] == "U"} - visible
    writable = {name for name in writable_data(archive) if not WRITABLE.fullmatch(name)}
    results = [
        compare("headers and list", declared(), listed(), (f"declared, not in {MAP}: run tools/symbols.py --accept", "listed, not declared")),
        compare("list and shared library", exported, listed(), ("exported, not listed", "listed, not in the library")),
        compare("names in the static library", {s for s in visible if not re.match(r"cinchi?_", s)}, set(), ("neither cinch_ nor cinchi_", "")),
        compare("writable data", writable, set(), ("global data that can change", "")),
        compare("what it needs", missing - UNDEFINED, set(), ("not memcpy and its like", "")),
    ]
    print(f"== symbols: {sum(results)} passed, {len(results) - sum(results)} failed")
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
