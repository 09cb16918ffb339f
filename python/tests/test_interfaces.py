"""The interfaces behave as PettingZoo and Gymnasium say, which need not be there.

Not here: what the numbers of an observation mean (test_rules.py), random rules
(test_properties.py).
"""
import os
import unittest

import numpy as np

import canasta
from canasta import AutoresetMode, spaces


def legal_action(observation):
    return int(np.flatnonzero(observation["action_mask"])[0])


def play_episode(env, seed):
    """Random play by the cycle; what each agent was told, by agent."""
    told = {agent: [] for agent in env.possible_agents}
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        told[agent].append((observation, reward, terminated, truncated))
        action = None
        if not (terminated or truncated):
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
    return told


class Cycle(unittest.TestCase):
    def test_observations_lie_in_their_space(self):
        env = canasta.env("samba")
        for agent, told in play_episode(env, 3).items():
            self.assertTrue(told)
            for observation, *_ in told:
                self.assertIn(observation, env.observation_space(agent))

    def test_an_episode_ends_for_all_and_everybody_leaves(self):
        env = canasta.env("classic_pagat")
        told = play_episode(env, 1)
        self.assertEqual(env.agents, [])
        self.assertEqual(list(env.agent_iter()), [])
        for steps in told.values():
            self.assertEqual([end for _, _, end, _ in steps], [False] * (len(steps) - 1) + [True])
            self.assertEqual([cut for *_, cut in steps], [False] * len(steps))

    def test_last_gives_what_was_paid_since_the_agent_acted(self):
        env = canasta.env(canasta.Rules("two_player", "target = 1500"), episode="game")
        told = play_episode(env, 5)
        totals = {agent: sum(reward for _, reward, *_ in steps) for agent, steps in told.items()}
        self.assertNotEqual(totals["seat_0"], 0)
        self.assertEqual(totals["seat_0"], -totals["seat_1"])

    def test_rewards_of_steps_add_up_to_what_last_says(self):
        env = canasta.env(canasta.Rules("individual_3", "target = 800"), episode="game")
        env.reset(seed=2)
        owed, paid = {agent: 0.0 for agent in env.agents}, 0
        for agent in env.agent_iter():
            _, reward, ended, _, _ = env.last(observe=False)
            self.assertEqual(reward, owed.pop(agent))
            env.step(None if ended else int(env.tables.sample()[0]))
            owed[agent] = 0.0
            self.assertEqual(list(env.rewards), env.agents)
            for other, more in env.rewards.items():
                owed[other] += more
                paid += more != 0
        self.assertGreater(paid, 3)

    def test_numbers_of_numpy_are_actions(self):
        env = canasta.env("two_player")
        for kind in (int, np.int32, np.int64, np.uint8):
            env.reset(seed=1)
            self.assertIsNone(env.step(kind(legal_action(env.last()[0]))))

    def test_the_same_seed_gives_the_same_episode(self):
        first, again = (play_episode(canasta.env("forum"), 8) for _ in range(2))
        other = play_episode(canasta.env("forum"), 9)
        for agent, steps in first.items():
            self.assertEqual(len(steps), len(again[agent]))
            for (a, *_), (b, *_) in zip(steps, again[agent]):
                np.testing.assert_array_equal(a["observation"], b["observation"])
        agent = "seat_0"
        self.assertFalse(np.array_equal(first[agent][0][0]["observation"],
                                        other[agent][0][0]["observation"]))

    def test_an_action_that_is_not_legal_is_told_and_not_played(self):
        env = canasta.env("classic_pagat")
        env.reset(seed=2)
        before, agent = env.tables.state(), env.agent_selection
        for action in np.flatnonzero(env.observe(agent)["action_mask"] == 0).tolist() + [-1, 999]:
            with self.assertRaises(canasta.IllegalAction) as caught:
                env.step(action)
            self.assertIn(caught.exception.reason, canasta.reasons())
            self.assertEqual(caught.exception.action, action)
        self.assertEqual(env.tables.state(), before)
        self.assertEqual(env.agent_selection, agent)

    def test_none_is_for_the_dead_and_only_for_them(self):
        env = canasta.env("two_player", steps_max=2)
        env.reset(seed=1)
        with self.assertRaises(ValueError):
            env.step(None)
        for _ in range(2):
            env.step(legal_action(env.last()[0]))
        self.assertEqual(env.truncations, {"seat_0": True, "seat_1": True})
        with self.assertRaises(ValueError):
            env.step(0)
        self.assertEqual(env.num_agents, 2)
        env.step(None)
        self.assertEqual((env.num_agents, env.max_num_agents), (1, 2))
        env.step(None)
        with self.assertRaises(ValueError):
            env.step(None)

    def test_only_the_agent_to_act_has_actions(self):
        env = canasta.env("classic_pagat")
        env.reset(seed=1)
        for agent in env.agents:
            acts = agent == env.agent_selection
            self.assertEqual(bool(env.observe(agent)["action_mask"].any()), acts)

    def test_built_in_players_are_no_agents(self):
        env = canasta.env("classic_pagat", players={1: "racer", 3: "book"})
        self.assertEqual(env.possible_agents, ["seat_0", "seat_2"])
        play_episode(env, 4)

    def test_names_of_pettingzoo_are_there(self):
        env = canasta.env("two_player", render_mode="ansi")
        env.reset(seed=1)
        self.assertEqual(env.metadata["name"], "canasta")
        self.assertIs(env.unwrapped, env)
        self.assertEqual(env.action_space("seat_0").n, env.rules.action_count)
        self.assertEqual(env.state().shape, (2, env.rules.observation_size))
        self.assertTrue(env.render().startswith("= phase="))
        self.assertIsNone(env.last(observe=False)[0])
        self.assertEqual(len(list(zip(range(9), env.agent_iter(max_iter=3)))), 3)
        for names in (env.rewards, env.terminations, env.truncations, env.infos):
            self.assertEqual(list(names), env.agents)
        env.close()


