/* What one observation of the environment costs, and one of its steps.
 * Not here: the environment (env/). Invariant: one thread, medians of five runs. */
#include <stdlib.h>

#include "canasta/env.h"
#include "lab/bench/bench_clock.h"
#include "lab/bench/bench_parts.h"

enum { TABLES = 64, STEPS_APART = 3, BENCH_SEED = 20 };

typedef struct watched {
    cn_env *env;
    int16_t *observation;
    uint8_t *mask;
    float reward[TABLES * CN_SEATS_MAX];
    uint8_t terminated[TABLES], truncated[TABLES], seat[TABLES], error[TABLES];
    int32_t action[TABLES];
} watched;

static void step_all(watched *w)
{
    cn_env_sample(w->env, w->action);
    cn_env_step(w->env, w->action);
}

static bool start(watched *w, const cn_rules *rules)
{
    cn_env_config config = cn_env_config_default();
    config.table_count = TABLES;
    config.seed = BENCH_SEED;
    w->env = cn_env_create(rules, &config, NULL);
    w->observation = calloc((size_t)TABLES * cn_env_observation_size(rules), sizeof(int16_t));
    w->mask = calloc(TABLES, cn_env_action_count(rules));
    if (w->env == NULL || w->observation == NULL || w->mask == NULL) return false;
    cn_env_bind(w->env, &(cn_env_buffers){.observation = w->observation,
                                          .action_mask = w->mask,
                                          .reward = w->reward,
                                          .terminated = w->terminated,
                                          .truncated = w->truncated,
                                          .seat = w->seat,
                                          .error = w->error});
    cn_env_reset(w->env, NULL, NULL);
    for (unsigned i = 0; i < TABLES * STEPS_APART; i++) step_all(w); /* all over their hands */
    return true;
}

static uint64_t observe_all(void *context)
{
    watched *w = context;
    for (unsigned i = 0; i < TABLES; i++) cn_env_observe(w->env, i, w->seat[i], w->observation);
    return TABLES;
}

static uint64_t step_once(void *context)
{
    step_all(context);
    return TABLES;
}

bool cn_bench_env(const cn_rules *rules, double seconds, cn_bench *bench)
{
    watched *w = calloc(1, sizeof *w);
    if (w == NULL) return false;
    const bool started = start(w, rules);
    if (started) {
        bench->observation_ns = cn_bench_ns(observe_all, w, seconds);
        bench->env_step_ns = cn_bench_ns(step_once, w, seconds);
    }
    cn_env_destroy(w->env);
    free(w->observation);
    free(w->mask);
    free(w);
    return started;
}
