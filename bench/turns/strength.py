#!/usr/bin/env python3
"""Strength against work: thinker with more and more playouts against book, as a picture.

Not here: how long a turn takes by itself (turns.c). Invariant: the points are those of `canasta
match` with the same seed, on every machine.
usage: bench/turns/strength.py SVG [--deals N] [--rules NAME] [--program CANASTA]
"""
import argparse
import json
import subprocess

PLAYERS = ["tuned"] + [f"thinker:{n}" for n in (50, 100, 200, 500, 1000, 2000)]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 360, 70, 60, 30


def measure(program, player, rules, deals):
    words = [program, "match", player, "book", "--rules", rules, "--deals", str(deals),
             "--seed", "7201", "--json", "--threads", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    print(f"{player}: {told['points_per_hand']:+.0f} +- {told['ci95']:.0f}", flush=True)
    return told["points_per_hand"], told["ci95"]


def draw(found, rules, deals):
    most = max(points + error for points, error in found)
    step = (WIDTH - LEFT - 30) / (len(found) - 1)

    def y(points):
        return HEIGHT - BOTTOM - max(points, 0) / most * (HEIGHT - BOTTOM - TOP)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
             f'<text x="{LEFT}" y="18">points a hand against book, {rules}, {deals} deals</text>']
    for points in range(0, int(most) + 1, 100):
        lines.append(f'<path d="M{LEFT} {y(points):.0f}H{WIDTH - 20}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y(points) + 4:.0f}" text-anchor="end">'
                     f'{points}</text>')
    for i, (player, (points, error)) in enumerate(zip(PLAYERS, found)):
        x = LEFT + 10 + i * step
        lines.append(f'<path d="M{x:.0f} {y(points - error):.0f}V{y(points + error):.0f}" '
                     'stroke="#246" stroke-width="2"/>'
                     f'<circle cx="{x:.0f}" cy="{y(points):.0f}" r="5" fill="#246"/>'
                     f'<text x="{x:.0f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">'
                     f'{player.removeprefix("thinker:")}</text>')
    lines.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">'
                 'playouts for a decision</text></svg>')
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("svg")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--rules", default="classic_pagat")
    parser.add_argument("--program", default="build/canasta")
    asked = parser.parse_args()
    found = [measure(asked.program, player, asked.rules, asked.deals) for player in PLAYERS]
    with open(asked.svg, "w", encoding="utf-8") as file:
        file.write(draw(found, asked.rules, asked.deals))


if __name__ == "__main__":
    main()
