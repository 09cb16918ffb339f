/* Rates as medians of five runs of processor time.
 * Not here: what runs. Invariant: as in the header. */
#include "lab/bench/bench_clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 256 };

static double each_run(double seconds)
{
    return seconds / (double)CN_BENCH_RUNS;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double run(cn_bench_batch *batch, void *context, double seconds, clockid_t clock)
{
    const double start = seconds_of(clock);
    uint64_t count = 0;
    double spent;
    do {
        count += batch(context);
        spent = seconds_of(clock) - start;
    } while (spent < seconds);
    return (double)count / spent;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double rate[CN_BENCH_RUNS])
{
    qsort(rate, CN_BENCH_RUNS, sizeof rate[0], compare);
    return rate[CN_BENCH_RUNS / 2];
}

double cn_bench_rate(cn_bench_batch *batch, void *context, double seconds)
{
    double rate[CN_BENCH_RUNS];
    for (unsigned i = 0; i < CN_BENCH_RUNS; i++)
        rate[i] = run(batch, context, each_run(seconds), CLOCK_PROCESS_CPUTIME_ID);
    return median(rate);
}

double cn_bench_ns(cn_bench_batch *batch, void *context, double seconds)
{
    return 1e9 / cn_bench_rate(batch, context, seconds);
}

typedef struct worker {
    pthread_t thread;
    cn_bench_batch *batch;
    void *context;
    double seconds, rate;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    w->rate = run(w->batch, w->context, w->seconds, CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

/* One run of all threads; what those make that could not be started is missing. */
static double run_together(worker *workers, unsigned threads)
{
    double rate = 0;
    unsigned started = 0;
    while (started < threads &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        rate += workers[i].rate;
    }
    return rate;
}

double cn_bench_rate_together(cn_bench_batch *batch, void *contexts, unsigned context_bytes,
                              unsigned threads, double seconds)
{
    worker workers[THREADS_MAX];
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    for (unsigned i = 0; i < threads; i++)
        workers[i] = (worker){.batch = batch,
                              .context = (char *)contexts + (size_t)i * context_bytes,
                              .seconds = each_run(seconds)};
    double rate[CN_BENCH_RUNS];
    for (unsigned i = 0; i < CN_BENCH_RUNS; i++) rate[i] = run_together(workers, threads);
    return median(rate);
}
