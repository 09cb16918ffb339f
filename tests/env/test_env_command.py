#!/usr/bin/env python3
"""`canasta env` and docs/environment.md: what is printed is complete, every field is described.

usage: test_env_command.py CANASTA
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "environment.md"
CANASTA = sys.argv.pop()


def run(*words):
    return subprocess.run([CANASTA, *words], capture_output=True, text=True)


def names_of_rule_sets():
    listed = json.loads(run("rules", "list", "--json").stdout)["rulesets"]
    return [entry["name"] for entry in listed]


class Command(unittest.TestCase):
    def test_fields_lie_without_gaps_in_every_rule_set(self):
        for name in names_of_rule_sets():
            told = json.loads(run("env", "--json", "--rules", name).stdout)
            offset = 0
            for field in told["fields"]:
                self.assertEqual(field["offset"], offset, (name, field))
                size = 1
                for length in field["shape"]:
                    size *= length
                offset += size
            self.assertEqual(offset, told["values"])

    def test_every_field_is_described_in_the_document_as_the_program_does(self):
        rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (.*) \|$", DOCUMENT.read_text(), re.M))
        found = set()
        for name in names_of_rule_sets():
            for field in json.loads(run("env", "--json", "--rules", name).stdout)["fields"]:
                self.assertEqual(rows.get(field["name"]), field["meaning"], field["name"])
                found.add(field["name"])
        self.assertGreater(len(found), 55)

    def test_fields_and_actions_are_printed_for_people(self):
        answer = run("env", "--fields", "--actions", "--rules", "two_player")
        self.assertEqual(answer.returncode, 0)
        self.assertIn("melds", answer.stdout)
        self.assertRegex(answer.stdout, r"\n *63  new\n")

    def test_wrong_words_are_refused(self):
        for words in (("--rules", "nobody"), ("--field",), ("word",)):
            answer = run("env", *words)
            self.assertEqual(answer.returncode, 2, words)
            self.assertEqual(answer.stderr.count("\n"), 1)
        self.assertEqual(run("env", "--help").returncode, 0)


if __name__ == "__main__":
    unittest.main()
