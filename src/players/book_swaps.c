/* Which wilds `book` leaves in their melds: it plays the turn on with the swap, and without one.
 * Not here: which swap is best (lays.c). Invariant: as in the header. */
#include "players/book_swaps.h"

#include "players/pick_cards.h"

enum { STEPS_MAX = 64 }; /* no turn has so many */

/* True if the turn, played on with the step, ends with a wild that is thrown. */
static bool throws_wild(const cn_book *book, cn_book_adviser *advise, cn_step step)
{
    cn_view ahead = *book->view;
    for (unsigned i = 0; i < STEPS_MAX && !cn_step_is_discard(step.number); i++) {
        if (!cn_view_try(&ahead, book->rules, step) || ahead.pub.phase != CN_PHASE_MELD) break;
        step = advise(&ahead, book->rules, book->habits).step;
    }
    return cn_step_is_discard(step.number) && cn_kind_is_wild(cn_step_kind(step.number));
}

/* True if a wild is thrown behind the swap and none without it. */
static bool is_vain(const cn_book *book, cn_book_adviser *advise, unsigned number)
{
    cn_book ahead = *book;
    ahead.habits &= ~(uint32_t)CN_BOOK_SWAPPING;
    if (!throws_wild(&ahead, advise, cn_pick_cards(book->view, book->rules, number))) return false;
    cn_rules still = *book->rules;
    still.p.swap_wild = CN_SWAP_WILD_NEVER;
    ahead.rules = &still;
    return !throws_wild(&ahead, advise, advise(book->view, &still, ahead.habits).step);
}

cn_mask cn_book_without_vain_swaps(const cn_book *book, const cn_mask *allowed,
                                   cn_book_adviser *advise)
{
    if (!cn_book_has(book, CN_BOOK_SWAPPING) || book->rules->p.swap_wild == CN_SWAP_WILD_NEVER)
        return *allowed;
    cn_mask rest = {{0}};
    for (unsigned i = 0, count = cn_mask_count(allowed); i < count; i++) {
        const unsigned number = cn_mask_nth(allowed, i);
        if (!cn_step_is_swap(number) || !is_vain(book, advise, number)) cn_mask_add(&rest, number);
    }
    return rest;
}
