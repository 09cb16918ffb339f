/* What the policy of playouts throws: the card whose loss, and the pile it may cost, come to least.
 * Not here: which cards may be thrown. Invariant: the sums of book_discard.c with chances from a
 * table. */
#include "players/pick_cards.h"
#include "players/search/quick_sight.h"

enum {
    MELDED_PAIR_SHIFT = 2,
    HELD_COSTS_FROM = 3,
    SURE_POINTS = 7 /* as much dearer are plain habits for a card of the pile than its points */
};

/* The seat that may take the pile next. */
typedef struct rival {
    const cn_side *side;
    unsigned seat, share; /* of the unseen cards, in its hand */
    uint32_t wild;        /* chance that it has one */
    uint32_t opens;       /* that it can take at all: less where it has not opened */
    uint64_t blocked;     /* kinds it cannot take */
    bool threat, frozen, opened;
} rival;

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void take_off(uint8_t *unseen, const uint8_t *counts)
{
    for (unsigned i = 0; i < CN_COUNTS; i++)
        unseen[i] = (uint8_t)(unseen[i] > counts[i] ? unseen[i] - counts[i] : 0);
}

/* By kinds; the wilds of all sorts stand at CN_KIND_TWO, and cards of sequences count as unseen:
 * few, and it would take long to go through them. */
static void count_unseen(const cn_sight *s, uint8_t *unseen)
{
    const unsigned packs = cn_public_packs(s->rules, s->pub), dealt = (unsigned)s->rules->p.decks;
    for (unsigned i = 0; i < CN_COUNTS; i++) unseen[i] = s->quick->pack[i];
    for (unsigned i = 0; packs > dealt && i < CN_COUNTS; i++)
        unseen[i] = (uint8_t)(unseen[i] * packs / dealt);
    take_off(unseen, s->hand->kind);
    take_off(unseen, s->pub->pile_cards.kind);
    unsigned wilds = 0;
    for (unsigned side = 0; side < s->rules->side_count; side++) {
        const cn_side *of = &s->pub->side[side];
        take_off(unseen, of->naturals);
        for (unsigned i = 0; i < of->meld_count; i++) wilds += of->meld[i].wilds;
    }
    for (unsigned seat = 0; seat < s->rules->seat_count; seat++)
        if (seat != s->seat) take_off(unseen, s->mind->known[seat]);
    const unsigned all = (unsigned)unseen[CN_KIND_TWO] + unseen[CN_KIND_JOKER];
    unseen[CN_KIND_TWO] = (uint8_t)(all > wilds ? all - wilds : 0);
    unseen[CN_KIND_JOKER] = 0;
}

static uint32_t opening_chance(const cn_sight *s, unsigned seat)
{
    const cn_need need = cn_public_need(s->rules, s->pub, seat);
    if (s->rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO) return 0;
    if (need.canasta != 0) return CN_QUICK_SURE / 16;
    if (need.points <= 15) return CN_QUICK_SURE;
    if (need.points <= 50) return CN_QUICK_SURE / 2;
    return need.points <= 90 ? CN_QUICK_SURE / 3 : CN_QUICK_SURE / 4;
}

static uint64_t blocked_kinds(const cn_sight *s, const cn_side *side)
{
    const cn_params *p = &s->rules->p;
    uint64_t blocked = (uint64_t)p->take_top_blockers | ~(((uint64_t)1 << CN_RANKS) - 1);
    if (p->dead_rank != CN_DEAD_RANK_NONE)
        for (unsigned kind = 0; kind < CN_RANKS; kind++)
            if (cn_public_dead(s->rules, s->pub, kind)) blocked |= (uint64_t)1 << kind;
    if (p->take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE) return blocked;
    for (unsigned i = 0; i < s->rules->side_count; i++) {
        const cn_side *of = &s->pub->side[i];
        if (of != side && p->take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_OWN) continue;
        for (unsigned j = 0; j < of->meld_count; j++)
            if (cn_meld_size(&of->meld[j]) >= (unsigned)p->canasta_size)
                blocked |= (uint64_t)1 << of->meld[j].rank;
    }
    return blocked;
}

static uint32_t both(uint32_t a, uint32_t b)
{
    return a * b / CN_QUICK_SURE;
}

