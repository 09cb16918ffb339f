/* Every table there is: each rule set with each number of players it is made for.
 * Not here: claims. Invariant: the order is that of the rule sets. */
#ifndef CANASTA_TESTS_ENV_TABLES_H
#define CANASTA_TESTS_ENV_TABLES_H

#include "canasta/env.h"

/* Calls `visit` with the rules of every table, of some that are unlike all of them, and of random
 * house rules: CANASTA_EFFORT times thirty, from CANASTA_SEED. */
void visit_tables(void (*visit)(const cn_rules *rules));

/* Rules by name; fails the test on an unknown one. `players` 0: the usual number. */
cn_rules rules_of(const char *name, const char *overrides, unsigned players);

/* So many tables, the usual otherwise, from a fixed seed. */
cn_env_config config_of(uint32_t tables);

/* An environment with buffers of its own. */
typedef struct bench {
    cn_env *env;
    cn_env_config config;
    cn_env_buffers out;
    unsigned tables, seats, actions, size; /* T, S, A, O */
    int32_t *action;
} bench;

bench bench_open(const cn_rules *rules, const cn_env_config *config);
void bench_close(bench *b);

/* A hash of everything that the last step or reset wrote for a table. */
uint64_t bench_hash(const bench *b, unsigned table);

#endif
