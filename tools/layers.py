#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what the house rules say about the shape of the tree: who may include whom, what the library may use, unique names,
sizes of files and functions, links of documents. One case a rule; prints what breaks it as FILE:LINE and ends with the summary line of a test."""
import os
import re
import subprocess
import sys
from collections import defaultdict

# A folder may include itself and what stands here. Public headers belong to the folder that implements them.
MAY = {
    "base": [],
    "kern": ["base"],
    "core": ["base", "kern"],
    "gen": ["base", "kern", "core"],
    "tree": ["base", "kern", "core"],
    "json": ["base", "kern", "core"],
    "text": ["base", "kern", "core"],
    "edit": ["base", "kern", "core", "tree"],
    "schema": ["base", "kern", "core", "tree", "json", "text", "edit"],
    "emit": ["base", "kern", "core", "gen", "tree", "json", "edit", "schema"],
}
HEADERS = {
    "base": ["base", "wire"],
    "core": ["write", "read", "inline", "check", "stream"],
    "gen": ["gen", "gen_pass", "gen_lay"], "tree": ["tree"], "json": ["json"], "text": ["text"], "edit": ["edit"], "schema": ["schema"], "emit": ["emit"],
}
LAYER_OF = {name: layer for layer, names in HEADERS.items() for name in names}
NOT_API = ["wire", "inline"]  # installed, but for the library alone
PUBLIC_ONLY = ["src/cli", "bench", "examples", "fuzz", "tests/diff"]

# Below the tool: what every freestanding C11 has, and <string.h>.
SYSTEM = ["string.h", "stdbool.h", "stddef.h", "stdint.h", "limits.h", "float.h", "stdarg.h", "stdalign.h"]
SYSTEM_KERN = SYSTEM + ["stdatomic.h", "immintrin.h", "emmintrin.h", "cpuid.h", "arm_neon.h"]
FORBIDDEN = re.compile(
    r"(?<![\w.>])(malloc|calloc|realloc|free|\w*printf|puts|fopen|fread|fwrite|strto\w+|ato[ifl]+|setlocale|localeconv|getenv|abort|exit"
    r"|assert|qsort|bsearch|time|gmtime|localtime|strerror|alloca)\s*\(|\b(errno|stdout|stderr|stdin|FILE)\b")

FILE_ASK, FILE_STOP, HEADER_STOP = 600, 900, 450
FUNCTION_ASK, FUNCTION_STOP = 60, 150
TABLES = ("_table.h", "_table.c", "_tables.c", "_tables.h")  # tables and generated files may be of any length

failures = []


def fail(path, line, text):
    failures.append(f"{path}:{line}: {text}")


def tracked():
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True).stdout
    return sorted(path for path in out.splitlines() if os.path.isfile(path))


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text):
    """The text without comments and with empty literals, line for line and column for column."""
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


class Source:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as f:
            self.text = f.read()
        self.code = code_of(self.text)
        self.lines = self.text.count("\n")
        part = path.split("/")
        self.layer = part[1] if part[0] == "src" and len(part) > 2 else None
        if path.startswith("include/cinch/"):
            self.layer = LAYER_OF.get(os.path.basename(path)[:-2])

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def includes(self):
        for m in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', self.text, re.M):
            yield self.line(m.start()), m.group(1) == "<", m.group(2)

    def functions(self):
        """(name, first line, last line, static) of what begins and ends at column 0, as clang-format lays functions out."""
        for m in re.finditer(r"^(?!typedef\b|struct\b[^()]*$|enum\b[^()]*$|union\b[^()]*$|#)(\w[^;{}#=]*?\b(\w+)\([^;{}]*\)[^;{}()]*)\n?\{", self.code, re.M):
            end = re.compile(r"^\}|(?<=\n)[^\n]*\{[^\n]*\}[ \t]*$", re.M).search(self.code, m.end() - 1)
            last = self.line(end.start()) if end else self.lines
            yield m.group(2), self.line(m.start()), last, re.match(r"[^(]*\bstatic\b", m.group(1)) is not None


def check_includes(sources):
    for s in sources:
        public_only = any(s.path.startswith(folder + "/") for folder in PUBLIC_ONLY)
        if not public_only and s.layer not in MAY:
            continue
        for line, system, name in s.includes():
            if system:
                continue
            public = re.fullmatch(r"cinch/(\w+)\.h", name)
            if public_only:
                target = os.path.normpath(os.path.join(os.path.dirname(s.path), name))
                if public and public.group(1) in NOT_API:
                    fail(s.path, line, f"{name} is not API")
                elif not public and (target.startswith(("src/", "include/")) and not target.startswith("src/cli/")):
                    fail(s.path, line, f"{name}: public headers only here")
                continue
            if public:
                layer = LAYER_OF.get(public.group(1))
            else:
                target = os.path.normpath(os.path.join(os.path.dirname(s.path), name))
                layer = target.split("/")[1] if target.startswith("src/") else None
            if layer != s.layer and layer not in MAY[s.layer]:
                fail(s.path, line, f"{s.layer} may not include {name} ({layer or 'no layer'})")


def check_library(sources):
    for s in sources:
        if s.layer not in MAY:
            continue
        for line, system, name in s.includes():
            vectors = s.layer == "kern" or s.path.endswith(("_x86.h", "_neon.h"))  # forms of what base needs inline
            allowed = SYSTEM_KERN if vectors else SYSTEM
            if system and name not in allowed and not (name == "stdlib.h" and s.path == "src/base/alloc.c"):
                fail(s.path, line, f"<{name}> below the tool")
        for m in FORBIDDEN.finditer(s.code):
            if s.path != "src/base/alloc.c":
                fail(s.path, s.line(m.start()), f"{m.group(1) or m.group(2)} below the tool")


def check_all_c(sources):
    """src/all.c names every .c file of the library once, grouped by layer, each group in order of the alphabet."""
    listed = [(line, "src/" + name) for s in sources if s.path == "src/all.c" for line, _, name in s.includes()]
    order = list(MAY)
    names = [name for _, name in listed]
    for name in sorted(set(s.path for s in sources if s.layer in MAY and s.path.endswith(".c")) - set(names)):
        fail("src/all.c", 1, f"{name} is missing")
    for (_, before), (line, name) in zip(listed, listed[1:]):
        a, b = before.split("/"), name.split("/")
        if (order.index(a[1]), before) >= (order.index(b[1]), name):
            fail("src/all.c", line, f"{name} stands after {before}")


def check_file_names(paths):
    seen = {}
    for path in paths:
        if not path.endswith((".c", ".h", ".py", ".sh")):
            continue
        name = os.path.basename(path)
        public = path.startswith("include/")
        # A header of the library may share its name with the public header whose inside it is not: that would confuse, so no.
        if name in seen and not (public and seen[name].startswith("examples/")):
            fail(path, 1, f"the name stands also at {seen[name]}")
        seen.setdefault(name, path)


def check_function_names(sources):
    seen = defaultdict(list)
    for s in sources:
        for name, line, _, static in s.functions():
            if static and name != "TEST":
                seen[name].append((s.path, line))
        for m in re.finditer(r"^TEST\((\w+)\)", s.code, re.M):
            seen["TEST " + m.group(1)].append((s.path, s.line(m.start())))
    for name, places in sorted(seen.items()):
        if len(set(path for path, _ in places)) > 1:
            fail(*places[1], f"{name} stands also at {places[0][0]}:{places[0][1]}")


def check_sizes(sources):
    for s in sources:
        stop = HEADER_STOP if s.path.startswith("include/") else FILE_STOP
        if s.lines > stop and not s.path.endswith(TABLES):
            fail(s.path, s.lines, f"{s.lines} lines, {stop} is the end")
        elif s.lines > FILE_ASK and not s.path.endswith(TABLES):
            print(f"note: {s.path}: {s.lines} lines")
        lines = s.text.split("\n")
        for name, first, last, _ in s.functions():
            length = last - first + 1
            explained = first > 1 and lines[first - 2].rstrip().endswith("*/")
            if length > FUNCTION_STOP:
                fail(s.path, first, f"{name} has {length} lines, {FUNCTION_STOP} is the end")
            elif length > FUNCTION_ASK and not explained:
                fail(s.path, first, f"{name} has {length} lines and no comment above that says why")


def check_top(paths):
    for path in paths:
        if not (path.endswith((".c", ".h", ".py", ".sh", ".cmake", ".cpp", "CMakeLists.txt")) or path == "dev"):
            continue
        with open(path, encoding="utf-8") as f:
            if "SPDX-License-Identifier: MIT" not in "".join(f.readline() for _ in range(3)):
                fail(path, 1, "no SPDX line on top")


def check_text(paths):
    for path in paths:
        with open(path, "rb") as f:
            data = f.read()
        if b"\0" in data or path.startswith("tests/cli/") or "/golden/" in path:
            continue
        if data and not data.endswith(b"\n"):
            fail(path, data.count(b"\n") + 1, "no newline at the end")
        for n, line in enumerate(data.split(b"\n"), 1):
            if line.endswith((b" ", b"\t", b"\r")) and not path.endswith(".md"):
                fail(path, n, "white space at the end")
            if re.search(rb"\b(TO" rb"DO|FIX" rb"ME|XX" rb"X)\b", line):
                fail(path, n, "a promise in the code")


def check_documents(paths):
    """A decision begins with its own number; a link in a document leads to a file, and a decision that is named is there."""
    numbers = {os.path.basename(path)[:4] for path in paths if path.startswith("docs/decisions/")}
    for path in paths:
        if not path.endswith((".md", ".c", ".h", ".sh", ".py")) or path == "tools/layers.py":
            continue
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if path.startswith("docs/decisions/") and not text.startswith(f"# {os.path.basename(path)[:4]}: "):
            fail(path, 1, "a decision that does not begin with its number")
        for m in re.finditer(r"\bdecisions/(\d{4})\b", text):
            if m.group(1) not in numbers:
                fail(path, text.count("\n", 0, m.start()) + 1, f"no decision {m.group(1)}")
        for m in re.finditer(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)", text) if path.endswith(".md") else ():
            if not os.path.exists(os.path.join(os.path.dirname(path), m.group(1))):
                fail(path, text.count("\n", 0, m.start()) + 1, f"a link to {m.group(1)}, which is not there")


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    paths = tracked()
    sources = [Source(path) for path in paths if path.endswith((".c", ".h"))]
    rules = [("includes point one way", check_includes, sources), ("the library's libc", check_library, sources),
             ("src/all.c is complete and in order", check_all_c, sources), ("unique file names", check_file_names, paths),
             ("unique static function names", check_function_names, sources), ("sizes", check_sizes, sources),
             ("SPDX lines", check_top, paths), ("plain text", check_text, paths), ("documents point at what is there", check_documents, paths)]
    passed = 0
    for name, rule, what in rules:
        before = len(failures)
        rule(what)
        for text in failures[before:]:
            print(text)
        if len(failures) == before:
            passed += 1
        else:
            print(f"FAIL {name}")
    print(f"== layers: {passed} passed, {len(rules) - passed} failed")
    return passed != len(rules)


if __name__ == "__main__":
    sys.exit(main())
