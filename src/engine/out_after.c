/* Whether a hand goes out after a lay: the side's table with the lay on it is weighed, and
 * sequences are tried for what nothing else takes. Not here: what is weighed (out_weigh.c),
 * arrangements with the lay (out_lays.c). Invariant: yes and no are proved. */
#include "out_after.h"

#include "copy.h"
#include "faces.h"
#include "lay_at.h"
#include "out_place.h"
#include "possible.h"

/* The side's table and the hand with a lay on it. */
typedef struct after {
    const cn_rules *rules;
    cn_side side;
    cn_cards hand;
    unsigned open; /* the begun meld, or CN_NO_MELD */
} after;

static void begin(after *a, const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    a->rules = rules;
    a->hand = *hand;
    cn_side_copy(&a->side, cn_public_acting(pub));
}

static cn_told weigh(const after *a)
{
    const cn_canastas_seen seen = cn_canastas_look(a->rules, &a->side);
    return cn_out_weigh(a->rules, &a->side, a->open, &a->hand, &seen);
}

/* The begun meld of a rank gets the wilds that it lacks with all naturals of the hand; false if it
 * cannot be finished. Twos, which may be locked, go first. */
static bool lay_due(after *a, cn_meld *meld)
{
    const cn_params *p = &a->rules->p;
    const unsigned naturals = meld->naturals + (unsigned)a->hand.kind[meld->rank];
    const unsigned wilds = cn_meld_wilds(meld), size = naturals + wilds;
    const unsigned due = size < (unsigned)p->meld_min ? (unsigned)p->meld_min - size : 0;
    const unsigned held = a->hand.kind[CN_KIND_TWO] + (unsigned)a->hand.kind[CN_KIND_JOKER];
    if (naturals < (unsigned)p->min_naturals || due > held || wilds + due > (unsigned)p->max_wilds)
        return false;
    const unsigned twos = due < a->hand.kind[CN_KIND_TWO] ? due : a->hand.kind[CN_KIND_TWO];
    a->hand.kind[CN_KIND_TWO] = (uint8_t)(a->hand.kind[CN_KIND_TWO] - twos);
    a->hand.kind[CN_KIND_JOKER] = (uint8_t)(a->hand.kind[CN_KIND_JOKER] - (due - twos));
    a->hand.size = (uint8_t)(a->hand.size - due);
    meld->wilds = (uint8_t)(meld->wilds + due);
    meld->jokers = (uint8_t)(meld->jokers + (due - twos));
    a->side.wilds[meld->rank] = (uint8_t)(a->side.wilds[meld->rank] + due);
    return true;
}

/* The same, with sequences for what nothing else takes; nothing is begun. */
static cn_told weigh_places(const after *a)
{
    if (a->hand.size == 0 /* no card is left for joins */ ||
        !cn_melds_are_weighed(a->rules, &a->side))
        return CN_TOLD_NOTHING;
    const cn_canastas_seen seen = cn_canastas_look(a->rules, &a->side);
    cn_scales scales;
    cn_scales_set(&scales, a->rules, &a->side, &a->hand, &seen);
    const cn_told told = cn_scales_tell(&scales, true);
    return told == CN_TOLD_NOTHING ? cn_out_place(&scales) : told;
}

/* The first is told, too: yes if one says so, no if all do. */
static cn_told either(cn_told first, cn_told second)
{
    if (first == CN_TOLD_YES || second == CN_TOLD_YES) return CN_TOLD_YES;
    return first == CN_TOLD_NO ? second : CN_TOLD_NOTHING;
}

/* A card onto a meld of a rank, and what finishes it then. */
typedef struct set {
    const after *before;
    unsigned rank, target;
    unsigned reach; /* suits of the rank that sequences could take, one bit each */
    unsigned twos;  /* in hand, that nothing keeps from the meld */
    unsigned wilds;
} set;

