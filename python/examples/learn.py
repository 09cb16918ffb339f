#!/usr/bin/env python3
"""A small learner, NumPy only, that learns Canasta for two against random play in a minute.

usage: learn.py [--rules NAME] [--seconds S] [--updates N] [--seed N] [--tables N]
                [--hands N] [--against PLAYER]

A network with one hidden layer chooses among the legal actions and guesses how the hand will end;
it is trained by clipped policy gradients (PPO). Each line shows what the hands of that update were
worth: points of a hand, own side less the other one, against a fixed opponent. At the end the
policy plays fresh hands without learning.
"""
import argparse
import time

import numpy as np

import canasta

SCALE = 1 / 500  # points to rewards
HIDDEN, HORIZON, EPOCHS, PARTS = 64, 64, 2, 4
RATE, CLIP, ENTROPY, TRACE = 2e-3, 0.2, 0.01, 0.98


class Network:
    """Logits of all actions and a guess of the return, from rows of features."""

    def __init__(self, values: int, actions: int, rng: np.random.Generator) -> None:
        def weights(rows: int, columns: int, size: float) -> np.ndarray:
            return (rng.standard_normal((rows, columns)) * size / rows ** 0.5).astype(np.float32)

        self.parameters = [weights(values, HIDDEN, 1), np.zeros(HIDDEN, np.float32),
                           weights(HIDDEN, actions, 0.1), np.zeros(actions, np.float32),
                           weights(HIDDEN, 1, 0.1), np.zeros(1, np.float32)]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.parameters]
        self.updates = 0

    def forward(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, ...]:
        """Hidden values (N, H), probabilities (N, A), guesses (N,)."""
        w1, b1, w2, b2, w3, b3 = self.parameters
        hidden = np.tanh(x @ w1 + b1)
        logits = np.where(mask, hidden @ w2 + b2, np.float32(-1e9))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ w3 + b3)[:, 0]

    def descend(self, x: np.ndarray, hidden: np.ndarray, d_logits: np.ndarray,
                d_guess: np.ndarray) -> None:
        """One step of Adam along the gradients at the outputs."""
        w2, w3 = self.parameters[2], self.parameters[4]
        d_hidden = (d_logits @ w2.T + d_guess[:, None] * w3[:, 0]) * (1 - hidden ** 2)
        gradients = [x.T @ d_hidden, d_hidden.sum(0), hidden.T @ d_logits, d_logits.sum(0),
                     (hidden.T @ d_guess)[:, None], d_guess.sum(keepdims=True)]
        self.updates += 1
        for parameter, (first, second), gradient in zip(self.parameters, self.moments, gradients):
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient ** 2 - second)
            rate = RATE * (1 - 0.99 ** self.updates) ** 0.5 / (1 - 0.9 ** self.updates)
            parameter -= rate * first / (np.sqrt(second) + 1e-8)


