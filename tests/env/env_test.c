/* The environment from outside: shapes, masks, determinism, refusals, memory.
 * Not here: episodes (episode_test.c), what a seat may know (row_test.c). Invariant: a failure
 * names the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "tables.h"

/* Counted by the linker's --wrap: what a step allocates, by any thread. */
static unsigned allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    __atomic_fetch_add(&allocations, 1, __ATOMIC_SEQ_CST);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    __atomic_fetch_add(&allocations, 1, __ATOMIC_SEQ_CST);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    __atomic_fetch_add(&allocations, 1, __ATOMIC_SEQ_CST);
    return __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    __atomic_fetch_add(&allocations, 1, __ATOMIC_SEQ_CST);
    return __real_aligned_alloc(alignment, size);
}

static void check_ranges(const bench *b, const cn_rules *rules, const int16_t *row)
{
    cn_env_field fields[CN_ENV_FIELDS_MAX];
    const unsigned count = cn_env_fields(rules, fields);
    for (unsigned i = 0; i < count; i++) {
        const cn_env_field *field = &fields[i];
        unsigned values = 1;
        for (unsigned d = 0; d < field->dimensions; d++) values *= field->shape[d];
        for (unsigned v = 0; v < values; v++) {
            const int value = row[field->offset + v];
            if (value < field->low || value > field->high)
                fail_msg("%s: %s[%u] is %d, not of %d..%d", rules->name, field->name, v, value,
                         field->low, field->high);
        }
    }
    (void)b;
}

static void check_mask(const bench *b, const cn_rules *rules, unsigned table)
{
    const cn_game *game = cn_env_game(b->env, table);
    const unsigned seat = b->out.seat[table];
    assert_int_equal(seat, game->pub.seat);
    const cn_mask legal = cn_legal(rules, &game->pub, &game->hand[seat]);
    assert_true(cn_mask_count(&legal) > 0);
    for (unsigned number = 0; number < CN_STEPS; number++) {
        const bool shown =
            number < b->actions && b->out.action_mask[(size_t)table * b->actions + number];
        if (shown != cn_mask_has(&legal, number))
            fail_msg("%s: the mask is wrong at step %u", rules->name, number);
    }
}

/* Random play to so many steps of every table; looks at each row and mask on the way. */
static void play_and_look(const cn_rules *rules, const cn_env_config *config, unsigned steps)
{
    bench b = bench_open(rules, config);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < steps; i++) {
        for (unsigned table = 0; table < b.tables; table++) {
            check_ranges(&b, rules, b.out.observation + (size_t)table * b.size);
            const bool over = b.out.terminated[table] || b.out.truncated[table];
            if (!over || config->autoreset == CN_ENV_RESET_SAME_STEP) check_mask(&b, rules, table);
        }
        cn_env_sample(b.env, b.action);
        assert_int_equal(cn_env_step(b.env, b.action), 0);
    }
    bench_close(&b);
}

static void look_at(const cn_rules *rules)
{
    cn_env_config config = config_of(3);
    config.episode = CN_ENV_EPISODE_GAME;
    config.autoreset = CN_ENV_RESET_SAME_STEP;
    play_and_look(rules, &config, rules->plain ? 10000 : 1000);
}

static void every_value_is_in_its_range_and_masks_are_the_legal_steps(void **state)
{
    (void)state;
    visit_tables(look_at);
}

static void fields_fill(const cn_rules *rules)
{
    cn_env_field fields[CN_ENV_FIELDS_MAX];
    const unsigned count = cn_env_fields(rules, fields);
    unsigned next = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned values = 1;
        assert_int_equal(fields[i].offset, next);
        for (unsigned d = 0; d < fields[i].dimensions; d++) values *= fields[i].shape[d];
        assert_true(values > 0 && fields[i].low <= 0 && fields[i].high > 0);
        assert_true(strlen(fields[i].meaning) > 0);
        for (unsigned other = 0; other < i; other++)
            assert_string_not_equal(fields[i].name, fields[other].name);
        next += values;
    }
    assert_int_equal(next, cn_env_observation_size(rules));
}

static void fields_fill_the_row_without_gaps(void **state)
{
    (void)state;
    visit_tables(fields_fill);
}

/* Table 0 of one environment and table `place` of another get the same seed and play alike. */
static void plays_alike(const cn_rules *rules, uint32_t tables, uint32_t threads, unsigned place)
{
    cn_env_config one = config_of(1), other = config_of(tables);
    other.thread_count = threads;
    one.seed = 1000;
    other.seed = 1000 - place;
    bench a = bench_open(rules, &one), b = bench_open(rules, &other);
    cn_env_reset(a.env, NULL, NULL);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < 300; i++) {
        if (bench_hash(&a, 0) != bench_hash(&b, place))
            fail_msg("%s: step %u differs with %u tables and %u threads", rules->name, i, tables,
                     threads);
        cn_env_sample(a.env, a.action);
        cn_env_sample(b.env, b.action);
        assert_int_equal(a.action[0], b.action[place]);
        cn_env_step(a.env, a.action);
        cn_env_step(b.env, b.action);
    }
    bench_close(&a);
    bench_close(&b);
}

static void a_table_depends_on_its_seed_alone(void **state)
{
    (void)state;
    const cn_rules plain = rules_of("two_player", "", 0), searched = rules_of("samba", "", 0);
    plays_alike(&plain, 1, 1, 0);
    plays_alike(&plain, 100, 1, 99);
    plays_alike(&plain, 200, 3, 150);
    plays_alike(&searched, 70, 2, 69);
}