class Parallel(unittest.TestCase):
    def test_it_plays_as_the_cycle_does(self):
        env, cycle = canasta.parallel_env("two_player"), canasta.env("two_player")
        observations, infos = env.reset(seed=6)
        cycle.reset(seed=6)
        self.assertEqual(env.agents, env.possible_agents)
        while env.agents:
            acting = cycle.agent_selection
            self.assertEqual([a for a in env.agents if infos[a]["to_act"]], [acting])
            action = legal_action(observations[acting])
            cycle.step(action)
            observations, rewards, ends, cuts, infos = env.step({acting: action, "nobody": 3})
            self.assertEqual(rewards, cycle.rewards)
            self.assertEqual((ends, cuts), (cycle.terminations, cycle.truncations))
            for agent in cycle.agents:
                np.testing.assert_array_equal(observations[agent]["observation"],
                                              cycle.observe(agent)["observation"])
        self.assertTrue(all(ends.values()))
        self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))

    def test_the_action_of_the_agent_to_act_must_be_there_and_legal(self):
        env = canasta.parallel_env("two_player")
        observations, infos = env.reset(seed=1)
        acting = next(agent for agent in env.agents if infos[agent]["to_act"])
        with self.assertRaises(KeyError):
            env.step({agent: 0 for agent in env.agents if agent != acting})
        wrong = int(np.flatnonzero(observations[acting]["action_mask"] == 0)[0])
        with self.assertRaises(canasta.IllegalAction):
            env.step({acting: wrong})
        self.assertEqual(len(env.agents), env.num_agents)


