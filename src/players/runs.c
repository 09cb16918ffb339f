/* Which cards are kept for sequences.
 * Not here: sequences themselves (lays.c). Invariant: as in the header. */
#include "players/runs.h"

enum {
    WINDOW = 5,     /* ranks in a row of which ... */
    RUN_CARDS = 4,  /* ... so many in one suit are worth keeping together */
    REACH = 2,      /* from the end of a sequence, cards that may still come to join it */
    GROUP_CARDS = 3 /* that begin a meld of a rank */
};

static bool is_held(const cn_cards *hand, int rank, unsigned suit)
{
    return rank >= 0 && rank < CN_RANKS &&
           cn_cards_count(hand, cn_card_make((unsigned)rank, suit)) > 0;
}

static bool is_in_run(const cn_cards *hand, int rank, unsigned suit)
{
    for (int low = rank - WINDOW + 1; low <= rank; low++) {
        unsigned held = 0;
        for (int i = low; i < low + WINDOW; i++) held += is_held(hand, i, suit);
        if (held >= RUN_CARDS) return true;
    }
    return false;
}

static bool is_near_sequence(const cn_rules *rules, const cn_side *side, int rank, unsigned suit)
{
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        if (meld->rank != CN_MELD_SEQUENCE || cn_meld_suit(meld) != suit) continue;
        const int lacking = rules->p.canasta_size - (int)cn_meld_size(meld);
        const int reach = lacking < REACH ? lacking : REACH;
        if (rank >= cn_meld_low(meld) - reach && rank <= (int)cn_meld_high(meld) + reach)
            return reach > 0;
    }
    return false;
}

bool cn_keeps_run(const cn_rules *rules, const cn_side *side, const cn_cards *hand, unsigned rank,
                  bool begun)
{
    if (rules->p.sequences == 0 || rank >= CN_RANKS) return false;
    unsigned spare = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const unsigned held = cn_cards_count(hand, cn_card_make(rank, suit));
        if (held == 0) continue;
        const bool kept =
            is_in_run(hand, (int)rank, suit) || is_near_sequence(rules, side, (int)rank, suit);
        spare += held - kept;
    }
    return spare < (begun ? 1U : (unsigned)GROUP_CARDS);
}
