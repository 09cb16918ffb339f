#!/usr/bin/env python3
"""Runs the fuzzers, as many at a time as there are processors, and says in TAP what they found.

usage: run.py [--seconds N] [--keep] [--build FOLDER] [NAME...]

  --seconds N      so long each, 10 if nobody says
  --keep           goes on from what earlier runs have found in .cache/fuzz, and adds to it
  --build FOLDER   where the fuzzers are, build-fuzz if nobody says

Inputs to begin with stand in tests/fuzz/corpus (seeds.py). An input that ends a fuzzer is kept in
.cache/fuzz/found; the line that tells of it names the command that repeats it.
Not here: building them (./check). Invariant: the corpus of the repository is never written.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
NAMES = ["table", "entries", "request", "frames", "commands", "rows", "codes", "records"]
OPTIONS = ["-timeout=20", "-rss_limit_mb=2048", "-reload=0", "-print_final_stats=1",
           "-close_fd_mask=1"]
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="malloc_context_size=2:quarantine_size_mb=16",
                   UBSAN_OPTIONS="print_stacktrace=1")
KEPT_MOST = 2000  # inputs, before those that add nothing are put away


def command(program, name, seconds, corpora, seed):
    found = os.path.join(ROOT, ".cache", "fuzz", "found", "")
    os.makedirs(found, exist_ok=True)
    words = [program, *OPTIONS, f"-max_total_time={seconds}", f"-seed={seed}",
             f"-artifact_prefix={found}{name}-", f"-max_len={300 if name == 'table' else 6000}"]
    dictionary = os.path.join(HERE, name + ".dict")
    if os.path.exists(dictionary):
        words.append("-dict=" + dictionary)
    return words + [folder for folder in corpora if os.path.isdir(folder)]


def fuzz(program, name, seconds, kept=None, seed=0):
    """None with what it did, or how it ended."""
    corpus = os.path.join(HERE, "corpus", name)
    with tempfile.TemporaryDirectory(prefix="canasta-fuzz-") as scratch:
        done = subprocess.run(command(program, name, seconds, [kept or scratch, corpus], seed),
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              errors="replace", env=ENVIRONMENT)
    runs = re.search(r"number_of_executed_units: *(\d+)", done.stderr)
    edges = re.findall(r"cov: (\d+)", done.stderr)
    if done.returncode == 0:
        return True, "%s inputs, %s edges" % (runs.group(1) if runs else "?",
                                              edges[-1] if edges else "?")
    done.stderr = done.stderr[-200000:]
    written = re.findall(r"Test unit written to (\S+)", done.stderr)
    again = f"again with {program} {written[-1]}" if written else f"status {done.returncode}"
    why = re.search(r"^.*(?:does not hold|runtime error|ERROR: (?!libFuzzer: deadly)).*$",
                    done.stderr, re.M)
    text = (why.group(0) + "\n" if why else "") + done.stderr[-3000:]
    return False, again + "\n" + text


def put_away(program, kept):
    """Keeps the inputs that add something."""
    if len(os.listdir(kept)) < KEPT_MOST:
        return
    fresh = kept + ".fresh"
    os.makedirs(fresh, exist_ok=True)
    merged = subprocess.run([program, "-merge=1", fresh, kept], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)
    if merged.returncode == 0 and os.listdir(fresh):
        os.rename(kept, kept + ".old")
        os.rename(fresh, kept)
        subprocess.run(["rm", "-rf", kept + ".old"], check=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--build", default=os.path.join(ROOT, "build-fuzz"))
    parser.add_argument("names", nargs="*", default=NAMES)
    wanted = parser.parse_args()

    def one(name):
        program = os.path.join(wanted.build, "tests", "fuzz", "fuzz_" + name)
        kept = os.path.join(ROOT, ".cache", "fuzz", name) if wanted.keep else None
        if kept:
            os.makedirs(kept, exist_ok=True)
        result = fuzz(program, name, wanted.seconds, kept)
        if kept:
            put_away(program, kept)
        return result

    failed = 0
    print("1..%d" % len(wanted.names), flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for i, (name, (good, text)) in enumerate(zip(wanted.names, pool.map(one, wanted.names)), 1):
            first, _, rest = text.partition("\n")
            print("%s %d - %s: %s" % ("ok" if good else "not ok", i, name, first))
            if rest:
                print("# " + rest.replace("\n", "\n# "))
            sys.stdout.flush()
            failed += not good
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