static rival look_at_next(const cn_sight *s, const uint8_t *unseen)
{
    const unsigned seat = cn_next_seat(s->rules, s->seat);
    rival r = {.seat = seat, .side = &s->pub->side[s->pub->side_of[seat]]};
    r.threat = r.side != s->side;
    if (!r.threat) return r;
    unsigned all = 0, known = 0;
    for (unsigned i = 0; i < CN_KINDS; i++) all += unseen[i], known += s->mind->known[seat][i];
    const unsigned count = s->pub->hand_count[seat];
    const unsigned unknown = count > known ? count - known : 0;
    const unsigned most = CN_QUICK_SHARES - 1;
    r.share = all == 0 ? most : least(most, (unknown * most + all / 2) / all);
    r.opened = cn_public_has_opened(s->pub, seat);
    r.frozen = cn_pile_is_frozen(s->rules, s->pub, r.seat, r.opened);
    r.opens = r.opened ? (unsigned)CN_QUICK_SURE : opening_chance(s, seat);
    r.blocked = blocked_kinds(s, r.side);
    const bool known_wild = s->mind->known[seat][CN_KIND_TWO] + s->mind->known[seat][CN_KIND_JOKER];
    r.wild = known_wild ? (unsigned)CN_QUICK_SURE
                        : s->quick->one[least(unseen[CN_KIND_TWO], CN_QUICK_UNSEEN - 1)][r.share];
    return r;
}

static bool takes_alone(const cn_sight *s, const rival *r, unsigned kind)
{
    const cn_params *p = &s->rules->p;
    if (p->take_add_to_sequence != 0 && cn_fits_sequence(s->rules, r->side, cn_quick_card(s, kind)))
        return true;
    if (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER) return false;
    const unsigned meld_i = cn_side_find_meld(r->side, kind);
    if (meld_i == CN_NO_MELD) return false;
    return p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY ||
           cn_meld_size(&r->side->meld[meld_i]) < (unsigned)p->canasta_size;
}

/* Chance that the next seat takes the pile with such a card on top, in parts of CN_QUICK_SURE. */
static uint32_t risk_of(const cn_sight *s, const rival *r, const uint8_t *unseen, unsigned kind)
{
    if (!r->threat || (r->blocked >> kind & 1) != 0) return 0;
    const unsigned of = least(unseen[kind], CN_QUICK_UNSEEN - 1);
    const unsigned known = s->mind->known[r->seat][kind];
    const unsigned shy = least(s->mind->shy[r->seat][kind], (unsigned)s->habits->reads_most);
    const uint32_t single = (uint32_t)s->quick->one[of][r->share] >> shy;
    const uint32_t one = known >= 1 ? (unsigned)CN_QUICK_SURE : single;
    uint32_t pair = (uint32_t)s->quick->two[of][r->share] >> shy;
    if (known == 1) pair = single;
    if (known >= 2) pair = CN_QUICK_SURE;
    if (!s->rules->p.take_pair) pair = 0;
    pair = both(pair, r->opens);
    if (r->frozen) {
        const bool melded = r->opened && r->side->latest[kind] != 0;
        return melded && known < 2 ? pair >> MELDED_PAIR_SHIFT : pair;
    }
    if (takes_alone(s, r, kind)) return CN_QUICK_SURE;
    if (!s->rules->p.take_natural_wild) return pair;
    return pair + both(CN_QUICK_SURE - pair, both(one, r->wild));
}

/* Those of a pile so large that go to who takes it. */
static int32_t pile_cards(const cn_sight *s, unsigned count)
{
    return (int32_t)cn_take_amount(s->rules, s->pub->hand_number, count);
}

static int32_t freeze_worth(const cn_sight *s, const rival *r)
{
    if (s->rules->p.freeze_wild == 0 || s->opened || (s->haste & CN_HASTE_THROWING) != 0 ||
        !r->threat || r->frozen)
        return 0;
    return s->habits->freeze_worth + s->habits->freeze_card * pile_cards(s, s->pub->pile_count);
}

static int32_t run_worth(const cn_sight *s, unsigned kind)
{
    const cn_card card = cn_quick_card(s, kind);
    const unsigned run = cn_run_length(s->hand, card);
    const int32_t worth = run > 1 ? s->habits->keep_in_run * (int32_t)run : 0;
    return cn_fits_sequence(s->rules, s->side, card) ? worth + s->habits->keep_in_sequence : worth;
}

/* As `book` has it: a three that counts for who holds it (P166) is sure, and the pile a guess. */
static int32_t three_worth(const cn_sight *s, unsigned kind)
{
    const int32_t points = -s->rules->value_in_hand[kind];
    if (points > 0) return points * SURE_POINTS;
    return kind == CN_KIND_BLACK3 ? s->habits->keep_black3 : points;
}

