#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Branches of the library that the tests take: per folder, and one by one where they are not taken.

    coverage.py DIR [--prop] [--all]     builds everything in DIR, runs vectors, schemas, unit, oom and fuzz seeds (with --prop property tests too)

The library is one object (src/all.c, gcc -O0 --coverage) that every test program is linked with. A branch is one outcome of a condition, as gcov
counts them. Those of src/core that no test takes must stand in tests/build/unreached.txt with the reason; --all lists those of
other folders as well. Ends with the summary line of a test."""
import argparse
import glob
import gzip
import json
import os
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

FOLDERS = ["base", "kern", "core", "tree", "json", "text", "edit"]
EXPLAINED = "tests/build/unreached.txt"
KERNELS = ("/prop_bulk_random", "/unit_read_gets", "/unit_text_examples")
GENERATED = "tests/gen/schemas/document.json"
MUST_HOLD = {"core": 98.0}  # percent taken without the explained ones
LIBRARY = 95.0
JOBS = int(os.environ.get("JOBS", "2"))


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def must(command, **more):
    done = run(command, **more)
    if done.returncode:
        raise SystemExit(done.stderr)


def generate(out):
    """What the fuzz target `gen` includes. The tool's run counts for nothing."""
    must(["gcc", "-std=gnu11", "-O0", "-w", "-Iinclude", *glob.glob("src/cli/*.c"), f"{out}/all.o", "-lgcov", "-lm", "-pthread", "-o", f"{out}/cinch"])
    for kind in ("view", "static", "owned", "keep"):
        options = ["--unknown=keep"] if kind == "keep" else [f"--storage={kind}"]
        must([f"{out}/cinch", "gen", GENERATED, "-o", f"{out}/gen/{kind}", f"--prefix={kind}_", *options],
             env={**os.environ, "GCOV_PREFIX": os.path.abspath(f"{out}/uncounted")})
    return glob.glob(f"{out}/gen/*/*.c")


def build(out, prop):
    """The programs, as command lines."""
    test = ["gcc", "-std=c11", "-O1", "-w", "-Iinclude", "-Itests", "-Ifuzz", "-I."]
    must(["gcc", "-std=c11", "-O0", "-g", "--coverage", "-Iinclude", "-I.", '-DCINCH_TEST_KERNELS="tests/kernels.h"',
          "-c", "src/all.c", "-o", f"{out}/all.o"])
    kit = []
    for name in ("harness", "harness_main", "support", "generate"):
        kit.append(f"{out}/kit_{name}.o")
        must(test + ["-c", f"tests/{name}.c", "-o", kit[-1]])
    link = [f"{out}/all.o", "--coverage", "-lm"]
    parts = [k for k in kit if "main" not in k]
    jobs = [(f"{out}/{kind}", glob.glob(f"tests/{kind}/*.c") + parts, []) for kind in ("vectors", "schema")]
    for kind in ("unit", "oom") + (("prop",) if prop else ()):
        for path in sorted(glob.glob(f"tests/{kind}/*.c")):
            jobs.append((f"{out}/{kind}_{os.path.basename(path)[:-2]}", [path] + kit, []))
    generated = generate(out)
    for path in sorted(glob.glob("fuzz/fuzz_*.c")):
        name = os.path.basename(path)[5:-2]
        more = generated if name == "gen" else []
        jobs.append((f"{out}/fuzz_{name}", [path, "fuzz/fuzz.c", "fuzz/replay.c"] + more,
                     [f'-DCINCH_TARGET="{name}"', f'-DCINCH_SEEDS="fuzz/seeds/{name}.txt"', "-D_DEFAULT_SOURCE", f"-I{out}/gen",
                      f'-DFUZZ_GEN_SCHEMA="{GENERATED}"']))
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(lambda job: must(test + job[2] + job[1] + link + ["-o", job[0]]), jobs))
    return [job[0] for job in jobs]