/* With naturals of these suits, four bits for each. */
static cn_told weigh_set(const set *s, unsigned suits, unsigned naturals)
{
    after a = {.rules = s->before->rules, .hand = s->before->hand, .open = CN_NO_MELD};
    cn_side_copy(&a.side, &s->before->side);
    cn_meld *meld = cn_meld_at(&a.side, s->target, s->rank);
    uint8_t *kinds = a.hand.kind;
    const unsigned twos = s->wilds < s->twos ? s->wilds : s->twos, jokers = s->wilds - twos;
    kinds[s->rank] = (uint8_t)(kinds[s->rank] - naturals);
    kinds[CN_KIND_TWO] = (uint8_t)(kinds[CN_KIND_TWO] - twos);
    kinds[CN_KIND_JOKER] = (uint8_t)(kinds[CN_KIND_JOKER] - jokers);
    a.hand.suits[s->rank] = (uint16_t)(a.hand.suits[s->rank] - suits);
    a.hand.size = (uint8_t)(a.hand.size - naturals - s->wilds);
    meld->naturals = (uint8_t)(meld->naturals + naturals);
    meld->wilds = (uint8_t)(meld->wilds + s->wilds);
    meld->jokers = (uint8_t)(meld->jokers + jokers);
    a.side.naturals[s->rank] = (uint8_t)(a.side.naturals[s->rank] + naturals);
    a.side.wilds[s->rank] = (uint8_t)(a.side.wilds[s->rank] + s->wilds);
    return weigh_places(&a);
}

/* With so many more naturals of this suit and those behind it: those that no sequence takes have
 * been chosen. */
static cn_told weigh_suits(const set *s, unsigned suit, unsigned suits, unsigned more,
                           unsigned naturals)
{
    if (suit == CN_SUITS) return more == 0 ? weigh_set(s, suits, naturals) : CN_TOLD_NO;
    const unsigned held = s->before->hand.suits[s->rank] >> 4 * suit & 15;
    cn_told told = CN_TOLD_NO;
    if ((s->reach >> suit & 1) == 0) return weigh_suits(s, suit + 1, suits, more, naturals);
    for (unsigned n = (held < more ? held : more) + 1; n-- > 0 && told != CN_TOLD_YES;)
        told = either(told, weigh_suits(s, suit + 1, suits | n << 4 * suit, more - n, naturals));
    return told;
}

static cn_told weigh_naturals(const set *s, unsigned naturals)
{
    unsigned suits = 0, more = naturals;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const unsigned held = s->before->hand.suits[s->rank] >> 4 * suit & 15;
        const unsigned n = (s->reach >> suit & 1) != 0 ? 0 : held < more ? held : more;
        suits |= n << 4 * suit;
        more -= n;
    }
    return weigh_suits(s, 0, suits, more, naturals);
}

/* In any way in which the meld is finished; which wild is which does not matter but to locks. */
static cn_told weigh_sets(const after *before, unsigned kind, unsigned rank, unsigned target)
{
    const cn_params *p = &before->rules->p;
    const uint8_t *kinds = before->hand.kind;
    const cn_meld none = {.rank = (uint8_t)rank}, *meld = &none;
    if (target < before->side.meld_count) meld = &before->side.meld[target];
    const unsigned wild = kind != rank, lie = cn_meld_wilds(meld);
    const int few = cn_shape_least_naturals(before->rules, rank) - meld->naturals;
    const int lack = p->meld_min - (int)cn_meld_size(meld);
    const unsigned least = few > 0 ? (unsigned)few : 0;
    const unsigned more = lack > (int)(least + wild) ? (unsigned)lack : least + wild;
    const unsigned count = more > 0 ? more : 1;
    const uint64_t faces = cn_faces_for_sequences(before->rules, &before->side, &before->hand);
    const bool locked = cn_is_locked(before->rules, &before->side, CN_KIND_TWO, rank);
    const unsigned twos = locked || rank == CN_MELD_TWOS ? 0 : kinds[CN_KIND_TWO];
    set s = {before, rank, target, (unsigned)(faces >> CN_SUITS * rank) & 15, twos, wild};
    cn_told told = CN_TOLD_NO;
    for (; s.wilds <= count && told != CN_TOLD_YES; s.wilds++) {
        const unsigned naturals = count - s.wilds;
        if (naturals >= least && naturals + wild > 0 && naturals <= kinds[rank] &&
            s.wilds <= twos + kinds[CN_KIND_JOKER] && lie + s.wilds <= (unsigned)p->max_wilds)
            told = either(told, weigh_naturals(&s, naturals));
    }
    return told;
}

