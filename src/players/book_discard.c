/* What `book` throws: the card whose loss, and the pile it may cost, come to least.
 * Not here: which cards may be thrown. Invariant: whole points; ties go to the lowest kind. */
#include "players/book_discard.h"

#include <string.h>

#include "players/discard_choice.h"
#include "players/pick_cards.h"

/* What a taken pile costs, in points of the score: the turn won by it, and each card in it - twice
 * its worth and more, since a large pile brings the cards for the next one. */
enum { PILE_COST = 120, PILE_CARD_COST = 120, PILE_CARD_COST_SHY = 16 };

/* The same while no side has melded: little is known, and those who are careful all wait for ever.
 */
enum { EARLY_PILE_COST = 80 };

/* What the hand loses by giving a card away, in the same points. */
enum {
    KEEP_WILD = 300,
    KEEP_BLACK3 = 15,
    KEEP_SINGLE = 4,
    KEEP_PAIR = 45,
    KEEP_MORE = 20, /* a pair is left */
    KEEP_MELDED = 15,
    KEEP_NEEDED = 40, /* a rank that going out asks for */
    KEEP_IN_SEQUENCE = 60,
    KEEP_IN_RUN = 4, /* for each card of a run of one suit */
    HELD_COSTS_FROM = 3,
    VALUE_SHARE = 4 /* of what a card costs if it is left in the hand */
};

/* What a frozen pile is worth to a side that has not opened: it loses nothing, the others lose
 * their easy takes. */
enum { FREEZE_WORTH = 250, FREEZE_CARD_WORTH = 10 };

/* A side lays what fits its melds at once, so that it hardly holds a pair of such a rank. */
enum { MELDED_PAIR_SHIFT = 2 };

/* An opening of more points is dear; then a card is kept for so many times its value. */
enum { CHEAP_OPENING_POINTS = 50, KEEP_FOR_OPENING = 5 };

/* Those who keep pairs throw the third of a rank: a card thrown says less than it seems. */
static const cn_reading book_reading = {.thrown = 60, .declined = 50};

/* A card of a special hand that is sought is kept for this share of the hand's points. */
enum { KEEP_SOUGHT_SHARE = 4 };

enum { SAFE_PERCENT = 8, PERCENT = 100 };

typedef struct throw_choice {
    unsigned kind; /* CN_KIND_NONE: none */
    uint32_t risk; /* that the next player takes the pile with it */
    int64_t keep;  /* what the hand loses, in parts of CN_CERTAIN points */
    int64_t cost;
} throw_choice;

static unsigned next_seat(const cn_book *book)
{
    return cn_next_seat(book->rules, book->view->seat);
}

static bool next_is_rival(const cn_book *book)
{
    const cn_public *pub = &book->view->pub;
    return pub->side_of[next_seat(book)] != pub->side_of[book->view->seat];
}

/* Habit "daring": neither the own side nor the next one has melded. */
static bool dares(const cn_book *book)
{
    return cn_book_has(book, CN_BOOK_DARING) && !cn_book_opened(book) &&
           !cn_public_has_opened(&book->view->pub, next_seat(book));
}

/* Those of a pile so large that go to who takes it. */
static int32_t pile_cards(const cn_book *book, unsigned count)
{
    return (int32_t)cn_take_amount(book->rules, book->view->pub.hand_number, count);
}

/* Habit "guarding": the whole pile goes with a bad discard. */
static int32_t pile_cost(const cn_book *book)
{
    const int32_t cards = pile_cards(book, book->view->pub.pile_count + 1U);
    if (dares(book)) return EARLY_PILE_COST + cards * PILE_CARD_COST_SHY;
    return PILE_COST +
           cards * (cn_book_has(book, CN_BOOK_GUARDING) ? PILE_CARD_COST : PILE_CARD_COST_SHY);
}

/* Habit "reading": takes, refusals and discards of the next seat are in the memory, and its melds
 * on the table. Without it every unseen card is as likely as any other. */
static uint32_t risk_of(const cn_book *book, const cn_unseen_kinds *unseen, unsigned kind)
{
    if (!cn_book_has(book, CN_BOOK_READING)) {
        cn_view blank = *book->view;
        memset(&blank.memory, 0, sizeof blank.memory);
        return cn_take_risk_of(&blank, book->rules, unseen, book_reading, kind);
    }
    const uint32_t risk = cn_take_risk_of(book->view, book->rules, unseen, book_reading, kind);
    const cn_public *pub = &book->view->pub;
    const unsigned next = next_seat(book);
    const bool melded = cn_kind_is_natural(kind) && cn_public_has_opened(pub, next) &&
                        cn_side_find_meld(&pub->side[pub->side_of[next]], kind) != CN_NO_MELD;
    if (melded && cn_public_frozen_for(book->rules, pub, next) &&
        book->view->memory.seat[next].known[kind] < 2)
        return risk >> MELDED_PAIR_SHIFT;
    return risk;
}