def run_all(programs):
    """Runs them, those about kernels also as on processors that have fewer, and returns those that failed."""
    jobs = [(program, {}) for program in programs]
    jobs += [(program, {"CINCH_KERNELS": most}) for program in programs if program.endswith(KERNELS) for most in ("ssse3", "portable")]

    def one(job):
        done = run([job[0]], env={**os.environ, **job[1]})
        return " ".join([job[0], *job[1].values()]) if done.returncode else None
    with ThreadPoolExecutor(JOBS) as pool:
        return [program for program in pool.map(one, jobs) if program]


def branches(out):
    """{file: {line: [times taken, ...]}}, with the outcomes of every function that a line is part of together."""
    run(["gcov", "--json-format", "--branch-probabilities", "--object-directory", ".", "all.gcda"], cwd=out)
    taken = defaultdict(lambda: defaultdict(list))
    for path in glob.glob(f"{out}/*.gcov.json.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as f:
            for file in json.load(f)["files"]:
                name = os.path.normpath(file["file"])
                for line in file["lines"]:
                    counts = [b["count"] for b in line["branches"]]
                    had = taken[name][line["line_number"]]
                    # An inline function of a header may be there more than once; an outcome taken in one is taken.
                    if len(had) == len(counts):
                        taken[name][line["line_number"]] = [a + b for a, b in zip(had, counts)]
                    elif len(had) < len(counts):
                        taken[name][line["line_number"]] = counts
    return taken


def explained():
    """{(file, text of the line)}: reason}. A line of the list: FILE | TEXT | REASON."""
    known = {}
    if os.path.exists(EXPLAINED):
        with open(EXPLAINED, encoding="utf-8") as f:
            for line in f:
                if line.strip() and not line.startswith("#"):
                    name, text, reason = (part.strip() for part in line.split(" | ", 2))
                    known[name, text] = reason
    return known


def report(taken, list_all):
    known, used = explained(), set()
    total, missed, excused = defaultdict(int), defaultdict(int), defaultdict(int)
    open_ones = []
    for name in sorted(taken):
        parts = name.split("/")
        if parts[0] != "src" or len(parts) < 3 or parts[1] not in FOLDERS:
            continue
        with open(name, encoding="utf-8") as f:
            lines = f.read().split("\n")
        for number, counts in sorted(taken[name].items()):
            folder, text = parts[1], lines[number - 1].strip()
            never = sum(1 for c in counts if not c)
            total[folder] += len(counts)
            missed[folder] += never
            if never and (name, text) in known:
                used.add((name, text))
                excused[folder] += never
            elif never and (folder == "core" or list_all):
                open_ones.append(f"{name}:{number}: {never} of {len(counts)} not taken: {text}")
    return total, missed, excused, open_ones, [key for key in known if key not in used]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--prop", action="store_true")
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    os.makedirs(args.dir, exist_ok=True)
    for old in glob.glob(f"{args.dir}/*.gcda"):
        os.remove(old)
    failed = run_all(build(args.dir, args.prop))
    total, missed, excused, open_ones, stale = report(branches(args.dir), args.all)
    print("\n".join(open_ones))
    for folder in FOLDERS:
        if total[folder]:
            print(f"{folder:5} {total[folder]:5} branches, {total[folder] - missed[folder]:5} taken, {excused[folder]:3} explained, "
                  f"{100 * (1 - missed[folder] / total[folder]):.2f} %")
    sums = [sum(d.values()) for d in (total, missed)]
    whole = 100 * (1 - sums[1] / sums[0])
    print(f"all   {sums[0]:5} branches, {sums[0] - sums[1]:5} taken, {whole:.2f} %")
    wrong = [f"program failed: {p}" for p in failed] + [f"explained but taken, or gone: {name}: {text}" for name, text in stale]
    wrong += [f"core: {line}" for line in open_ones if line.startswith("src/core/")]
    core = 100 * (1 - missed["core"] / total["core"])
    if core < MUST_HOLD["core"]:
        wrong.append(f"core: {core:.2f} %, {MUST_HOLD['core']} % wanted")
    if whole < LIBRARY:
        wrong.append(f"library: {whole:.2f} %, {LIBRARY} % wanted")
    for text in wrong:
        print(f"FAIL {text}")
    print(f"== coverage: {max(0, 4 - len(wrong))} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
