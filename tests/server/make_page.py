#!/usr/bin/env python3
"""Packs a page made up for the tests: make_page.py PACK_PAGE OUTPUT WHAT; `bare` is no page at
all. Not here: what is claimed about it (test_page.py)."""
import os
import random
import subprocess
import sys
import tempfile

LARGE = 600000


def files():
    """Path and bytes of each file: small ones, one that packs well, one large that hardly does."""
    draw = random.Random(1)
    return {"index.html": b"<!doctype html><p>hello\n" * 20,
            "icon.svg": b"<svg/>",
            "empty.txt": b"",
            ".secret": b"no",
            "assets/a-1.js": b"let a = 1; // and so on\n" * 4000,
            "engine.wasm": b"\0asm" + bytes(draw.choice(b"abcdefgh") for _ in range(LARGE)),
            "noise.png": draw.randbytes(5000)}


def by_brotli():
    """What the build of the page left beside some files: no server looks into it."""
    draw = random.Random(2)
    return {"assets/a-1.js": draw.randbytes(50),
            "engine.wasm": draw.randbytes(LARGE // 4),
            "noise.png": draw.randbytes(4900),
            "empty.txt": b"\x3b"}


def write(folder):
    packed = {path + ".br": data for path, data in by_brotli().items()}
    for path, data in {**files(), **packed}.items():
        place = os.path.join(folder, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(data)


def main():
    pack_page, output, what = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if what != "bare":
            write(os.path.join(folder, "dist"))
        subprocess.run([sys.executable, pack_page, output, os.path.join(folder, "d"),
                        os.path.join(folder, "dist")], check=True)


if __name__ == "__main__":
    main()
