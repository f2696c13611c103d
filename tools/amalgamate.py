#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the whole library as two files, DIR/cinch.h and DIR/cinch.c, made from include/cinch/cinch.h and src/all.c.
usage: amalgamate.py DIR

DIR is made if need be. DIR/cinch/ gets one line for each public header, so that a program that says <cinch/cinch.h> builds with -IDIR
as it does against the installed library:

    cc -O2 -IDIR program.c DIR/cinch.c"""
import os
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")')
IF = re.compile(r"^[ \t]*#[ \t]*if")
ENDIF = re.compile(r"^[ \t]*#[ \t]*endif")
DEFINED = re.compile(r"defined\((\w+)\)")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)")
GUARD = re.compile(r"^#ifndef (\w+)\n#define \1$", re.M)


class Writer:
    def __init__(self, roots, drop=()):
        self.roots, self.drop, self.out, self.seen, self.defined, self.system = roots, drop, [], set(), set(), set()

    def find(self, name, folder):
        for base in [folder] + self.roots:
            path = os.path.normpath(os.path.join(base, name))
            if os.path.isfile(path):
                return path
        raise SystemExit(f"amalgamate: {name} not found from {folder}")

    def add(self, path):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if GUARD.search(text):
            if path in self.seen:
                return
            self.seen.add(path)
            self.lines(path, text.split("\n")[:-1])
        elif path.endswith(".h"):
            self.parts(path, text.split("\n")[:-1])
        else:
            self.lines(path, text.split("\n")[:-1])

    def parts(self, path, lines):
        """A header without a guard has parts that each wait for a macro: those whose macro is there now and was not before."""
        depth, part = 0, []
        for line in lines:
            depth += bool(IF.match(line))
            if depth:
                part.append(line)
            elif INCLUDE.match(line):
                continue
            if ENDIF.match(line):
                depth -= 1
                if depth == 0:
                    name = DEFINED.search(part[0])[1]
                    if name in self.defined and (path, name) not in self.seen:
                        self.seen.add((path, name))
                        self.lines(path, part)
                    part = []

    def lines(self, path, lines):
        self.out.append(f"/* ---- {path} */")
        for line in lines:
            define, include = DEFINE.match(line), INCLUDE.match(line)
            if define:
                self.defined.add(define[1])
            if not include:
                self.out.append(line)
            elif include[1]:
                # Within #if the same header may be wanted on another branch, so only what stands at the margin is dropped.
                if line in self.system and "immintrin" not in line:
                    continue
                self.system.add(line)
                self.out.append(line)
            elif not include[2].startswith(self.drop):
                self.add(self.find(include[2], os.path.dirname(path)))

    def text(self):
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.out) + "\n")


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise SystemExit("usage: amalgamate.py DIR")
    to = os.path.abspath(sys.argv[1])
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    header = Writer(["include"])
    header.add("include/cinch/cinch.h")
    header.add("include/cinch/wire.h")
    source = Writer(["include"], drop=("cinch/",))
    source.out.append('#include "cinch.h"')
    source.add("src/all.c")
    os.makedirs(os.path.join(to, "cinch"), exist_ok=True)
    write(os.path.join(to, "cinch.h"), header.text())
    write(os.path.join(to, "cinch.c"), source.text())
    for name in sorted(os.listdir("include/cinch")):
        write(os.path.join(to, "cinch", name), '#include "../cinch.h"\n')


if __name__ == "__main__":
    main()