static int32_t keep_worth(const cn_sight *s, const rival *r, unsigned kind, unsigned needed,
                          bool saves)
{
    const cn_rules *rules = s->rules;
    const unsigned held = s->hand->kind[kind];
    if (!cn_wants_melds(rules)) return rules->value_in_hand[kind];
    if (cn_kind_is_wild(kind))
        return s->habits->keep_wild + rules->value[kind] - freeze_worth(s, r);
    if (kind == CN_KIND_RED3 || kind == CN_KIND_BLACK3) return three_worth(s, kind);
    if (rules->p.dead_rank != CN_DEAD_RANK_NONE && cn_public_dead(rules, s->pub, kind))
        return -rules->value_in_hand[kind];
    const cn_habits *h = s->habits;
    int32_t worth = held == 1 ? h->keep_single : held == 2 ? h->keep_pair : h->keep_more;
    if (s->side->latest[kind] != 0) worth = h->keep_melded + rules->value[kind];
    if ((needed >> kind & 1) != 0) worth += h->keep_needed;
    if (rules->p.sequences != 0) worth += run_worth(s, kind);
    const int32_t cost = rules->p.penalty_held.points[kind];
    if (cost != 0 && held >= HELD_COSTS_FROM && !cn_finishes(rules, s->pub, kind, held))
        worth -= cost;
    if (saves) return worth + h->keep_to_open * rules->value[kind];
    return worth - rules->value_in_hand[kind] / 4;
}

static int32_t pile_cost(const cn_sight *s, const rival *r)
{
    const int32_t cards = pile_cards(s, s->pub->pile_count + 1U);
    const cn_habits *h = s->habits;
    if (!s->opened && !cn_public_has_opened(s->pub, r->seat))
        return h->pile_cost_shy + cards * h->pile_card_shy;
    const bool hasty = (s->haste & CN_HASTE_THROWING) != 0;
    return h->pile_cost + cards * (hasty ? h->pile_card_shy : h->pile_card);
}

/* What the next side gains besides the pile. */
static int32_t fed_points(const cn_sight *s, const rival *r, unsigned kind)
{
    if (!r->threat || (r->side->latest[kind] == 0 && s->rules->p.sequences == 0)) return 0;
    const cn_card card =
        s->rules->p.sequences != 0 ? cn_quick_card(s, kind) : cn_card_make(kind, 0);
    return cn_completing_bonus(s->rules, s->pub, r->side, card);
}

unsigned cn_quick_discard(const cn_sight *s, const cn_mask *legal)
{
    uint64_t kinds = cn_sight_bits(legal, CN_STEP_DISCARD, CN_KINDS);
    if ((kinds & (kinds - 1)) == 0)
        return kinds == 0 ? CN_STEPS : CN_STEP_DISCARD + (unsigned)__builtin_ctzll(kinds);
    uint8_t unseen[CN_COUNTS];
    count_unseen(s, unseen);
    const rival r = look_at_next(s, unseen);
    const int32_t pile = pile_cost(s, &r);
    const bool saves =
        !s->opened && cn_public_need(s->rules, s->pub, s->seat).points > s->habits->opening_saved;
    const unsigned needed = cn_out_needs(s->rules, s->pub)->words == 0
                                ? 0
                                : cn_goals_of_side(s->rules, s->pub, s->side).ranks;
    unsigned best = CN_STEPS;
    int32_t best_cost = INT32_MAX;
    for (; kinds != 0; kinds &= kinds - 1) {
        const unsigned kind = (unsigned)__builtin_ctzll(kinds);
        const int32_t risk = (int32_t)risk_of(s, &r, unseen, kind);
        const int32_t lost = pile + (risk == 0 ? 0 : fed_points(s, &r, kind));
        const int32_t cost = risk * lost + keep_worth(s, &r, kind, needed, saves) * CN_QUICK_SURE;
        if (cost >= best_cost) continue;
        best_cost = cost;
        best = CN_STEP_DISCARD + kind;
    }
    return best;
}

cn_card cn_quick_card(const cn_sight *s, unsigned kind)
{
    if (s->rules->p.sequences == 0 || !cn_kind_is_natural(kind)) return CN_CARD_NONE;
    const cn_side *next = &s->pub->side[s->pub->side_of[cn_next_seat(s->rules, s->seat)]];
    const cn_habits *h = s->habits;
    cn_card best = CN_CARD_NONE;
    int32_t best_worth = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card card = cn_card_make(kind, suit);
        const unsigned count = cn_cards_count(s->hand, card);
        if (count == 0) continue;
        int32_t worth = cn_fits_sequence(s->rules, s->side, card) ? h->keep_in_sequence : 0;
        if (count == 1) worth += h->keep_in_run * (int32_t)cn_run_length(s->hand, card);
        if (next != s->side && cn_fits_sequence(s->rules, next, card)) worth += h->fits_next;
        if (best != CN_CARD_NONE && worth >= best_worth) continue;
        best = card;
        best_worth = worth;
    }
    return best;
}
