"""What holds under any rules and in any play, tried by Hypothesis through the binding.

Not here: single rules. Rules are built-in sets with changes that the engine accepts.
"""
import unittest

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as some

import canasta

NAMES = [about.name for about in canasta.rule_sets()]
CHANGES = ["target = 800", "draw_count = 2", "decks = 3", "jokers_total = 6", "hand_size = 9",
           "sequences = yes", "twos_as_rank = yes", "same_rank_melds = many_may_merge",
           "take_amount = 5", "keep_cards = 2", "out_canastas = 2", "wild_meld = yes",
           "upcard_extra_pile = by_rank_value", "stock_end = immediate", "meld_max = 8"]
settings.register_profile("quick", max_examples=40, deadline=None, derandomize=True,
                          database=None,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("quick")


@some.composite
def rules(draw):
    about = draw(some.sampled_from(canasta.rule_sets()))
    players = draw(some.sampled_from(about.players))
    changes = draw(some.lists(some.sampled_from(CHANGES), max_size=2, unique=True))
    try:
        return canasta.Rules(about.name, "; ".join(changes), players)
    except canasta.RulesError:
        assume(False)


SEEDS = some.integers(min_value=0, max_value=2**64 - 1)


def bytes_of(tables, table):
    arrays = (tables.observation, tables.action_mask, tables.reward, tables.terminated,
              tables.truncated, tables.seat, tables.error)
    return b"".join(array[table].tobytes() for array in arrays)


class Properties(unittest.TestCase):
    @given(rules(), SEEDS)
    def test_somebody_can_act_until_the_end_and_values_are_in_range(self, table_rules, seed):
        env = canasta.env(table_rules)
        env.reset(seed=seed)
        space = env.observation_space(env.agents[0])
        for step in range(120):
            observation, _, ended, _, _ = env.last()
            if ended:
                break
            self.assertTrue(observation["action_mask"].any())
            self.assertIn(observation, space)
            env.step(int(env.tables.sample()[0]))

    @given(rules(), SEEDS, some.data())
    def test_actions_that_are_not_legal_never_change_a_table(self, table_rules, seed, data):
        env = canasta.VectorEnv(table_rules, num_envs=1)
        env.reset(seed=[seed])
        for _ in range(data.draw(some.integers(0, 60))):
            env.step(env.sample())
        assume(env.tables.action_mask.any())
        row, state = env.tables.observation.copy(), env.tables.state()
        wrong = data.draw(some.sampled_from(np.flatnonzero(env.tables.action_mask[0] == 0)))
        for action in (int(wrong), -1, table_rules.action_count, 2**31 - 1):
            self.assertEqual(env.step(np.array([action]))[4]["refused"], 1)
            self.assertNotEqual(env.tables.error[0], 0)
            self.assertEqual(env.tables.state(), state)
            np.testing.assert_array_equal(env.tables.observation, row)

    @given(rules(), SEEDS, some.integers(2, 5))
    def test_many_tables_are_single_ones_side_by_side(self, table_rules, seed, count):
        seeds = [(seed + 17 * i) % 2**64 for i in range(count)]
        options = {"episode": "game", "autoreset_mode": canasta.AutoresetMode.SAME_STEP}
        many = canasta.VectorEnv(table_rules, num_envs=count, **options)
        singles = [canasta.VectorEnv(table_rules, num_envs=1, **options) for _ in seeds]
        many.reset(seed=seeds)
        for one, single_seed in zip(singles, seeds):
            one.reset(seed=[single_seed])
        for _ in range(60):
            for table, one in enumerate(singles):
                self.assertEqual(bytes_of(many.tables, table), bytes_of(one.tables, 0))
                one.step(one.sample())
            many.step(many.sample())

    @given(rules(), SEEDS)
    def test_the_same_seed_gives_the_same_bytes_with_any_number_of_threads(self, table_rules, seed):
        played = []
        for threads in (1, 3):
            env = canasta.VectorEnv(table_rules, num_envs=130, threads=threads)
            env.reset(seed=seed)
            for _ in range(12):
                env.step(env.sample())
            played.append(b"".join(bytes_of(env.tables, i) for i in range(130)))
        self.assertEqual(*played)

    @given(rules(), SEEDS)
    def test_hands_pay_what_one_side_takes_from_the_best_other(self, table_rules, seed):
        assume(table_rules.sides == 2)
        env = canasta.VectorEnv(table_rules, num_envs=4)
        env.reset(seed=seed)
        for _ in range(150):
            *_, infos = env.step(env.sample())
            sides = np.array(table_rules.side_of)
            for rewards in infos["rewards"]:
                self.assertEqual(len(set(rewards[sides == 0])), 1)
                self.assertEqual(rewards[sides == 0][0], -rewards[sides == 1][0])


if __name__ == "__main__":
    unittest.main()
