/* Work beside the loop: in which order it is done, and for whom.
 * Not here: what is worked out (test_house.py, test_many.py). */
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/base/worker.h"

enum { GREEDY = 40, PATIENT_MS = 10000, WHOLE = 1000 };

typedef struct piece {
    cn_work work;
    char name;
} piece;

static char order[GREEDY + 10]; /* in which they were finished */
static sem_t gate;              /* nothing is worked on before */
static sem_t begun;
static pthread_barrier_t together;

static void run(cn_work *work)
{
    (void)work;
    sem_wait(&gate);
    sem_post(&gate);
}

static void done(cn_work *work)
{
    order[strlen(order)] = ((piece *)work)->name;
}

static void give(cn_worker *worker, piece *p, char name, uint64_t who)
{
    *p = (piece){.work = {.run = run, .done = done, .who = {{0, who}}}, .name = name};
    cn_worker_give(worker, &p->work);
}

static void finish(cn_worker *worker, size_t count)
{
    struct pollfd ready = {.fd = cn_worker_descriptor(worker), .events = POLLIN};
    while (strlen(order) < count) {
        assert_int_equal(poll(&ready, 1, PATIENT_MS), 1);
        cn_worker_finish(worker);
    }
}

/* Whoever gives much does not keep others from their turn. */
static void they_are_served_in_turn(void **state)
{
    (void)state;
    static piece greedy[GREEDY], other[4];
    memset(order, 0, sizeof order);
    cn_worker *worker = cn_worker_open(1);
    for (unsigned i = 0; i < GREEDY; i++) give(worker, &greedy[i], 'g', 1);
    give(worker, &other[0], 'a', 2);
    give(worker, &other[1], 'b', 2);
    give(worker, &other[2], 'x', 3);
    give(worker, &other[3], 'y', 3);
    sem_post(&gate);
    finish(worker, GREEDY + 4);
    assert_true(cn_worker_close(worker));
    const char *a = strchr(order, 'a'), *b = strchr(order, 'b');
    const char *x = strchr(order, 'x'), *y = strchr(order, 'y');
    if (a - order > 3 || x - order > 3 || b - order > 6 || y - order > 6) fail_msg("%s", order);
    assert_true(a < b && x < y); /* and each in the order he gave them */
    sem_wait(&gate);
}

/* What has not begun when it ends is not done, and handed back. */
static void what_has_not_begun_is_handed_back(void **state)
{
    (void)state;
    static piece waits[3];
    memset(order, 0, sizeof order);
    cn_worker *worker = cn_worker_open(1);
    for (unsigned i = 0; i < 3; i++) give(worker, &waits[i], (char)('1' + i), i);
    sem_post(&gate);
    finish(worker, 1);
    assert_true(cn_worker_close(worker));
    assert_int_equal(strlen(order), 3);
    sem_wait(&gate);
}

/* Goes on until its share is nothing. */
static void run_to_the_end(cn_work *work)
{
    sem_post(&begun);
    sem_wait(&gate);
    while (cn_work_share(work, WHOLE) > 0) sched_yield();
}

/* The more wait, the sooner all shall end; at the close, at once. */
static void who_waits_shortens_what_is_done(void **state)
{
    (void)state;
    static piece running[2], waits[5];
    static const int64_t share[] = {WHOLE, WHOLE, WHOLE / 4, WHOLE / 4, WHOLE / 9, WHOLE / 9};
    memset(order, 0, sizeof order);
    cn_worker *worker = cn_worker_open(2);
    for (unsigned i = 0; i < 2; i++) {
        running[i] = (piece){.work = {.run = run_to_the_end, .done = done}, .name = 'r'};
        cn_worker_give(worker, &running[i].work);
    }
    for (unsigned i = 0; i < 2; i++) sem_wait(&begun);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(cn_work_share(&running[0].work, WHOLE), share[i]);
        give(worker, &waits[i], (char)('1' + i), i);
    }
    assert_int_equal(cn_work_share(&running[0].work, WHOLE), share[5]);
    assert_int_equal(cn_work_share(&running[0].work, 0), 0);
    sem_post(&gate);
    sem_post(&gate);
    assert_true(cn_worker_close(worker)); /* it waits for both, which end by their share alone */
    assert_int_equal(strlen(order), 7);
    assert_true(order[0] == 'r' && order[1] == 'r');
}

enum { AT_A_TIME = 4 };

static void run_together(cn_work *work)
{
    (void)work;
    pthread_barrier_wait(&together);
}

/* All threads are at work at a time, and what they do is finished once. */
static void threads_work_at_a_time(void **state)
{
    (void)state;
    static piece pieces[5 * AT_A_TIME];
    memset(order, 0, sizeof order);
    pthread_barrier_init(&together, NULL, AT_A_TIME);
    cn_worker *worker = cn_worker_open(AT_A_TIME);
    for (unsigned i = 0; i < 5 * AT_A_TIME; i++) {
        pieces[i] = (piece){.work = {.run = run_together, .done = done, .who = {{0, i}}},
                            .name = (char)('a' + i)};
        cn_worker_give(worker, &pieces[i].work);
    }
    finish(worker, 5 * AT_A_TIME);
    assert_true(cn_worker_close(worker));
    for (char name = 'a'; name < 'a' + 5 * AT_A_TIME; name++)
        if (strchr(order, name) == NULL) fail_msg("%c is not in %s", name, order);
    pthread_barrier_destroy(&together);
}

int main(void)
{
    sem_init(&gate, 0, 0);
    sem_init(&begun, 0, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_served_in_turn),
        cmocka_unit_test(what_has_not_begun_is_handed_back),
        cmocka_unit_test(who_waits_shortens_what_is_done),
        cmocka_unit_test(threads_work_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
