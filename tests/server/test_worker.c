/* Work beside the loop: in which order it is done, and for whom.
 * Not here: what is worked out (test_house.py, test_many.py). */
#include <poll.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/base/worker.h"

enum { GREEDY = 40, PATIENT_MS = 10000 };

typedef struct piece {
    cn_work work;
    char name;
} piece;

static char order[GREEDY + 10]; /* in which they were finished */
static sem_t gate;              /* nothing is worked on before */

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
    cn_worker *worker = cn_worker_open();
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
    cn_worker *worker = cn_worker_open();
    for (unsigned i = 0; i < 3; i++) give(worker, &waits[i], (char)('1' + i), i);
    sem_post(&gate);
    finish(worker, 1);
    assert_true(cn_worker_close(worker));
    assert_int_equal(strlen(order), 3);
    sem_wait(&gate);
}

int main(void)
{
    sem_init(&gate, 0, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_served_in_turn),
        cmocka_unit_test(what_has_not_begun_is_handed_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
