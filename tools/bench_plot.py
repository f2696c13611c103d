#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the lines of `./dev bench --json` (standard input, or files; of several runs the smallest minimum counts) as a bar chart in SVG, on
standard output: for every work how long each library takes when cinch takes 1. Yardsticks, which do less work, are drawn hollow. Works
without a peer are left out. usage: bench_plot.py [FILE...] > FILE.svg"""
import fileinput
from html import escape
from bench_table import OURS, YARDSTICKS, gather, time

COLOURS = {"cinch": "#1a6b3c", "msgpuck": "#c8963e", "msgpack-c": "#8a5aa8", "rapidjson": "#4a7ab5", "rapidjson-msgpuck": "#4a7ab5",
           "jansson": "#b5564a", "by-hand": "#5d9c78"}
MOST = 8  # cinch's times that fit; longer bars end in their figure
LEFT, UNIT, BAR, GAP = 230, 70, 11, 9


def rows(works):
    """(work, [(who, times cinch's time)]), cinch first, then the others as they come in, quickest first."""
    for work, times in works.items():
        others = sorted((ns / times["cinch"], who) for who, ns in times.items() if who not in OURS)
        if any(who not in YARDSTICKS for _, who in others):
            yield work, [("cinch", 1.0)] + [(who, ratio) for ratio, who in others]


def bar(y, who, ratio):
    colour, width = COLOURS.get(who, "#888888"), min(ratio, MOST) * UNIT
    style = f'fill="none" stroke="{colour}"' if who in YARDSTICKS else f'fill="{colour}"'
    more = " \u2192" if ratio > MOST else ""
    return (f'<rect x="{LEFT}" y="{y + 0.5}" width="{width:.1f}" height="{BAR - 2}" {style}/>'
            f'<text x="{LEFT + width + 4:.1f}" y="{y + BAR - 2}">{escape(who)} {ratio:.2f}{more}</text>')


def draw(works):
    out, y = [], 46
    for work, bars in rows(works):
        out.append(f'<text x="{LEFT - 8}" y="{y + BAR - 2}" text-anchor="end" class="work">{escape(work)}, {time(works[work]["cinch"])}</text>')
        for who, ratio in bars:
            out.append(bar(y, who, ratio))
            y += BAR
        y += GAP
    width = LEFT + MOST * UNIT + 150
    ticks = "".join(f'<line x1="{LEFT + n * UNIT}" y1="38" x2="{LEFT + n * UNIT}" y2="{y}" class="{"one" if n == 1 else "tick"}"/>'
                    f'<text x="{LEFT + n * UNIT}" y="34" text-anchor="middle">{n}</text>' for n in range(MOST + 1))
    style = ("text{font:9px sans-serif;fill:#222}.work{font-weight:bold}.title{font-size:13px;font-weight:bold}"
             ".tick{stroke:#ddd}.one{stroke:#1a6b3c}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y + 8}" viewBox="0 0 {width} {y + 8}">'
            f'<style>{style}</style><rect width="100%" height="100%" fill="#ffffff"/>'
            f'<text x="8" y="18" class="title">Time, when cinch takes 1 (shorter is faster; hollow: does less work)</text>'
            f'{ticks}' + "\n".join(out) + "</svg>\n")


if __name__ == "__main__":
    print(draw(gather(fileinput.input())), end="")
