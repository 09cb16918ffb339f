"""Rules, fields, records and positions from Python. Not here: interfaces."""
import pathlib
import unittest

import numpy as np

import canasta

ROOT = pathlib.Path(__file__).parents[2]


class Rules(unittest.TestCase):
    def test_every_rule_set_has_a_table_for_each_of_its_numbers(self):
        for about in canasta.rule_sets():
            for players in about.players:
                rules = canasta.Rules(about.name, players=players)
                self.assertEqual(rules.players, players)
                self.assertIn(about.usual, about.players)
                self.assertEqual(len(rules.side_of), rules.seats)
        self.assertEqual(len({about.name for about in canasta.rule_sets()}), 29)

    def test_fields_fill_an_observation(self):
        for about in canasta.rule_sets():
            rules = canasta.Rules(about.name)
            self.assertEqual(sum(field.size for field in rules.fields.values()),
                             rules.observation_size)
            low, high = rules.bounds()
            self.assertTrue((low <= 0).all() and (high > 0).all())

    def test_a_field_is_a_view_of_the_observation(self):
        env = canasta.VectorEnv("classic_pagat", num_envs=5)
        rows = env.reset(seed=1)[0]["observation"]
        hand = env.rules.fields["hand"].of(rows)
        self.assertEqual(hand.shape, (5, 15))
        self.assertTrue(np.shares_memory(hand, rows))
        np.testing.assert_array_equal(hand.sum(axis=1),
                                      env.rules.fields["hand_count"].of(rows)[:, 0])
        self.assertEqual(env.rules.fields["melds"].of(rows).shape, (5, 2, 12, 3))

    def test_overrides_by_text_and_by_dict(self):
        for overrides in ("target = 3000; draw_count = 2", {"target": 3000, "draw_count": 2}):
            rules = canasta.Rules("classic_pagat", overrides)
            self.assertIn("target = 3000", rules.values())
            self.assertIn("draw_count = 2", rules.values())
        self.assertIn("no", canasta.Rules("classic_pagat", {"freeze_wild": False}).values())

    def test_a_rule_file_is_played(self):
        rules = canasta.Rules(text=(ROOT / "examples" / "triple_play.rules").read_text())
        env = canasta.VectorEnv(rules, num_envs=2)
        env.reset(seed=1)
        for _ in range(50):
            self.assertEqual(env.step(env.sample())[4]["refused"], 0)

    def test_wrong_rules_are_refused_in_words(self):
        for arguments, words in ((("nobody",), "nobody"), (("two_player", None, 5), "not by 5"),
                                 (("samba", "target = many"), "target"),
                                 (("samba", "colour = red"), "colour")):
            with self.assertRaises(canasta.RulesError) as caught:
                canasta.Rules(*arguments)
            self.assertIn(words, str(caught.exception))

    def test_rules_are_explained(self):
        self.assertIn("## ", canasta.Rules("samba").explain())

    def test_steps_and_reasons_have_names(self):
        names = canasta.step_names()
        self.assertEqual((len(names), names[0]), (241, "draw"))
        self.assertEqual(len(set(names)), len(names))
        self.assertEqual(list(canasta.reasons())[0], "OK")

    def test_legal_steps_are_named_as_the_mask_has_them(self):
        env = canasta.env("samba")
        env.reset(seed=4)
        for _ in range(40):
            numbers = [number for number, _, _ in env.legal()]
            mask = env.observe(env.agent_selection)["action_mask"]
            self.assertEqual(numbers, np.flatnonzero(mask).tolist())
            for number, name, play in env.legal():
                self.assertEqual(name, canasta.step_names()[number])
                self.assertTrue(play)
            env.step(numbers[-1])


class Texts(unittest.TestCase):
    def test_records_are_played_again(self):
        for name in ("two_player", "classic_pagat", "classic_random"):
            game = canasta.replay((ROOT / "tests" / "records" / f"{name}.record").read_text())
            self.assertIsNone(game.error)
            self.assertGreater(len(game.hands), 0)
            totals = [0] * len(game.hands[0].totals)
            for hand in game.hands:
                totals = [a + score["total"] for a, score in zip(totals, hand.scores)]
                self.assertEqual(tuple(totals), hand.totals)
                self.assertGreater(len(hand.steps), 0)

    def test_what_is_wrong_in_a_record_is_told_with_its_place(self):
        broken = sorted((ROOT / "tests" / "records").glob("broken_*.record"))
        self.assertGreater(len(broken), 20)
        for path in broken:
            game = canasta.replay(path.read_bytes().decode("utf-8", "replace"))
            self.assertIsNotNone(game.error, path)
            self.assertGreaterEqual(game.error.line, 1)

    def test_the_referee_answers_as_every_golden_case_expects(self):
        for path in sorted((ROOT / "tests" / "cases").glob("*.pos")):
            for ruling in canasta.referee(path.read_text()):
                self.assertIsNone(ruling.error)
                self.assertIsNot(ruling.met, False, f"{path.name}: {ruling}")

    def test_a_position_that_cannot_be_read_is_told_with_its_place(self):
        wrong = canasta.referee("position bad\nrules classic_pagat\nhand 7c7c7c7c7c\nplay draw\n")
        self.assertIsNotNone(wrong[0].error)
        self.assertEqual(canasta.referee(""), [])


if __name__ == "__main__":
    unittest.main()