class Vector(unittest.TestCase):
    def test_five_arrays_of_their_shapes(self):
        env = canasta.VectorEnv("classic_pagat", num_envs=7)
        observations, infos = env.reset(seed=1)
        self.assertIn(observations, env.observation_space)
        observations, rewards, ends, cuts, infos = env.step(env.sample())
        self.assertIn(observations, env.observation_space)
        for array, kind in ((rewards, np.float32), (ends, np.bool_), (cuts, np.bool_)):
            self.assertEqual((array.shape, array.dtype), ((7,), np.dtype(kind)))
        self.assertEqual(infos["rewards"].shape, (7, 4))
        self.assertEqual(infos["seat"].shape, (7,))
        self.assertIn({name: array[0] for name, array in observations.items()},
                      env.single_observation_space)
        self.assertEqual(env.single_action_space.n, 64)
        self.assertEqual(env.action_space.shape, (7,))
        self.assertEqual(env.metadata["autoreset_mode"].value, "NextStep")

    def test_arrays_are_written_in_place_unless_copies_are_wanted(self):
        for copy in (False, True):
            env = canasta.VectorEnv("two_player", num_envs=2, copy=copy)
            first, _ = env.reset(seed=1)
            kept = first["observation"].copy()
            second, rewards, *_ = env.step(env.sample())
            shared = np.shares_memory(first["observation"], second["observation"])
            self.assertEqual(shared, not copy)
            self.assertEqual(np.array_equal(first["observation"], kept), copy)
            self.assertEqual(np.shares_memory(rewards, env.tables.actor_reward), not copy)

    def run_to_an_end(self, env):
        for _ in range(5000):
            result = env.step(env.sample())
            if result[2].any():
                return result
        self.fail("no hand ended")

    def test_the_next_step_begins_the_next_episode(self):
        env = canasta.VectorEnv("two_player", num_envs=4)
        env.reset(seed=3)
        _, _, ends, _, infos = self.run_to_an_end(env)
        table = int(np.flatnonzero(ends)[0])
        self.assertFalse(env.tables.action_mask[table].any())
        self.assertNotIn("final_obs", infos)
        actions = env.sample().copy()
        actions[table] = -1
        observations, rewards, ends, _, infos = env.step(actions)
        self.assertTrue(observations["action_mask"][table].any())
        self.assertEqual((rewards[table], ends[table], infos["error"][table]), (0, False, 0))

    def test_the_same_step_begins_it_and_keeps_the_last_observation(self):
        env = canasta.VectorEnv("two_player", num_envs=4, autoreset_mode=AutoresetMode.SAME_STEP)
        env.reset(seed=3)
        observations, rewards, ends, _, infos = self.run_to_an_end(env)
        table = int(np.flatnonzero(ends)[0])
        np.testing.assert_array_equal(infos["_final_obs"], ends)
        self.assertTrue(observations["action_mask"][table].any())
        last = infos["final_obs"]["observation"][table]
        phase = env.rules.fields["phase"].of(last)
        self.assertFalse(phase.any())
        self.assertFalse(np.array_equal(last, observations["observation"][table]))
        self.assertEqual(infos["rewards"][table].sum(), 0)

    def test_disabled_tables_wait_for_a_reset_of_their_own(self):
        env = canasta.VectorEnv("two_player", num_envs=3, autoreset_mode=AutoresetMode.DISABLED)
        env.reset(seed=3)
        *_, infos = self.run_to_an_end(env)
        ended = env.tables.terminated.copy()
        others = env.tables.observation[~ended].copy()
        _, _, _, _, infos = env.step(env.sample())
        over = list(canasta.reasons()).index("OVER")
        self.assertTrue((infos["error"][ended] == over).all())
        before = env.tables.observation[~ended].copy()
        env.reset(options={"reset_mask": ended})
        self.assertTrue(env.tables.action_mask.any(axis=1).all())
        np.testing.assert_array_equal(env.tables.observation[~ended], before)
        self.assertEqual(others.shape, before.shape)

    def test_refused_actions_are_named_and_change_nothing(self):
        env = canasta.VectorEnv("classic_pagat", num_envs=3)
        env.reset(seed=1)
        before = [env.tables.state(i) for i in range(3)]
        actions = env.sample().copy()
        actions[1] = 63
        _, _, _, _, infos = env.step(actions)
        self.assertEqual(infos["refused"], 1)
        self.assertEqual([bool(code) for code in infos["error"]], [False, True, False])
        self.assertEqual(env.tables.state(1), before[1])
        self.assertNotEqual(env.tables.state(0), before[0])

    def test_seeds_by_number_and_by_list_are_the_same(self):
        env = canasta.VectorEnv("classic_pagat", num_envs=3)
        first = env.reset(seed=7)[0]["observation"].copy()
        np.testing.assert_array_equal(env.reset(seed=[7, 8, 9])[0]["observation"], first)
        self.assertFalse(np.array_equal(env.reset()[0]["observation"], first))

    def test_a_child_process_steps_without_the_threads_of_its_parent(self):
        env = canasta.VectorEnv("two_player", num_envs=200, threads=2)
        env.reset(seed=1)
        child = os.fork()
        if child == 0:
            env.step(env.sample())
            env.close()
            os._exit(int(env.tables.error.any()))
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        env.step(env.sample())

    def test_closed_tables_say_so(self):
        env = canasta.VectorEnv("two_player", num_envs=2)
        env.reset(seed=1)
        env.close()
        env.close()
        self.assertTrue(env.closed)
        for use in (env.sample, env.reset, env.tables.state, lambda: env.step([0, 0])):
            with self.assertRaises(ValueError):
                use()

    def test_wrong_options_are_refused(self):
        for wrong in ({"num_envs": 0}, {"episode": "week"}, {"players": {0: "nobody"}},
                      {"players": ["racer"] * 4}, {"players": {9: "racer"}}, {"reward": "fame"},
                      {"players": ["racer"]}, {"threads": 0}, {"autoreset_mode": "Sometimes"}):
            with self.assertRaises(ValueError, msg=wrong):
                canasta.VectorEnv("classic_pagat", **wrong)
        env = canasta.VectorEnv("classic_pagat", num_envs=2)
        env.reset(seed=1)
        with self.assertRaises(ValueError):
            env.step(np.zeros(3, np.int32))
        with self.assertRaises(IndexError):
            env.tables.observe(2, 0)
        with self.assertRaises(IndexError):
            env.tables.observe(0, 4)