/* A wild onto a meld of wilds, and those that finish it: none is kept by a meld of twos. */
static cn_told weigh_wild_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               unsigned target)
{
    after a;
    begin(&a, rules, pub, hand);
    if (a.side.latest[CN_MELD_TWOS] != 0) return CN_TOLD_NOTHING;
    cn_meld *meld = cn_meld_at(&a.side, target, CN_MELD_WILD);
    do {
        const unsigned kind = a.hand.kind[CN_KIND_TWO] > 0 ? CN_KIND_TWO : CN_KIND_JOKER;
        if (a.hand.kind[kind] == 0) return CN_TOLD_NO;
        a.hand.kind[kind]--;
        a.hand.size--;
        meld->wilds++;
        meld->jokers = (uint8_t)(meld->jokers + (kind == CN_KIND_JOKER));
        a.side.wilds[CN_MELD_WILD]++;
    } while (!cn_meld_is_finished(rules, meld));
    return weigh_places(&a);
}

/* A card of `kind` onto the meld `target`, which may be a new one. Whichever suit it is, all are
 * left for sequences, before they are told apart. */
static cn_told weigh_card(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned kind, unsigned rank, unsigned target)
{
    after a;
    begin(&a, rules, pub, hand);
    if (rank == CN_MELD_TWOS) return weigh_sets(&a, kind, rank, target);
    a.hand.kind[kind]--;
    a.hand.size--;
    cn_meld *meld = cn_meld_at(&a.side, target, rank);
    meld->jokers = (uint8_t)(meld->jokers + (kind == CN_KIND_JOKER));
    if (kind == rank)
        meld->naturals++;
    else
        meld->wilds++;
    (kind == rank ? a.side.naturals : a.side.wilds)[rank]++;
    a.open = cn_meld_is_finished(rules, meld) ? CN_NO_MELD : target;
    if (a.open != CN_NO_MELD && !lay_due(&a, meld)) return CN_TOLD_NO;
    if (kind != rank && a.open == CN_NO_MELD) return weigh_places(&a);
    const cn_told told = weigh(&a);
    if (told != CN_TOLD_NOTHING || !rules->p.sequences) return told;
    begin(&a, rules, pub, hand);
    return weigh_sets(&a, kind, rank, target);
}

/* The sequence with these faces of the hand, which finish it if it is none yet. */
static cn_told weigh_row(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned target, uint64_t faces)
{
    after a;
    begin(&a, rules, pub, hand);
    cn_meld *meld = cn_meld_at(&a.side, target, CN_MELD_SEQUENCE);
    for (; faces != 0; faces &= faces - 1) {
        const cn_card face = (cn_card)__builtin_ctzll(faces);
        if (a.hand.kind[cn_card_kind(face)] == 0) return CN_TOLD_NO;
        cn_cards_remove(&a.hand, face);
        cn_put_card(&a.side, meld, face);
    }
    return weigh_places(&a);
}

/* The same of a new one, of which each row is asked for once. */
static cn_told weigh_new_row(cn_after_told *of, const cn_rules *rules, const cn_public *pub,
                             const cn_cards *hand, uint64_t faces)
{
    const uint64_t bit = faces & -faces;
    if ((of->rows & bit) == 0) {
        const cn_told told = weigh_row(rules, pub, hand, cn_public_acting(pub)->meld_count, faces);
        of->rows |= bit;
        of->rows_yes |= told == CN_TOLD_YES ? bit : 0;
        of->rows_no |= told == CN_TOLD_NO ? bit : 0;
    }
    if ((of->rows_yes & bit) != 0) return CN_TOLD_YES;
    return (of->rows_no & bit) != 0 ? CN_TOLD_NO : CN_TOLD_NOTHING;
}

/* The card onto the sequence, in any way in which it is finished. */
static cn_told weigh_face(cn_after_told *of, const cn_rules *rules, const cn_public *pub,
                          const cn_cards *hand, cn_card face, unsigned target)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned least = (unsigned)rules->p.meld_min, suit = face % CN_SUITS;
    const bool begins = target == side->meld_count;
    const uint64_t card = UINT64_C(1) << face, held = cn_faces_held(hand);
    uint64_t lying = 0;
    cn_told told = CN_TOLD_NO;
    if (!begins) {
        const cn_meld *meld = &side->meld[target];
        if (meld->naturals + 1U >= least) return weigh_row(rules, pub, hand, target, card);
        lying = cn_faces_row(cn_meld_low(meld), suit, meld->naturals);
    }
    const unsigned rank = face / CN_SUITS;
    for (unsigned low = rank < least ? 0 : rank - least + 1;
         low <= rank && low + least <= CN_RANKS && told != CN_TOLD_YES; low++) {
        const uint64_t row = cn_faces_row(low, suit, least);
        if ((lying & ~row) != 0 || (row & ~lying & ~held) != 0) continue;
        told = either(told, begins ? weigh_new_row(of, rules, pub, hand, row)
                                   : weigh_row(rules, pub, hand, target, row & ~lying));
    }
    return told;
}