static void other_seeds_give_other_games(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    const cn_env_config config = config_of(8);
    bench b = bench_open(&rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < 8; i++)
        for (unsigned other = 0; other < i; other++)
            assert_true(bench_hash(&b, i) != bench_hash(&b, other));
    bench_close(&b);
}

static void a_reset_with_a_seed_repeats_and_spares_others(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    const cn_env_config config = config_of(2);
    bench b = bench_open(&rules, &config);
    const uint64_t seeds[2] = {5, 6};
    const uint8_t first[2] = {1, 0};
    cn_env_reset(b.env, seeds, NULL);
    const uint64_t begun = bench_hash(&b, 0);
    for (unsigned i = 0; i < 50; i++) {
        cn_env_sample(b.env, b.action);
        cn_env_step(b.env, b.action);
    }
    const uint64_t other = bench_hash(&b, 1);
    assert_true(bench_hash(&b, 0) != begun);
    cn_env_reset(b.env, seeds, first);
    assert_true(bench_hash(&b, 0) == begun);
    assert_true(bench_hash(&b, 1) == other);
    cn_env_reset(b.env, NULL, first); /* goes on with its own random numbers */
    assert_true(bench_hash(&b, 0) != begun);
    bench_close(&b);
}

/* Every number, legal or not, out of the alphabet as well, at many positions. */
static void refuses(const cn_rules *rules)
{
    const cn_env_config config = config_of(1);
    bench b = bench_open(rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < 60; i++) {
        const uint64_t row = bench_hash(&b, 0);
        const uint64_t before = cn_game_hash(cn_env_game(b.env, 0), rules);
        for (int32_t action = -2; action < CN_STEPS + 2 && !b.out.terminated[0]; action++) {
            if (action >= 0 && action < (int32_t)b.actions && b.out.action_mask[action]) continue;
            assert_int_equal(cn_env_step(b.env, &action), 1);
            assert_int_not_equal(b.out.error[0], CN_OK);
            assert_int_equal(cn_env_reason(b.env, 0).code, b.out.error[0]);
            assert_true(cn_game_hash(cn_env_game(b.env, 0), rules) == before);
            for (unsigned seat = 0; seat < b.seats; seat++) b.out.reward[seat] = 0;
            b.out.error[0] = CN_OK;
            if (i > 0) assert_true(bench_hash(&b, 0) == row);
        }
        cn_env_sample(b.env, b.action);
        assert_int_equal(cn_env_step(b.env, b.action), 0);
        assert_int_equal(cn_env_reason(b.env, 0).code, CN_OK);
    }
    bench_close(&b);
}

static void actions_that_are_not_legal_are_named_and_never_played(void **state)
{
    (void)state;
    visit_tables(refuses);
}

static void expect_refused(const cn_rules *rules, const cn_env_config *config, cn_env_status why)
{
    cn_env_status status;
    assert_null(cn_env_create(rules, config, &status));
    assert_int_equal(status, why);
}

static void wrong_configurations_are_named(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("two_player", "", 0);
    cn_env_config config = config_of(0);
    expect_refused(&rules, &config, CN_ENV_TABLES);
    config = config_of(CN_ENV_TABLES_MAX + 1);
    expect_refused(&rules, &config, CN_ENV_TABLES);
    config = config_of(1);
    config.thread_count = 0;
    expect_refused(&rules, &config, CN_ENV_THREADS);
    config = config_of(1);
    config.player[0] = "nobody";
    expect_refused(&rules, &config, CN_ENV_PLAYER);
    config.player[0] = config.player[1] = "racer";
    expect_refused(&rules, &config, CN_ENV_PLAYER);
    config = config_of(1);
    config.autoreset = (cn_env_autoreset)9;
    expect_refused(&rules, &config, CN_ENV_CHOICE);
}

static void count_of_steps(const cn_rules *rules, const char *player, unsigned steps)
{
    cn_env_config config = config_of(64);
    config.thread_count = 2;
    config.episode = CN_ENV_EPISODE_GAME;
    config.player[1] = player;
    bench b = bench_open(rules, &config);
    const unsigned before = allocations;
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < steps; i++) {
        cn_env_sample(b.env, b.action);
        cn_env_step(b.env, b.action);
    }
    assert_int_equal(allocations, before);
    bench_close(&b);
    assert_true(before > 0); /* the count does count: opening allocates */
}

static void steps_allocate_nothing(void **state)
{
    (void)state;
    const cn_rules plain = rules_of("classic_pagat", "", 0), searched = rules_of("samba", "", 0);
    count_of_steps(&plain, NULL, 1000);
    count_of_steps(&plain, "book", 50);
    count_of_steps(&searched, NULL, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_in_its_range_and_masks_are_the_legal_steps),
        cmocka_unit_test(fields_fill_the_row_without_gaps),
        cmocka_unit_test(a_table_depends_on_its_seed_alone),
        cmocka_unit_test(other_seeds_give_other_games),
        cmocka_unit_test(a_reset_with_a_seed_repeats_and_spares_others),
        cmocka_unit_test(actions_that_are_not_legal_are_named_and_never_played),
        cmocka_unit_test(wrong_configurations_are_named),
        cmocka_unit_test(steps_allocate_nothing),
    };
    return cmocka_run_group_tests_name("env", tests, NULL, NULL);
}
