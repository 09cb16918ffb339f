/* The environment: creation, and what is written for every table.
 * Not here: a table's course (table.c), a row (row.c), threads (pool.c).
 * Invariant: tables share nothing that a step writes, so that any thread may step any of them. */
#include "canasta/env.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "pool.h"
#include "row.h"
#include "table.h"

struct cn_env {
    cn_env_world world;
    cn_env_buffers out;
    cn_pool *pool;
    cn_env_guest *guest; /* guest_count for each table */
    size_t bytes;
    cn_env_table table[];
};

cn_env_config cn_env_config_default(void)
{
    return (cn_env_config){.table_count = 1, .thread_count = 1, .reward_scale = 1.0F};
}

const char *cn_env_status_text(cn_env_status status)
{
    switch (status) {
    case CN_ENV_OK: return "all is well";
    case CN_ENV_TABLES: return "there must be 1 to 1048576 tables";
    case CN_ENV_THREADS: return "there must be 1 to 64 threads, and they must be able to start";
    case CN_ENV_PLAYER: return "a seat is for nobody or a player there is, and one is for nobody";
    case CN_ENV_CHOICE: return "an option has no such value";
    case CN_ENV_MEMORY: return "there is not enough memory";
    }
    return "an unknown error";
}

static bool choices_exist(const cn_env_config *config)
{
    return (unsigned)config->episode <= CN_ENV_EPISODE_GAME &&
           (unsigned)config->pay <= CN_ENV_PAY_EPISODE &&
           (unsigned)config->reward <= CN_ENV_REWARD_WIN &&
           (unsigned)config->autoreset <= CN_ENV_RESET_NEVER;
}

/* Finds the players; false if there is none of a name, or all seats are theirs. */
static bool seat_guests(cn_env_world *world)
{
    for (unsigned seat = 0; seat < world->rules.seat_count; seat++) {
        const char *name = world->config.player[seat];
        world->config.player[seat] = NULL; /* the caller's text may go */
        if (name == NULL) continue;
        world->player[seat] = cn_player_find(name);
        if (world->player[seat] == NULL) return false;
        world->is_guest[seat] = 1;
        world->guest_seat[world->guest_count++] = (uint8_t)seat;
    }
    return world->guest_count < world->rules.seat_count;
}

static cn_env_status make_world(cn_env_world *world, const cn_rules *rules,
                                const cn_env_config *config)
{
    memset(world, 0, sizeof *world);
    if (config->table_count < 1 || config->table_count > CN_ENV_TABLES_MAX) return CN_ENV_TABLES;
    if (config->thread_count < 1 || config->thread_count > CN_ENV_THREADS_MAX)
        return CN_ENV_THREADS;
    if (!choices_exist(config)) return CN_ENV_CHOICE;
    world->rules = *rules;
    world->config = *config;
    world->layout = cn_env_layout_make(rules);
    cn_deck_sorted(rules, world->deck);
    return seat_guests(world) ? CN_ENV_OK : CN_ENV_PLAYER;
}

static cn_env *make(const cn_env_world *world, cn_env_status *status)
{
    const size_t tables = world->config.table_count;
    const size_t head = sizeof(cn_env) + tables * sizeof(cn_env_table);
    const size_t used = head + tables * world->guest_count * sizeof(cn_env_guest);
    const size_t bytes = (used + CN_ENV_LINE - 1) / CN_ENV_LINE * CN_ENV_LINE;
    cn_env *env = aligned_alloc(CN_ENV_LINE, bytes);
    *status = CN_ENV_MEMORY;
    if (env == NULL) return NULL;
    memset(env, 0, bytes);
    env->world = *world;
    env->bytes = bytes;
    env->guest = (cn_env_guest *)(void *)((char *)env + head);
    env->pool = cn_pool_start(world->config.thread_count);
    *status = CN_ENV_THREADS;
    if (env->pool == NULL) {
        free(env);
        return NULL;
    }
    *status = CN_ENV_OK;
    return env;
}

static cn_env_guest *guests_of(const cn_env *env, unsigned table_i)
{
    return env->guest + (size_t)table_i * env->world.guest_count;
}

cn_env *cn_env_create(const cn_rules *rules, const cn_env_config *config, cn_env_status *status)
{
    cn_env_world world;
    cn_env_status made = make_world(&world, rules, config);
    cn_env *env = made == CN_ENV_OK ? make(&world, &made) : NULL;
    if (status != NULL) *status = made;
    if (env == NULL) return NULL;
    for (uint32_t i = 0; i < config->table_count; i++) {
        cn_env_table_seed(&env->table[i], guests_of(env, i), &env->world, config->seed + i);
        env->table[i].over = 1;
    }
    return env;
}

void cn_env_destroy(cn_env *env)
{
    if (env == NULL) return;
    cn_pool_stop(env->pool);
    free(env);
}