/* The meld `second` becomes part of `first` (P56). */
static cn_told weigh_join(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned first, unsigned second)
{
    after a;
    begin(&a, rules, pub, hand);
    cn_meld *to = &a.side.meld[first];
    const cn_meld *from = &a.side.meld[second];
    to->naturals = (uint8_t)(to->naturals + from->naturals);
    to->wilds = (uint8_t)(to->wilds + from->wilds);
    to->jokers = (uint8_t)(to->jokers + from->jokers);
    a.side.meld[second] = a.side.meld[--a.side.meld_count];
    a.open = CN_NO_MELD;
    return weigh_places(&a);
}

/* Some later meld of its rank is joined to it. */
static cn_told weigh_joins(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned first)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_shape shape = cn_shape_apart(pub, side, first);
    cn_told told = CN_TOLD_NO;
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return told;
    for (unsigned i = first + 1; i < side->meld_count && told != CN_TOLD_YES; i++) {
        if (side->meld[i].rank != shape.rank) continue;
        const cn_shape other = cn_shape_apart(pub, side, i);
        if (cn_shape_union_fits(rules, &shape, &other))
            told = either(told, weigh_join(rules, pub, hand, first, i));
    }
    return told;
}

static cn_told weigh_name(cn_after_told *of, const cn_rules *rules, const cn_public *pub,
                          const cn_cards *hand, unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_meld *meld = &side->meld[meld_i];
    cn_told told = CN_TOLD_NO;
    if (meld->rank == CN_MELD_SEQUENCE) {
        uint64_t faces = cn_faces_beside(meld) & cn_faces_held(hand);
        if ((faces & ~cn_faces_onto(rules, meld)) != 0) return CN_TOLD_NOTHING; /* P109 */
        for (; faces != 0 && told != CN_TOLD_YES; faces &= faces - 1)
            told = either(
                told, weigh_face(of, rules, pub, hand, (cn_card)__builtin_ctzll(faces), meld_i));
        return told;
    }
    const bool wild = meld->rank == CN_MELD_WILD;
    if (meld->rank >= CN_RANKS && meld->rank != CN_MELD_TWOS && !wild) return CN_TOLD_NOTHING;
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (wild && cn_shape_takes(rules, &shape, true))
        told = weigh_wild_meld(rules, pub, hand, meld_i);
    if (!wild && hand->kind[meld->rank] > 0 && cn_shape_takes(rules, &shape, false))
        told = weigh_card(rules, pub, hand, meld->rank, meld->rank, meld_i);
    for (unsigned kind = CN_KIND_TWO; !wild && kind <= CN_KIND_JOKER && told != CN_TOLD_YES; kind++)
        if (kind != meld->rank && hand->kind[kind] > 0 && cn_shape_takes(rules, &shape, true) &&
            !cn_is_locked(rules, side, kind, meld->rank))
            told = either(told, weigh_card(rules, pub, hand, kind, meld->rank, meld_i));
    return told == CN_TOLD_YES ? told : either(told, weigh_joins(rules, pub, hand, meld_i));
}

cn_told cn_out_weigh_after(cn_after_told *of, const cn_rules *rules, const cn_public *pub,
                           const cn_cards *hand, unsigned number)
{
    if (cn_step_is_to_meld(number))
        return weigh_name(of, rules, pub, hand, number - CN_STEP_TO_MELD);
    if (cn_step_is_join(number))
        return weigh_join(rules, pub, hand, pub->turn.to_meld, number - CN_STEP_JOIN);
    if (!cn_step_is_lay(number)) return CN_TOLD_NOTHING;
    const unsigned target = cn_step_target(rules, pub, number), rank = cn_step_meld(number);
    if (target > cn_public_acting(pub)->meld_count) return CN_TOLD_NOTHING;
    if (cn_step_is_sequence(number))
        return weigh_face(of, rules, pub, hand, (cn_card)(number - CN_STEP_SEQUENCE), target);
    if (rank == CN_MELD_WILD) return weigh_wild_meld(rules, pub, hand, target);
    if (rank >= CN_RANKS && rank != CN_MELD_TWOS) return CN_TOLD_NOTHING;
    return weigh_card(rules, pub, hand, cn_step_kind(number), rank, target);
}
