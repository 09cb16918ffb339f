/* Every table there is, random ones, and an environment with buffers for tests.
 * Not here: claims. Invariant: buffers hold rubbish until they are written. */
#include "tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/house/house_rules.h"
#include "text/rules/rules_text.h"

/* Rules that the built-in rule sets do not come near. */
typedef struct unusual {
    const char *name, *overrides;
    unsigned players;
} unusual;

static const unusual unusuals[] = {
    {"classic_pagat", "take_amount = 5; draw_count = 2", 4},
    {"classic_pagat", "twos_as_rank = yes", 4},
    {"classic_pagat", "swap_wild = any; swap_wild_canastas = yes", 4},
    {"samba", "swap_wild = any", 4},
    {"samba", "sequence_wilds = 2", 4},
    {"cutthroat_3", "swap_wild = any", 3},
    {"classic_pagat", "swap_wild = others; swap_wild_unopened = yes", 4},
    {"classic_pagat", "upcard_extra_pile = by_rank_value; decks = 3", 4},
    {"samba", "take_amount = 4; black3_from_pile = set_aside:100:500", 4},
    {"cutthroat_3", "sequences = yes; ask_partner = none", 3},
    {"two_player", "target = 200000; rounds = 3", 2},
};

enum { HOUSES = 15 }; /* random ones, times CANASTA_EFFORT */

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

cn_rules rules_of(const char *name, const char *overrides, unsigned players)
{
    cn_rules rules;
    cn_text_error error;
    if (!cn_rules_load(&rules, name, overrides, players, &error))
        fail_msg("%s: %s", name, error.message);
    return rules;
}

/* The seed and number of the rules being visited are printed by a test that fails. */
static void visit_house(uint64_t number, void (*visit)(const cn_rules *rules))
{
    static cn_drawn_house house;
    char fault[CN_HOUSE_FAULT_BYTES];
    const uint64_t seed = number_from("CANASTA_SEED", 1);
    if (!cn_draw_house(seed, number, &house, fault)) fail_msg("%s", fault);
    snprintf(house.rules.name, sizeof house.rules.name, "house %llu of CANASTA_SEED=%llu",
             (unsigned long long)number, (unsigned long long)seed);
    visit(&house.rules);
}

void visit_tables(void (*visit)(const cn_rules *rules))
{
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++) {
            if ((about.own_counts >> players & 1) == 0) continue;
            const cn_rules rules = rules_of(about.name, "", players);
            visit(&rules);
        }
    }
    for (unsigned i = 0; i < sizeof unusuals / sizeof unusuals[0]; i++) {
        const cn_rules rules =
            rules_of(unusuals[i].name, unusuals[i].overrides, unusuals[i].players);
        visit(&rules);
    }
    const uint64_t count = HOUSES * number_from("CANASTA_EFFORT", 1);
    for (uint64_t i = 0; i < count; i++) visit_house(i, visit);
}

cn_env_config config_of(uint32_t tables)
{
    cn_env_config config = cn_env_config_default();
    config.table_count = tables;
    config.seed = 11;
    return config;
}

static void *rubbish(size_t bytes)
{
    void *memory = malloc(bytes);
    assert_non_null(memory);
    memset(memory, 0xa5, bytes);
    return memory;
}

bench bench_open(const cn_rules *rules, const cn_env_config *config)
{
    bench b = {.config = *config,
               .tables = config->table_count,
               .seats = rules->seat_count,
               .actions = cn_env_action_count(rules),
               .size = cn_env_observation_size(rules)};
    cn_env_status status;
    b.env = cn_env_create(rules, config, &status);
    if (b.env == NULL) fail_msg("%s: %s", rules->name, cn_env_status_text(status));
    b.out.observation = rubbish(b.tables * b.size * sizeof *b.out.observation);
    b.out.final_observation = rubbish(b.tables * b.size * sizeof *b.out.observation);
    b.out.action_mask = rubbish(b.tables * b.actions);
    b.out.reward = rubbish(b.tables * b.seats * sizeof *b.out.reward);
    b.out.terminated = rubbish(b.tables);
    b.out.truncated = rubbish(b.tables);
    b.out.seat = rubbish(b.tables);
    b.out.error = rubbish(b.tables);
    b.action = rubbish(b.tables * sizeof *b.action);
    cn_env_bind(b.env, &b.out);
    return b;
}

void bench_close(bench *b)
{
    cn_env_destroy(b->env);
    free(b->out.observation);
    free(b->out.final_observation);
    free(b->out.action_mask);
    free(b->out.reward);
    free(b->out.terminated);
    free(b->out.truncated);
    free(b->out.seat);
    free(b->out.error);
    free(b->action);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t bench_hash(const bench *b, unsigned table)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = hash_bytes(hash, b->out.observation + (size_t)table * b->size, b->size * 2);
    hash = hash_bytes(hash, b->out.action_mask + (size_t)table * b->actions, b->actions);
    hash = hash_bytes(hash, b->out.reward + (size_t)table * b->seats, b->seats * sizeof(float));
    hash = hash_bytes(hash, b->out.terminated + table, 1);
    hash = hash_bytes(hash, b->out.truncated + table, 1);
    hash = hash_bytes(hash, b->out.seat + table, 1);
    return hash_bytes(hash, b->out.error + table, 1);
}
