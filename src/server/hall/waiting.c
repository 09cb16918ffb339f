/* Who waits for a table, and is served.
 * Not here: when it can be judged by again (loading.c, proposal.c).
 * Invariant: they are served in order, each only while nothing is on its way. */
#include "server/hall/place.h"

bool cn_place_is_free(const cn_place *place)
{
    return place->table != NULL && place->loading == NULL && place->proposal == NULL &&
           !place->unsure;
}

void cn_wait_cancel(cn_wait *wait)
{
    if (wait->self == NULL) return;
    *wait->self = wait->next;
    *(wait->next != NULL ? &wait->next->self : &wait->place->waiting_end) = wait->self;
    wait->self = NULL;
}

static void enqueue(cn_place *place, cn_wait *wait)
{
    wait->place = place;
    wait->next = NULL;
    wait->self = place->waiting_end;
    *place->waiting_end = wait;
    place->waiting_end = &wait->next;
}

static cn_wait *dequeue(cn_place *place)
{
    cn_wait *wait = place->waiting;
    if (wait != NULL) cn_wait_cancel(wait);
    return wait;
}

void cn_place_send_off(cn_place *place, const char *code)
{
    for (cn_wait *wait; (wait = dequeue(place)) != NULL;) {
        wait->archived_at = place->archived_at;
        wait->ready(wait, NULL, code);
    }
}

/* Who is served may say the next thing at once, for which this place would be put away. Returns
 * whether it was held before. */
static bool hold(cn_place *place)
{
    const bool before = place->held;
    place->held = true;
    cn_place_settle(place);
    return before;
}

void cn_place_serve(cn_place *place)
{
    const bool held = hold(place);
    while (cn_place_is_free(place)) {
        cn_wait *wait = dequeue(place);
        if (wait == NULL) break;
        wait->ready(wait, place, NULL);
    }
    if (place->unsure) cn_place_send_off(place, "STORE");
    place->held = held;
    cn_place_settle(place);
    cn_place_schedule(place);
}

void cn_place_wait(cn_place *place, cn_wait *wait)
{
    if (place->unsure) {
        wait->ready(wait, NULL, "STORE");
        return;
    }
    const bool held = hold(place);
    if (cn_place_is_free(place) && place->waiting == NULL)
        wait->ready(wait, place, NULL);
    else
        enqueue(place, wait);
    place->held = held;
    cn_place_settle(place);
}
