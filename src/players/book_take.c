/* Whether `book` draws or takes the pile.
 * Not here: with which cards it is taken (takes.c). Invariant: as in the header. */
#include "players/book_take.h"

#include "engine/step/collect.h"
#include "players/takes.h"

/* Fewest cards of a pile worth taking: the take shows cards and hands the others a new pile. Where
 * it is always frozen, each take uses up a pair, which is dearer. */
enum { WORTH_TAKING = 3, WORTH_OPENING_FOR = 5, WORTH_A_PAIR = 11 };

/* A side that needs more than this takes the pile whenever it can: it may be its only opening. */
enum { CHEAP_OPENING_POINTS = 50 };

/* What a take brings, its top card included; `open`: those that are seen. */
typedef struct haul {
    unsigned count;
    cn_cards open;
} haul;

static haul haul_of(const cn_book *book)
{
    const cn_public *pub = &book->view->pub;
    const cn_span span = cn_take_brings(book->rules, pub);
    return (haul){span.to - span.from + span.buried, cn_span_cards(pub, span)};
}

static int32_t points_of(const cn_book *book, const cn_cards *cards)
{
    int32_t points = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        points += cards->kind[kind] * book->rules->value[kind];
    return points;
}

/* Sequences use up what pairs leave. */
static bool pairs_are_dear(const cn_rules *rules)
{
    return rules->p.always_frozen != 0 && !rules->p.sequences;
}

/* Habit "feeding": the top card may not come again. */
static bool completes_own(const cn_book *book)
{
    const cn_card top = cn_public_top(&book->view->pub);
    return cn_book_has(book, CN_BOOK_FEEDING) &&
           cn_completing_bonus(book->rules, &book->view->pub, cn_own_side(book->view), top) > 0;
}

/* Habit "taking": the fewest cards it takes the pile for, where a pile brings as many as it has. */
static unsigned least_pile(const cn_book *book)
{
    if (!cn_book_has(book, CN_BOOK_TAKING) || book->view->pub.stock_count == 0) return 0;
    if (completes_own(book)) return 0;
    if (cn_book_opened(book)) return pairs_are_dear(book->rules) ? WORTH_A_PAIR : WORTH_TAKING;
    const cn_need need = cn_public_need(book->rules, &book->view->pub, book->view->seat);
    const bool cheap = need.canasta == 0 && need.points <= CHEAP_OPENING_POINTS;
    return cheap ? WORTH_OPENING_FOR : 0;
}

/* No pile brings more than a take may (P183). */
static unsigned fewest_cards(const cn_book *book)
{
    return cn_take_amount(book->rules, book->view->pub.hand_number, least_pile(book));
}

/* Habit "threes": each costs a turn's discard, and is left in the hand if there are too few turns.
 */
static bool burdens_outweigh(const cn_book *book, const haul *brought, unsigned fewest)
{
    if (!cn_book_has(book, CN_BOOK_THREES)) return false;
    const unsigned burdens = cn_burdens(book->rules, &brought->open);
    if (burdens == 0) return false;
    const unsigned held = cn_burdens(book->rules, &book->view->hand);
    if (burdens + held <= cn_turns_left(book->rules, &book->view->pub) &&
        brought->count >= fewest + burdens)
        return false;
    cn_book_because(book, CN_BOOK_PILE_HAS_THREES, (int32_t)burdens, 0);
    return true;
}

/* Habit "finishing": true if the take begins a meld that will cost points. */
static bool begins_unfinished(const cn_book *book, const haul *brought)
{
    const cn_public *pub = &book->view->pub;
    const unsigned kind = cn_card_kind(cn_public_top(pub));
    if (!cn_book_has(book, CN_BOOK_FINISHING) || !cn_kind_is_natural(kind)) return false;
    if (cn_side_find_meld(cn_own_side(book->view), kind) != CN_NO_MELD) return false;
    const unsigned cards = (unsigned)book->view->hand.kind[kind] + brought->open.kind[kind];
    return !cn_finishes(book->rules, pub, kind, cards);
}

static bool has_take(const cn_mask *legal)
{
    for (unsigned way = CN_STEP_TAKE_PAIR; way <= CN_STEP_TAKE_TOP; way++)
        if (cn_mask_has(legal, way)) return true;
    for (unsigned i = CN_STEP_TO_MELD; i < CN_STEP_TO_MELD + CN_MELDS_MAX; i++)
        if (cn_mask_has(legal, i)) return true;
    return cn_mask_has(legal, CN_STEP_TAKE_ALL);
}

/* Without the pile: its top card by itself (P153), or the stock. */
static unsigned draw(const cn_book *book, const cn_mask *legal)
{
    const cn_view *view = book->view;
    if (!cn_mask_has(legal, CN_STEP_PICK) ||
        !cn_wants_top(book->rules, &view->pub, cn_own_side(view)))
        return CN_STEP_DRAW;
    cn_book_because(book, CN_BOOK_WANTS_TOP, cn_card_kind(cn_public_top(&view->pub)), 0);
    return CN_STEP_PICK;
}

unsigned cn_book_draw(const cn_book *book, const cn_mask *legal)
{
    const cn_public *pub = &book->view->pub;
    const bool may_draw = cn_mask_has(legal, CN_STEP_DRAW);
    if (!has_take(legal)) {
        if (!cn_public_in_draw(pub)) cn_book_because(book, CN_BOOK_NOTHING_TO_TAKE, 0, 0);
        return may_draw ? draw(book, legal) : cn_choose_draw(book->view, book->rules, legal);
    }
    cn_special_goal goal;
    if (may_draw && cn_book_seeks(book, &goal)) return draw(book, legal);
    const unsigned fewest = fewest_cards(book);
    const haul brought = haul_of(book);
    if (may_draw && brought.count < fewest) {
        cn_book_because(book, CN_BOOK_PILE_TOO_SMALL, (int32_t)brought.count, (int32_t)fewest);
        return draw(book, legal);
    }
    if (may_draw && burdens_outweigh(book, &brought, fewest)) return draw(book, legal);
    if (may_draw && (begins_unfinished(book, &brought) || !cn_wants_melds(book->rules))) {
        cn_book_because(book, CN_BOOK_TAKE_COSTS_MORE, 0, 0);
        return draw(book, legal);
    }
    const unsigned number = cn_choose_draw(book->view, book->rules, legal);
    if (number == CN_STEP_DRAW || number == CN_STEP_PICK) {
        cn_book_because(book, CN_BOOK_TAKE_COSTS_MORE, 0, 0);
        return draw(book, legal);
    }
    cn_book_because(book, CN_BOOK_TAKES_PILE, (int32_t)brought.count,
                    points_of(book, &brought.open));
    if (!cn_book_opened(book) && cn_kind_is_natural(cn_card_kind(cn_public_top(pub))))
        cn_book_because(book, CN_BOOK_OPENS_WITH_PILE,
                        cn_public_need(book->rules, pub, book->view->seat).points, 0);
    return number;
}