size_t cn_env_bytes(const cn_env *env)
{
    return env->bytes;
}

void cn_env_bind(cn_env *env, const cn_env_buffers *buffers)
{
    env->out = *buffers;
}

static void write_row(const cn_env *env, unsigned table_i, unsigned seat, int16_t *row)
{
    const cn_env_table *table = &env->table[table_i];
    cn_env_row_write(&env->world.layout, &env->world.rules, &table->game.pub,
                     &table->game.hand[seat], &table->watch, seat, row);
}

/* What the caller sees of a table as it stands. */
static void show(const cn_env *env, unsigned table_i)
{
    const cn_env_table *table = &env->table[table_i];
    const cn_env_layout *layout = &env->world.layout;
    write_row(env, table_i, table->seat, env->out.observation + (size_t)table_i * layout->size);
    cn_env_mask_write(&table->legal, layout->actions,
                      env->out.action_mask + (size_t)table_i * layout->actions);
    env->out.seat[table_i] = table->seat;
}

static float *clear_outcome(const cn_env *env, unsigned table_i)
{
    const unsigned seats = env->world.rules.seat_count;
    float *reward = env->out.reward + (size_t)table_i * seats;
    for (unsigned seat = 0; seat < seats; seat++) reward[seat] = 0;
    env->out.terminated[table_i] = env->out.truncated[table_i] = 0;
    env->out.error[table_i] = CN_OK;
    if (env->out.actor_reward != NULL) env->out.actor_reward[table_i] = 0;
    return reward;
}

static void begin(cn_env *env, unsigned table_i)
{
    cn_env_table_begin(&env->table[table_i], guests_of(env, table_i), &env->world);
}

typedef struct resetting {
    cn_env *env;
    const uint64_t *seeds;
    const uint8_t *which;
} resetting;

static void reset_portion(void *context, uint32_t first, uint32_t last)
{
    const resetting *r = context;
    for (uint32_t i = first; i < last; i++) {
        if (r->which != NULL && r->which[i] == 0) continue;
        if (r->seeds != NULL)
            cn_env_table_seed(&r->env->table[i], guests_of(r->env, i), &r->env->world, r->seeds[i]);
        begin(r->env, i);
        clear_outcome(r->env, i);
        show(r->env, i);
    }
}

void cn_env_reset(cn_env *env, const uint64_t *seeds, const uint8_t *which)
{
    resetting r = {env, seeds, which};
    cn_guard(env->out.observation != NULL);
    cn_pool_run(env->pool, reset_portion, &r, env->world.config.table_count);
}

/* The episode has ended with this step. */
static void close_episode(cn_env *env, unsigned table_i, const cn_env_outcome *outcome)
{
    const cn_env_table *table = &env->table[table_i];
    const size_t size = env->world.layout.size;
    env->out.terminated[table_i] = outcome->terminated;
    env->out.truncated[table_i] = outcome->truncated;
    if (env->out.final_observation != NULL)
        write_row(env, table_i, table->seat, env->out.final_observation + table_i * size);
    if (env->world.config.autoreset == CN_ENV_RESET_SAME_STEP) begin(env, table_i);
}

/* Returns whether the action was refused. */
static bool step_table(cn_env *env, unsigned table_i, int32_t action)
{
    cn_env_table *table = &env->table[table_i];
    cn_env_outcome outcome = {.reward = clear_outcome(env, table_i)};
    const unsigned actor = table->seat;
    bool refused = false;
    if (table->over && env->world.config.autoreset != CN_ENV_RESET_NEVER) {
        begin(env, table_i);
    } else if (cn_env_table_step(table, guests_of(env, table_i), &env->world, action, &outcome)) {
        if (env->out.actor_reward != NULL) env->out.actor_reward[table_i] = outcome.reward[actor];
        if (table->over) close_episode(env, table_i, &outcome);
    } else {
        env->out.error[table_i] = table->reason.code;
        refused = true;
    }
    show(env, table_i);
    return refused;
}

typedef struct stepping {
    cn_env *env;
    const int32_t *actions;
    atomic_uint refused;
} stepping;

/* Every line that some of these bytes lie in. */
static inline void fetch_lines(const void *from, size_t bytes)
{
    const char *line = (const char *)from - (uintptr_t)from % CN_ENV_LINE;
    for (; line < (const char *)from + bytes; line += CN_ENV_LINE) __builtin_prefetch(line);
}

static inline void fetch_to_write(const void *to, size_t bytes)
{
    const char *line = (const char *)to - (uintptr_t)to % CN_ENV_LINE;
    for (; line < (const char *)to + bytes; line += CN_ENV_LINE) __builtin_prefetch(line, 1);
}

