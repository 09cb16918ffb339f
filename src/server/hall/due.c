/* A binary heap. Not here: whose moments these are.
 * Invariant: none in the heap is due before the one above it, and each knows its place. */
#include "server/hall/due.h"

#include <stdlib.h>

void cn_dues_free(cn_dues *dues)
{
    free(dues->heap);
    *dues = (cn_dues){0};
}

static void put(cn_dues *dues, size_t place, cn_due *due)
{
    dues->heap[place] = due;
    due->place = place;
}

static void rise(cn_dues *dues, cn_due *due)
{
    size_t place = due->place;
    for (; place > 1 && dues->heap[place / 2]->at_ms > due->at_ms; place /= 2)
        put(dues, place, dues->heap[place / 2]);
    put(dues, place, due);
}

static void sink(cn_dues *dues, cn_due *due)
{
    size_t place = due->place;
    for (size_t below; (below = 2 * place) <= dues->count; place = below) {
        if (below < dues->count && dues->heap[below + 1]->at_ms < dues->heap[below]->at_ms) below++;
        if (dues->heap[below]->at_ms >= due->at_ms) break;
        put(dues, place, dues->heap[below]);
    }
    put(dues, place, due);
}

static void add(cn_dues *dues, cn_due *due)
{
    if (dues->count + 1 >= dues->room) {
        dues->room = 2 * dues->room + 16;
        dues->heap = realloc(dues->heap, dues->room * sizeof *dues->heap);
        if (dues->heap == NULL) abort();
    }
    put(dues, ++dues->count, due);
}

void cn_due_set(cn_dues *dues, cn_due *due, int64_t at_ms)
{
    due->at_ms = at_ms;
    if (due->place == 0) add(dues, due);
    rise(dues, due);
    sink(dues, due);
}

void cn_due_clear(cn_dues *dues, cn_due *due)
{
    const size_t place = due->place;
    if (place == 0) return;
    cn_due *last = dues->heap[dues->count--];
    due->place = 0;
    if (last == due) return;
    put(dues, place, last);
    rise(dues, last);
    sink(dues, last);
}

cn_due *cn_due_first(const cn_dues *dues)
{
    return dues->count > 0 ? dues->heap[1] : NULL;
}