class Spaces(unittest.TestCase):
    def test_samples_are_contained(self):
        env = canasta.VectorEnv("two_player", num_envs=2)
        for space in (env.observation_space, env.single_observation_space, env.action_space,
                      env.single_action_space, spaces.Box(-1, 1, (3,))):
            space.seed(1)
            for _ in range(5):
                self.assertIn(space.sample(), space)

    def test_masks_choose(self):
        space = spaces.Discrete(5, seed=1)
        mask = np.array([0, 0, 1, 0, 1], np.int8)
        self.assertEqual({int(space.sample(mask)) for _ in range(60)}, {2, 4})
        self.assertEqual(space.sample(np.zeros(5, np.int8)), 0)

    def test_what_does_not_belong_is_not_contained(self):
        box = spaces.Box(0, 3, (2,), np.int16)
        self.assertIn(np.array([0, 3], np.int16), box)
        for wrong in ([0, 3], np.array([0, 4], np.int16), np.zeros(3, np.int16), np.zeros(2)):
            self.assertNotIn(wrong, box)
        for wrong in (-1, 5, 1.0, True, "1"):
            self.assertNotIn(wrong, spaces.Discrete(5))
        self.assertNotIn({"a": 1}, spaces.Dict({"b": spaces.Discrete(2)}))
        self.assertEqual(spaces.Discrete(5), spaces.Discrete(5))


if __name__ == "__main__":
    unittest.main()
