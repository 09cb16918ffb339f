/* Matches: many deals, handed out to threads in batches.
 * Not here: one deal (match_deal.c). Invariant: as in the header; what is told to anybody is always
 * the sums of the first so many deals. */
#include "lab/match/match.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables/seating.h"

enum { THREADS_MAX = 64, WINDOW = 4 * THREADS_MAX };

/* A batch that is played, or was, while one before it is not. */
typedef struct batch {
    cn_match_sums sums;
    cn_turn_times times[CN_PLAYERS_MAX];
    bool played; /* until then it belongs to the thread that plays it */
} batch;

typedef struct match {
    const cn_match_plan *plan;
    cn_match_result *result;
    pthread_mutex_t lock; /* of all that follows, and of the result */
    pthread_cond_t moved;
    uint64_t next, merged, end; /* batches: to be handed out, added up, and all there are */
    batch waiting[WINDOW];      /* batch i lies at i % WINDOW */
    cn_lab_status status;
    bool over; /* there is an answer, or a fault, or the listener wants no more */
} match;

void cn_match_list(const cn_match_result *result, int64_t list[CN_MATCH_LIST_COUNT])
{
    cn_match_sums_list(&result->sums, list);
    memcpy(list + CN_MATCH_SUMS_COUNT, result->times, sizeof result->times);
}

void cn_match_unlist(cn_match_result *result, const int64_t list[CN_MATCH_LIST_COUNT])
{
    cn_match_sums_unlist(&result->sums, list);
    memcpy(result->times, list + CN_MATCH_SUMS_COUNT, sizeof result->times);
}

cn_sprt_answer cn_match_ask(const cn_match_plan *plan, const cn_match_sums *sums)
{
    if (plan->sprt == NULL || sums->deals == 0) return CN_SPRT_GO_ON;
    if (sums->deals % CN_MATCH_BATCH != 0 && (uint64_t)sums->deals < plan->deal_count)
        return CN_SPRT_GO_ON;
    const cn_estimate points = cn_match_points(sums, cn_match_scale(plan));
    return cn_sprt_ask(plan->sprt, sums->deals, points.mean, points.error);
}

/* Adds up what can be added in order, and asks after each batch. Under the lock. */
static void merge(match *m)
{
    while (!m->over && m->merged < m->end) {
        batch *at = &m->waiting[m->merged % WINDOW];
        if (!at->played) break;
        at->played = false;
        m->merged++;
        cn_match_sums_add(&m->result->sums, &at->sums);
        for (unsigned i = 0; i < CN_PLAYERS_MAX; i++)
            cn_turn_times_join(&m->result->times[i], &at->times[i]);
        m->result->answer = cn_match_ask(m->plan, &m->result->sums);
        m->over = m->result->answer != CN_SPRT_GO_ON;
        if (m->plan->hear != NULL && !m->plan->hear(m->plan->hear_context, m->result))
            m->over = m->result->stopped = true;
    }
}

/* The deals of a batch that were not played before. */
static cn_lab_status play_batch(const cn_match_plan *plan, uint64_t number, batch *at,
                                cn_match_worker *worker)
{
    const uint64_t done = plan->done != NULL ? (uint64_t)plan->done->sums.deals : 0;
    uint64_t deal_i = number * CN_MATCH_BATCH, end = deal_i + CN_MATCH_BATCH;
    if (deal_i < done) deal_i = done;
    if (end > plan->deal_count) end = plan->deal_count;
    at->sums = (cn_match_sums){0};
    memset(worker->times, 0, sizeof worker->times);
    for (; deal_i < end; deal_i++) {
        const cn_lab_status status =
            cn_match_play_deal(plan, plan->deal_first + deal_i, &at->sums, worker);
        if (status != CN_LAB_OK) return status;
    }
    memcpy(at->times, worker->times, sizeof at->times);
    return CN_LAB_OK;
}

/* Plays one batch without the lock, and hands it in. */
static void play_next(match *m, cn_match_worker *worker)
{
    const uint64_t number = m->next++;
    batch *at = &m->waiting[number % WINDOW];
    pthread_mutex_unlock(&m->lock);
    const cn_lab_status status = play_batch(m->plan, number, at, worker);
    pthread_mutex_lock(&m->lock);
    at->played = status == CN_LAB_OK;
    m->result->hands_now += (uint64_t)(at->sums.hands + at->sums.strange_hands);
    if (status != CN_LAB_OK && !m->over) m->status = status;
    if (status != CN_LAB_OK) m->over = true;
    merge(m);
    pthread_cond_broadcast(&m->moved);
}

static void *work(void *argument)
{
    match *m = argument;
    cn_match_worker worker = {.times = {{0}}};
    pthread_mutex_lock(&m->lock);
    while (!m->over && m->next < m->end) {
        if (m->next < m->merged + WINDOW)
            play_next(m, &worker);
        else
            pthread_cond_wait(&m->moved, &m->lock);
    }
    pthread_mutex_unlock(&m->lock);
    cn_match_worker_end(&worker);
    return NULL;
}

/* This thread works too; others that cannot be started are not missed. */
static void work_together(match *m, unsigned thread_count)
{
    pthread_t thread[THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < thread_count && pthread_create(&thread[started], NULL, work, m) == 0)
        started++;
    work(m);
    for (unsigned i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

static void check_plan(const cn_match_plan *plan)
{
    assert(cn_seating_allows(plan->rules, plan->player_count));
    assert(plan->thread_count > 0 && plan->deal_count > 0);
    assert(plan->partner == NULL ||
           (plan->player_count == 2 && !plan->whole_games && cn_seating_has_partners(plan->rules)));
    (void)plan;
}

static void start_result(const cn_match_plan *plan, cn_match_result *result)
{
    memset(result, 0, sizeof *result);
    if (plan->done != NULL) {
        result->sums = plan->done->sums;
        memcpy(result->times, plan->done->times, sizeof result->times);
    }
    result->answer = cn_match_ask(plan, &result->sums);
}

cn_lab_status cn_match_play(const cn_match_plan *plan, cn_match_result *result)
{
    check_plan(plan);
    const uint64_t start = cn_turn_clock_now();
    match *m = calloc(1, sizeof *m); /* more than a thread's stack should hold */
    if (m == NULL) abort();
    m->plan = plan;
    m->result = result;
    m->status = CN_LAB_OK;
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->moved, NULL);
    start_result(plan, result);
    m->next = m->merged = (uint64_t)result->sums.deals / CN_MATCH_BATCH;
    m->end = (plan->deal_count + CN_MATCH_BATCH - 1) / CN_MATCH_BATCH;
    m->over = result->answer != CN_SPRT_GO_ON || (uint64_t)result->sums.deals >= plan->deal_count;
    work_together(m, plan->thread_count < THREADS_MAX ? plan->thread_count : THREADS_MAX);
    pthread_cond_destroy(&m->moved);
    pthread_mutex_destroy(&m->lock);
    result->seconds = (double)(cn_turn_clock_now() - start) * 1e-9;
    const cn_lab_status status = m->status;
    free(m);
    return status;
}