/* Habit "feeding": what the next side gains besides the pile if the card completes a canasta. */
static int32_t fed_points(const cn_book *book, unsigned kind)
{
    const cn_public *pub = &book->view->pub;
    if (!cn_book_has(book, CN_BOOK_FEEDING) || !next_is_rival(book)) return 0;
    const cn_side *side = &pub->side[pub->side_of[next_seat(book)]];
    const cn_card card = cn_pick_discard(book->view, book->rules, kind);
    return cn_completing_bonus(book->rules, &book->view->pub, side, card);
}

/* Habit "freezing": while the own side has not opened, the pile is frozen for it anyway; a wild
 * makes it so for those who take it with every card that fits their melds. */
static int32_t freeze_worth(const cn_book *book)
{
    const cn_public *pub = &book->view->pub;
    if (!cn_book_has(book, CN_BOOK_FREEZING) || book->rules->p.freeze_wild == 0) return 0;
    if (cn_book_opened(book) || !next_is_rival(book)) return 0;
    if (cn_public_frozen_for(book->rules, pub, next_seat(book))) return 0;
    return FREEZE_WORTH + FREEZE_CARD_WORTH * pile_cards(book, pub->pile_count);
}

/* Habit "pairs": two of a rank take the pile when the third is thrown. */
static int32_t group_worth(const cn_book *book, unsigned held)
{
    if (held == 1) return KEEP_SINGLE;
    if (held > 2) return KEEP_MORE;
    return cn_book_has(book, CN_BOOK_PAIRS) ? KEEP_PAIR : KEEP_SINGLE;
}

static int32_t sequence_worth(const cn_book *book, unsigned kind)
{
    if (book->rules->p.sequences == 0) return 0;
    const cn_card card = cn_pick_discard(book->view, book->rules, kind);
    const unsigned run = cn_run_length(&book->view->hand, card);
    int32_t worth = run > 1 ? KEEP_IN_RUN * (int32_t)run : 0;
    if (cn_fits_sequence(book->rules, cn_own_side(book->view), card)) worth += KEEP_IN_SEQUENCE;
    return worth;
}

/* Habit "saving": a dear opening is made of high cards. */
static bool saves_for_opening(const cn_book *book)
{
    const cn_public *pub = &book->view->pub;
    return cn_book_has(book, CN_BOOK_SAVING) && !cn_book_opened(book) &&
           cn_public_need(book->rules, pub, book->view->seat).points > CHEAP_OPENING_POINTS;
}

/* Habit "finishing": three of some ranks cost points in the hand, and go unless a canasta is near.
 */
static bool costs_if_held(const cn_book *book, unsigned kind)
{
    const unsigned held = book->view->hand.kind[kind];
    return cn_book_has(book, CN_BOOK_FINISHING) && held >= HELD_COSTS_FROM &&
           !cn_finishes(book->rules, &book->view->pub, kind, held);
}

static int32_t natural_worth(const cn_book *book, const cn_goals *goals, unsigned kind)
{
    const cn_rules *rules = book->rules;
    const unsigned held = book->view->hand.kind[kind];
    if (cn_public_dead(rules, &book->view->pub, kind)) return -rules->value_in_hand[kind];
    int32_t worth = group_worth(book, held);
    if (cn_side_find_meld(cn_own_side(book->view), kind) != CN_NO_MELD)
        worth = KEEP_MELDED + rules->value[kind];
    if ((goals->ranks >> kind & 1) != 0) worth += KEEP_NEEDED;
    worth += sequence_worth(book, kind);
    if (costs_if_held(book, kind)) worth -= rules->p.penalty_held.points[kind];
    if (saves_for_opening(book)) return worth + KEEP_FOR_OPENING * rules->value[kind];
    return worth - rules->value_in_hand[kind] / VALUE_SHARE;
}

/* A three that counts for who holds it (P166) is sure, and the pile a guess: where habit "guarding"
 * makes the guess dear, the three is as dear. */
static int32_t held_three_worth(const cn_book *book, unsigned kind)
{
    const int32_t points = -book->rules->value_in_hand[kind];
    const bool dear = points > 0 && cn_book_has(book, CN_BOOK_GUARDING);
    return dear ? points * (PILE_CARD_COST / PILE_CARD_COST_SHY) : points;
}

/* Habit "stopping": a black three is safe whenever it is needed. */
static int32_t black3_worth(const cn_book *book)
{
    const int32_t held = held_three_worth(book, CN_KIND_BLACK3);
    return cn_book_has(book, CN_BOOK_STOPPING) && held < KEEP_BLACK3 ? KEEP_BLACK3 : held;
}

/* What the own hand loses without one card of the kind. */
static int32_t keep_worth(const cn_book *book, const cn_goals *goals, unsigned kind)
{
    const cn_rules *rules = book->rules;
    if (!cn_wants_melds(rules)) return rules->value_in_hand[kind];
    if (cn_kind_is_wild(kind)) return KEEP_WILD + rules->value[kind] - freeze_worth(book);
    if (kind == CN_KIND_RED3) return held_three_worth(book, kind);
    if (kind == CN_KIND_BLACK3) return black3_worth(book);
    return natural_worth(book, goals, kind);
}

