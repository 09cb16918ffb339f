/* What the own side still lacks for going out, and what cards bring it.
 * Not here: whether it may go out, which the legal set says.
 * Invariant: each canasta meets at most one need here, as in P132, taken greedily. */
#include "players/goals.h"

/* Turns of each seat that the last card of a meld is waited for, at least. */
enum { TURNS_TO_FINISH = 4 };

static unsigned need_of(cn_canasta kind)
{
    static_assert(CN_CANASTA_SEQUENCE - CN_CANASTA_NATURAL == CN_NEED_SEQUENCE, "in one order");
    return (unsigned)kind - CN_CANASTA_NATURAL;
}

/* The word of a canasta's kind, 0 for none. */
static int32_t kind_word(cn_canasta kind)
{
    return kind == CN_CANASTA_NONE ? 0 : cn_need_words[need_of(kind)];
}

static int32_t rank_word(const cn_meld *meld)
{
    const bool ranked = meld->rank < CN_RANKS || meld->rank == CN_MELD_TWOS;
    return ranked ? (int32_t)1 << meld->rank : 0;
}

/* The needs without those that the side's canastas meet: first each one's rank, then its kind. */
static cn_needs open_needs(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    cn_needs needs = *cn_out_needs(rules, pub);
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_canasta canasta = cn_meld_counts_as(rules, &side->meld[i]);
        if (canasta == CN_CANASTA_NONE) continue;
        const int32_t rank = rank_word(&side->meld[i]) & needs.words;
        const unsigned kind = need_of(canasta);
        if (rank != 0)
            needs.words &= ~rank;
        else if (needs.count[kind] > 0)
            needs.count[kind]--;
    }
    return needs;
}

static unsigned counted_canastas(const cn_rules *rules, const cn_side *side)
{
    unsigned count = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const int32_t kind = kind_word(cn_meld_counts_as(rules, &side->meld[i]));
        if (kind == 0) continue;
        count += ((kind | rank_word(&side->meld[i])) & rules->p.out_not_counted) == 0;
    }
    return count;
}

cn_goals cn_goals_of_side(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_needs needs = open_needs(rules, pub, side);
    const unsigned count = counted_canastas(rules, side);
    const unsigned wanted = cn_canastas_needed(rules, pub);
    const bool wild = needs.count[CN_NEED_WILD] > 0;
    return (cn_goals){
        .canastas = (uint8_t)count,
        .missing = (uint8_t)(count < wanted ? wanted - count : 0),
        .natural = needs.count[CN_NEED_NATURAL] > 0,
        .mixed = needs.count[CN_NEED_MIXED] > 0,
        .wild = wild,
        .sequence = needs.count[CN_NEED_SEQUENCE] > 0,
        .ranks = (uint16_t)(needs.words & (CN_WORD_RANKS | CN_WORD_TWO)),
        .collect_wild = rules->p.wild_meld != 0 && rules->p.wild_canasta != 0 &&
                        (wild || rules->p.bonus_wild.other >
                                     2 * cn_in_hand(&rules->p.bonus_mixed, pub->hand_number)),
    };
}

cn_goals cn_goals_of(const cn_view *view, const cn_rules *rules)
{
    return cn_goals_of_side(rules, &view->pub, cn_own_side(view));
}

int32_t cn_incomplete_cost(const cn_rules *rules, unsigned rank, unsigned size)
{
    const int32_t word = rank == CN_MELD_WILD       ? CN_WORD_WILD
                         : rank == CN_MELD_SEQUENCE ? CN_WORD_SEQUENCE
                         : rank < CN_RANKS          ? (int32_t)1 << rank
                                                    : 0;
    int32_t points = 0;
    for (int32_t i = 0; i < rules->p.penalty_incomplete.count; i++)
        if (rules->p.penalty_incomplete.entry[i].meld == word &&
            (int32_t)size < rules->p.penalty_incomplete.entry[i].below)
            points += rules->p.penalty_incomplete.entry[i].points;
    return points;
}

static bool lengthens(const cn_meld *meld, cn_card card)
{
    const unsigned row = cn_card_row(card);
    return cn_meld_suit(meld) == cn_card_suit(card) &&
           (row + 1 == cn_meld_low(meld) || row == cn_meld_high(meld) + 1);
}

int32_t cn_completing_bonus(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            cn_card card)
{
    int32_t most = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        cn_meld meld = side->meld[i];
        if (cn_meld_size(&meld) + 1 != (unsigned)rules->p.canasta_size) continue;
        const bool fits = meld.rank == CN_MELD_SEQUENCE ? lengthens(&meld, card)
                                                        : meld.rank == cn_card_kind(card);
        if (!fits) continue;
        meld.naturals++;
        const int32_t bonus = cn_canasta_bonus(rules, side, &meld, pub->hand_number, false);
        if (bonus > most) most = bonus;
    }
    return most;
}

unsigned cn_turns_left(const cn_rules *rules, const cn_public *pub)
{
    return cn_public_stock_reach(rules, pub) /
           (rules->seat_count * cn_draw_count(rules, pub->hand_number));
}

bool cn_finishes(const cn_rules *rules, const cn_public *pub, unsigned rank, unsigned cards)
{
    if (cn_incomplete_cost(rules, rank, cards) == 0) return true;
    return cn_incomplete_cost(rules, rank, cards + 1) == 0 &&
           cn_turns_left(rules, pub) >= TURNS_TO_FINISH;
}

unsigned cn_burdens(const cn_rules *rules, const cn_cards *cards)
{
    unsigned count = 0;
    if (!cn_is_bonus(rules, CN_KIND_RED3)) count += cards->kind[CN_KIND_RED3];
    if (!cn_is_bonus(rules, CN_KIND_BLACK3) && rules->p.black3_meld == CN_BLACK3_MELD_NEVER)
        count += cards->kind[CN_KIND_BLACK3];
    return count;
}

bool cn_wants_melds(const cn_rules *rules)
{
    if (cn_win_sign(rules) > 0) return true;
    if (cn_most_by_hand(&rules->p.bonus_natural) > 0 || cn_most_by_hand(&rules->p.bonus_mixed) > 0)
        return false;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (rules->value[rank] > -rules->value_in_hand[rank]) return false;
    return true;
}

bool cn_wants_top(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    return cn_wants_melds(rules) && cn_completing_bonus(rules, pub, side, cn_public_top(pub)) > 0;
}
