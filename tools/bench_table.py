#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the lines of `./dev bench --json` (standard input, or files; of several runs the smallest minimum counts) into the table that
docs/performance.md shows: a row a work, cinch's time, each other's, and how many times cinch's the best peer takes. With --clang FILE
(lines of a build by clang) a column for that."""
import argparse
import fileinput
import json

# Yardsticks are shown and are never the best peer: they do less work than cinch, or are code for this one message and no library.
YARDSTICKS = {"memcpy", "unchecked-msgpuck", "unchecked-cinch", "simdjson", "yyjson", "by-hand"}
OURS = {"cinch", "cinch-puts", "cinch-orders"}


def gather(lines):
    works = {}
    for line in lines:
        m = json.loads(line)
        times = works.setdefault(m["work"], {})
        times[m["who"]] = min(m["ns"], times.get(m["who"], m["ns"]))
    return {work: times for work, times in works.items() if "cinch" in times}


def time(ns):
    return f"{ns:.0f} ns" if ns < 1000 else f"{ns / 1000:.2f} us" if ns < 10000 else f"{ns / 1000:.0f} us"


def ratio(times):
    peers = [ns for who, ns in times.items() if who not in YARDSTICKS | OURS]
    return f"{min(peers) / times['cinch']:.2f}" if peers else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clang", action="append", default=[])
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    clang = gather(fileinput.input(options.clang)) if options.clang else None
    print("| work | cinch | others | best peer / cinch |" + (" clang: cinch, ratio |" if clang else ""))
    print("| --- | ---: | --- | ---: |" + (" ---: |" if clang else ""))
    for work, times in gather(fileinput.input(options.files)).items():
        others = ", ".join(f"{who} {time(ns)}" for who, ns in sorted(times.items(), key=lambda x: x[1]) if who != "cinch")
        row = f"| {work} | {time(times['cinch'])} | {others} | {ratio(times)} |"
        print(row + (f" {time(clang[work]['cinch'])}, {ratio(clang[work])} |" if clang else ""))


if __name__ == "__main__":
    main()