class Features:
    """Observations as numbers of about -1..1: counts by their ranges, points by thousands."""

    def __init__(self, rules: canasta.Rules) -> None:
        _, high = rules.bounds()
        high = np.minimum(high, 20).astype(np.float32)
        for name in ("totals", "need_points", "staged_points"):
            field = rules.fields[name]
            high[field.offset:field.offset + field.size] = 1000 / rules.points_unit
        self.factor = 1 / high

    def of(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        return observation["observation"] * self.factor


def choose(odds: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action by its probability in each row."""
    places = np.cumsum(odds, axis=1) >= rng.random((len(odds), 1)) * 0.999999
    return places.argmax(axis=1)


class Learner:
    def __init__(self, env: canasta.VectorEnv, seed: int) -> None:
        self.env, self.rng = env, np.random.default_rng(seed)
        self.features = Features(env.rules)
        self.network = Network(env.rules.observation_size, env.rules.action_count, self.rng)
        self.observation, _ = env.reset(seed=seed)
        self.steps = 0

    def act(self, observation: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        x, mask = self.features.of(observation), observation["action_mask"].astype(bool)
        _, odds, guess = self.network.forward(x, mask)
        return x, mask, odds, guess, choose(odds, self.rng)

    def gather(self) -> tuple[list[np.ndarray], np.ndarray]:
        """HORIZON steps of every table, with advantages and returns; and what hands were worth."""
        n, env, kept, ended = self.env.num_envs, self.env, [], []
        for _ in range(HORIZON):
            x, mask, odds, guess, action = self.act(self.observation)
            self.observation, reward, over, _, _ = env.step(action)
            chance = odds[np.arange(n), action]
            kept.append((x, mask, action, chance, guess, reward.copy(), over.copy()))
            ended.append(reward[over] / SCALE)
        self.steps += HORIZON * n
        guess = self.network.forward(self.features.of(self.observation),
                                     self.observation["action_mask"].astype(bool))[2]
        ahead, advantages = np.zeros(n, np.float32), []
        for _, _, _, _, value, reward, over in reversed(kept):
            ahead = reward + np.where(over, 0, guess + TRACE * ahead) - value
            advantages.append(ahead)
            guess = value
        batch = [np.concatenate(column) for column in zip(*(k[:5] for k in kept))]
        advantage = np.concatenate(advantages[::-1])
        return [*batch[:4], advantage, advantage + batch[4]], np.concatenate(ended)

    def learn(self, batch: list[np.ndarray]) -> None:
        count = len(batch[0])
        batch[4] = (batch[4] - batch[4].mean()) / (batch[4].std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(count), PARTS):
                self.descend(*(column[part] for column in batch))

    def descend(self, x: np.ndarray, mask: np.ndarray, action: np.ndarray, before: np.ndarray,
                advantage: np.ndarray, returns: np.ndarray) -> None:
        n = np.arange(len(x))
        hidden, odds, guess = self.network.forward(x, mask)
        ratio = odds[n, action] / before
        clipped = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        pull = np.where(clipped, 0, ratio * advantage)
        logs = np.log(odds + 1e-9)
        entropy = -(odds * logs).sum(axis=1, keepdims=True)
        d_logits = odds * pull[:, None] + ENTROPY * odds * (logs + entropy)
        d_logits[n, action] -= pull
        d_guess = 0.5 * (guess - returns)
        self.network.descend(x, hidden, (d_logits / len(x)).astype(np.float32),
                             (d_guess / len(x)).astype(np.float32))


def evaluate(learner: Learner, env: canasta.VectorEnv, hands: int) -> tuple[float, float]:
    """Points a hand against the players of another environment, and the standard error. Every
    table gives as many hands: those that end first are not like the others."""
    worth: list[float] = []
    played, quota = np.zeros(env.num_envs, int), -(-hands // env.num_envs)
    observation, _ = env.reset(seed=10**6)
    while played.min() < quota:
        observation, reward, over, _, _ = env.step(learner.act(observation)[-1])
        worth.extend(reward[over & (played < quota)])
        played += over
    return float(np.mean(worth)), float(np.std(worth) / len(worth) ** 0.5)


def tables(options: argparse.Namespace, player: str, scale: float) -> canasta.VectorEnv:
    """The learner sits on the seats of side 0, the player on all others."""
    rules = canasta.Rules(options.rules)
    others = {seat: player for seat, side in enumerate(rules.side_of) if side != 0}
    return canasta.VectorEnv(rules, num_envs=options.tables, players=others, reward_scale=scale,
                             autoreset_mode=canasta.AutoresetMode.SAME_STEP)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="two_player")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--updates", type=int, default=10**9, help="so many at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=512)
    parser.add_argument("--hands", type=int, default=2000, help="before and after learning")
    parser.add_argument("--against", default="random")
    options = parser.parse_args()
    learner = Learner(tables(options, options.against, SCALE), options.seed)
    fresh = tables(options, options.against, 1)
    mean, error = evaluate(learner, fresh, options.hands)
    print(f"untrained: {mean:+.0f} +- {error:.0f} points a hand against {options.against}")
    start = shown = time.perf_counter()
    worth: list[np.ndarray] = []
    while (time.perf_counter() - start < options.seconds
           and learner.network.updates < options.updates * EPOCHS * PARTS):
        batch, ended = learner.gather()
        learner.learn(batch)
        worth.append(ended)
        now = time.perf_counter()
        if now - shown >= options.seconds / 12:
            hands = np.concatenate(worth)
            print(f"{now - start:4.0f} s  {learner.steps / 1e6:5.1f} million steps  "
                  f"{hands.mean():+6.0f} points a hand of {len(hands)}", flush=True)
            worth, shown = [], now
    mean, error = evaluate(learner, fresh, options.hands)
    print(f"trained: {mean:+.0f} +- {error:.0f} points a hand against {options.against}")


if __name__ == "__main__":
    main()