/* The lines of a part of a table that is known beforehand: one instruction each. */
static inline void fetch_part(const cn_env_table *table, size_t from, size_t end)
{
    for (size_t at = from / CN_ENV_LINE * CN_ENV_LINE; at < end; at += CN_ENV_LINE)
        __builtin_prefetch((const char *)table + at);
}

/* Tables lie far apart: what a table's step will read and write is fetched while those before it
 * are made. First where its cards are told from, ... */
static inline void fetch_head(const cn_env_table *table)
{
    fetch_lines(&table->game.pub, 1);
    fetch_lines(&table->game.deck_next, 1);
}

/* ... then all the rest: of four hands and two sides with a few melds. */
static inline void fetch(const cn_env *env, unsigned table_i)
{
    enum {
        FEW = 6, /* melds */
        SIDE = offsetof(cn_side, meld) + FEW * sizeof(cn_meld),
        SHOWN = CN_ENV_MELD_ROWS * CN_ENV_MELD_PARTS,
        FIRST_SIDE = offsetof(cn_env_table, game.pub.side),
        OTHER_SIDE = FIRST_SIDE + sizeof(cn_side),
        HANDS = offsetof(cn_env_table, game.hand),
        WATCH = offsetof(cn_env_table, watch),
        FIRST_SHOWN = offsetof(cn_env_table, watch.melds),
        OTHER_SHOWN = FIRST_SHOWN + CN_MELDS_MAX * CN_ENV_LISTED_PARTS
    };
    const cn_env_table *table = &env->table[table_i];
    const cn_public *pub = &table->game.pub;
    const size_t size = env->world.layout.size;
    fetch_part(table, 0, FIRST_SIDE + SIDE);
    fetch_part(table, OTHER_SIDE, OTHER_SIDE + SIDE);
    fetch_part(table, HANDS, HANDS + 4 * sizeof(cn_cards));
    fetch_part(table, WATCH, FIRST_SHOWN + SHOWN);
    fetch_part(table, OTHER_SHOWN, OTHER_SHOWN + SHOWN);
    fetch_lines(&pub->pile[pub->pile_count], 1);
    fetch_lines(&table->game.deck[table->game.deck_next], 1);
    fetch_to_write(env->out.observation + table_i * size, size * sizeof(int16_t));
    fetch_to_write(env->out.action_mask + (size_t)table_i * env->world.layout.actions, 64);
}

static void step_portion(void *context, uint32_t first, uint32_t last)
{
    stepping *s = context;
    const cn_env *env = s->env;
    unsigned refused = 0;
    for (uint32_t i = first; i < last; i++) {
        if (i + 2 < last) fetch_head(&env->table[i + 2]);
        if (i + 1 < last) fetch(env, i + 1);
        refused += step_table(s->env, i, s->actions[i]);
    }
    if (refused > 0) atomic_fetch_add(&s->refused, refused);
}

unsigned cn_env_step(cn_env *env, const int32_t *actions)
{
    stepping s = {.env = env, .actions = actions};
    cn_guard(env->out.observation != NULL);
    atomic_init(&s.refused, 0);
    cn_pool_run(env->pool, step_portion, &s, env->world.config.table_count);
    return atomic_load(&s.refused);
}

typedef struct sampling {
    cn_env *env;
    int32_t *actions;
} sampling;

static void sample_portion(void *context, uint32_t first, uint32_t last)
{
    const sampling *s = context;
    for (uint32_t i = first; i < last; i++) {
        cn_env_table *table = &s->env->table[i];
        const unsigned count = cn_mask_count(&table->legal);
        const unsigned choice = count > 1 ? cn_stream_below(&table->sample_stream, count) : 0;
        s->actions[i] = count > 0 ? (int32_t)cn_mask_nth(&table->legal, choice) : 0;
    }
}

void cn_env_sample(cn_env *env, int32_t *actions)
{
    enum { ALONE = 2048 }; /* so few are drawn sooner than another thread awakes */
    sampling s = {env, actions};
    const uint32_t count = env->world.config.table_count;
    if (count <= ALONE) {
        sample_portion(&s, 0, count);
    } else {
        cn_pool_run(env->pool, sample_portion, &s, count);
    }
}

void cn_env_observe(const cn_env *env, unsigned table, unsigned seat, int16_t *row)
{
    cn_guard(table < env->world.config.table_count && seat < env->world.rules.seat_count);
    write_row(env, table, seat, row);
}

cn_reason cn_env_reason(const cn_env *env, unsigned table)
{
    cn_guard(table < env->world.config.table_count);
    return env->table[table].reason;
}

const cn_game *cn_env_game(const cn_env *env, unsigned table)
{
    cn_guard(table < env->world.config.table_count);
    return &env->table[table].game;
}

const cn_rules *cn_env_rules(const cn_env *env)
{
    return &env->world.rules;
}
