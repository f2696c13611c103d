#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the lines of `./dev bench --json` (standard input, or files; of several runs the smallest minimum counts) into the table that
docs/performance.md shows: a row a work, cinch's time, each other's, and how many times cinch's the best peer takes."""
import fileinput
import json

# Yardsticks do less work than cinch: they are shown and never the best peer.
YARDSTICKS = {"memcpy", "unchecked-msgpuck", "unchecked-cinch", "simdjson", "yyjson"}
OURS = {"cinch", "cinch-puts"}


def time(ns):
    return f"{ns:.0f} ns" if ns < 1000 else f"{ns / 1000:.2f} us" if ns < 10000 else f"{ns / 1000:.0f} us"


works = {}
for line in fileinput.input():
    m = json.loads(line)
    times = works.setdefault(m["work"], {})
    times[m["who"]] = min(m["ns"], times.get(m["who"], m["ns"]))

print("| work | cinch | others | best peer / cinch |")
print("| --- | ---: | --- | ---: |")
for work, times in works.items():
    if "cinch" not in times:
        continue
    peers = {who: ns for who, ns in times.items() if who not in YARDSTICKS | OURS}
    others = ", ".join(f"{who} {time(ns)}" for who, ns in sorted(times.items(), key=lambda x: x[1]) if who != "cinch")
    ratio = f"{min(peers.values()) / times['cinch']:.2f}" if peers else ""
    print(f"| {work} | {time(times['cinch'])} | {others} | {ratio} |")