/* The same where a special hand is sought: its cards are worth more than anything else. */
static int32_t sought_worth(const cn_book *book, const cn_special_goal *goal, unsigned kind)
{
    const unsigned held = book->view->hand.kind[kind];
    return held <= goal->wanted[kind] ? goal->points / KEEP_SOUGHT_SHARE : 0;
}

static int32_t percent(uint32_t risk)
{
    return (int32_t)((uint64_t)risk * PERCENT / CN_CERTAIN);
}

/* Why the chosen card. */
static void explain_choice(const cn_book *book, const throw_choice *best)
{
    const unsigned kind = best->kind;
    const int32_t cards = book->view->pub.pile_count, risk = percent(best->risk);
    if (cn_kind_is_wild(kind) && freeze_worth(book) > 0)
        cn_book_because(book, CN_BOOK_FREEZES, cards, 0);
    else if (kind == CN_KIND_BLACK3 && book->rules->p.black3_stops != 0 && cards > 0)
        cn_book_because(book, CN_BOOK_STOPS, cards, 0);
    else if (risk <= SAFE_PERCENT)
        cn_book_because(book, CN_BOOK_SAFE, (int32_t)kind, risk);
    else
        cn_book_because(book, CN_BOOK_LEAST_RISK, (int32_t)kind, risk);
}

/* True if it would be thrown but for the canasta it completes. */
static bool is_spared(const cn_book *book, const throw_choice *other, const throw_choice *best)
{
    const int64_t fed = (int64_t)other->risk * fed_points(book, other->kind);
    return other->cost - fed < best->cost;
}

/* Why not the others: those that the hand would miss less but the next player wants, and those that
 * are as safe but worth keeping. */
static void explain_rest(const cn_book *book, const throw_choice *all, const throw_choice *best)
{
    const cn_memory *memory = &book->view->memory;
    bool least_missed = true;
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        if (all[kind].kind == CN_KIND_NONE || kind == best->kind) continue;
        const bool wanted = all[kind].risk > best->risk, cheaper = all[kind].keep < best->keep;
        least_missed = least_missed && !cheaper;
        if (wanted && cheaper && memory->seat[next_seat(book)].known[kind] > 0)
            cn_book_because(book, CN_BOOK_NEXT_HOLDS, (int32_t)kind, 0);
        else if (is_spared(book, &all[kind], best))
            cn_book_because(book, CN_BOOK_WOULD_FEED, (int32_t)kind, 0);
        else if (wanted && cheaper)
            cn_book_because(book, CN_BOOK_NEXT_WANTS, (int32_t)kind, percent(all[kind].risk));
        else if (!wanted && kind == CN_KIND_BLACK3)
            cn_book_because(book, CN_BOOK_KEEPS_BLACK3, 0, 0);
        else if (!wanted && cn_kind_is_natural(kind) && book->view->hand.kind[kind] == 2)
            cn_book_because(book, CN_BOOK_KEEPS_PAIR, (int32_t)kind, 0);
        else if (!wanted && cn_kind_is_natural(kind) && saves_for_opening(book) &&
                 book->rules->value[kind] > book->rules->value[best->kind])
            cn_book_because(book, CN_BOOK_SAVES_FOR_OPENING, (int32_t)kind, 0);
    }
    if (least_missed) cn_book_because(book, CN_BOOK_USELESS, (int32_t)best->kind, 0);
}

unsigned cn_book_discard(const cn_book *book, const cn_mask *allowed)
{
    const cn_unseen_kinds unseen = cn_reckon_unseen(book->view, book->rules);
    const cn_goals goals = cn_goals_of(book->view, book->rules);
    const int32_t pile = pile_cost(book);
    cn_special_goal goal;
    const bool seeks = cn_book_seeks(book, &goal);
    throw_choice all[CN_KINDS];
    const throw_choice *best = NULL;
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        all[kind].kind = CN_KIND_NONE;
        if (!cn_mask_has(allowed, CN_STEP_DISCARD + kind)) continue;
        const uint32_t risk = risk_of(book, &unseen, kind);
        const int32_t worth =
            keep_worth(book, &goals, kind) + (seeks ? sought_worth(book, &goal, kind) : 0);
        const int64_t keep = (int64_t)worth * CN_CERTAIN;
        all[kind] = (throw_choice){kind, risk, keep,
                                   (int64_t)risk * (pile + fed_points(book, kind)) + keep};
        if (best == NULL || all[kind].cost < best->cost) best = &all[kind];
    }
    if (best == NULL) return CN_STEPS;
    explain_choice(book, best);
    explain_rest(book, all, best);
    return CN_STEP_DISCARD + best->kind;
}
