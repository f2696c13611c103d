#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the library on purpose, one line at a time in a copy, and expects the tests to notice: vectors first, then unit tests.

    mutate.py DIR                  the chosen ones of tests/build/mutations.txt; each is a case
    mutate.py DIR --random N SEED  N places picked by chance: prints those that nothing noticed. Some change nothing that can be
                                   seen; the others are tests to write.
DIR holds the copies and what is built from them."""
import argparse
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

LIST = "tests/build/mutations.txt"
JOBS = int(os.environ.get("JOBS", "2"))
LONGEST = 120  # seconds: what takes longer has been noticed
SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" + ", " - "), (" - ", " + "),
         (" && ", " || "), (" || ", " && "), ("++", "--"), (" << ", " >> "), ("return true", "return false"), ("return false", "return true"),
         (" 1;", " 2;"), ("!", ""), (" & ", " | ")]


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def compile_all(out, paths, flags):
    """Objects of these files, two at a time."""
    def one(path):
        target = os.path.join(out, path.replace("/", "_")[:-2] + ".o")
        done = run(["cc", "-std=c11", "-O1", "-w", *flags, "-Iinclude", "-Itests", "-I.", "-c", path, "-o", target])
        if done.returncode:
            raise SystemExit(done.stderr)
        return path, target

    with ThreadPoolExecutor(max_workers=JOBS) as pool:
        return dict(pool.map(one, paths))


def library():
    with open("src/all.c", encoding="utf-8") as f:
        return ["src/" + name for name in re.findall(r'^#include "([^"]+)"', f.read(), re.M)]


def says(command):
    """What the program has against the library, as soon as it says anything; None: nothing."""
    p = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace")
    watch = threading.Timer(LONGEST, p.kill)
    watch.start()
    try:
        for line in p.stdout:
            if line.strip() and (not line.startswith("== ") or " 0 failed" not in line):
                return line.strip()
        return None if p.wait() == 0 else f"ended with {p.returncode}"
    finally:
        watch.cancel()
        p.kill()
        p.wait()


def takes_in(header):
    """The library's files that read this header, directly or by another."""
    def included(path):
        with open(path, encoding="utf-8") as f:
            return {os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in re.findall(r'^#include "([^"]+)"', f.read(), re.M)}

    reads = {path: included(path) for path in glob.glob("src/*/*.[ch]")}
    found = {header}
    while True:
        more = {path for path, names in reads.items() if names & found} - found
        if not more:
            return sorted(path for path in found & set(library()))
        found |= more


class Tests:
    def __init__(self, out):
        self.out = out
        self.library = compile_all(out, library(), ["-DCINCH_NO_SIMD"]) # so that the portable kernels are tried
        self.kit = list(compile_all(out, ["tests/harness.c", "tests/support.c", "tests/generate.c"], []).values())
        self.main = list(compile_all(out, ["tests/harness_main.c"], []).values())
        self.vectors = list(compile_all(out, sorted(glob.glob("tests/vectors/*.c")), []).values())
        self.units = compile_all(out, sorted(glob.glob("tests/unit/*.c")), [])

    def notice(self, number, path, text):
        """What the tests say of a library whose file at path reads text instead; None: they noticed nothing."""
        copy = os.path.join(self.out, f"copy{number}")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree("src", os.path.join(copy, "src"))
        mutant, archive = os.path.join(copy, path), os.path.join(copy, "lib.a")
        with open(mutant, "w", encoding="utf-8") as f:
            f.write(text)
        try:
            anew = takes_in(path) if path.endswith(".h") else [path]
            for source in [os.path.join(copy, name) for name in anew]:
                if run(["cc", "-std=c11", "-O1", "-w", "-DCINCH_NO_SIMD", "-Iinclude", "-c", source, "-o", source + ".o"]).returncode:
                    return "the compiler"
            run(["ar", "cr", archive, *[os.path.join(copy, name) + ".o" for name in anew],
                 *[target for source, target in self.library.items() if source not in anew]])
            for objects in [self.vectors] + [self.main + [unit] for unit in self.units.values()]:
                program = os.path.join(copy, "run")
                built = run(["cc", *objects, *self.kit, archive, "-o", program])
                said = says([program]) if built.returncode == 0 else built.stderr
                if said:
                    return said
            return None
        finally:
            shutil.rmtree(copy, ignore_errors=True)


def chosen():
    with open(LIST, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if line.strip() and not line.startswith("#"):
                path, old, new = [part.strip() for part in line.split(" || ")]
                yield f"{LIST}:{number} {path}: {old} -> {new}", path, old, new


def apply_chosen(tests):
    def one(job):
        number, (name, path, old, new) = job
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if text.count(old) != 1:
            return f"{name}: the text stands there {text.count(old)} times, not once; choose another place"
        if not tests.notice(number, path, text.replace(old, new)):
            return f"{name}: nothing noticed"
        return None

    with ThreadPoolExecutor(max_workers=JOBS) as pool:
        return list(pool.map(one, enumerate(chosen())))


def apply_random(tests, count, seed):
    places = []
    for path in sorted(glob.glob("src/*/*.c")):
        if path.startswith("src/cli/") or "_table" in path:
            continue
        with open(path, encoding="utf-8") as f:
            text = f.read()
        code = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', lambda m: " " * len(m[0]), text, flags=re.S | re.M)
        for old, new in SWAPS:
            places += [(path, text, m.start(), old, new) for m in re.finditer(re.escape(old), code)]
    random.seed(seed)

    def one(job):
        number, (path, text, at, old, new) = job
        if tests.notice(number, path, text[:at] + new + text[at + len(old):]):
            return None
        line = text.count("\n", 0, at)
        return f"{path}:{line + 1}: {old.strip()} -> {new.strip()}: {text.split(chr(10))[line].strip()}"

    with ThreadPoolExecutor(max_workers=JOBS) as pool:
        return list(pool.map(one, enumerate(random.sample(places, min(count, len(places))))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--random", nargs=2, type=int, metavar=("N", "SEED"))
    args = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    out = os.path.abspath(args.dir)
    os.makedirs(out, exist_ok=True)
    tests = Tests(out)
    with open("src/base/error.c", encoding="utf-8") as f:
        said = tests.notice("whole", "src/base/error.c", f.read())
    results = [f"the library as it is: {said}"] if said else [None]
    if not said:
        results += apply_random(tests, *args.random) if args.random else apply_chosen(tests)
    survived = [text for text in results if text]
    print("\n".join(survived))
    print(f"== mutations: {len(results) - len(survived)} passed, {len(survived)} failed")
    return bool(survived)


if __name__ == "__main__":
    sys.exit(main())
