#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the lines of `./dev bench --json` (standard input, or files; of several runs the smallest minimum counts) into the table that
docs/performance.md shows: a row a work, cinch's time, each other's, and how many times cinch's the best peer takes."""
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


def main():
    print("| work | cinch | others | best peer / cinch |")
    print("| --- | ---: | --- | ---: |")
    for work, times in gather(fileinput.input()).items():
        peers = {who: ns for who, ns in times.items() if who not in YARDSTICKS | OURS}
        others = ", ".join(f"{who} {time(ns)}" for who, ns in sorted(times.items(), key=lambda x: x[1]) if who != "cinch")
        ratio = f"{min(peers.values()) / times['cinch']:.2f}" if peers else ""
        print(f"| {work} | {time(times['cinch'])} | {others} | {ratio} |")


if __name__ == "__main__":
    main()
