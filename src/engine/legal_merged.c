/* All steps of a melding turn at once where a rank has one meld: of a side that has opened, with
 * nothing named, far from the end or by a hand that surely stays.
 * Not here: all other turns (legal_counted.c). Invariant: as in the header. With few branches,
 * because nobody foresees melds and cards. */
#include "legal_merged.h"

#include "canastas.h"
#include "counted.h"
#include "finish.h"
#include "legal_counted.h"
#include "legal_exact.h"
#include "legal_merged_opening.h"
#include "legal_search.h"
#include "out.h"
#include "out_exact.h"
#include "plain_here.h"
#include "possible.h"

enum { MELD_SIZE = 3, NATURALS = 2 };

bool cn_has_merged_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->counted_ranks && p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           (p->add_wild_to_canasta || !p->add_natural_to_canasta); /* as if no run were (P57) */
}

bool cn_begun_melds_finish(const cn_rules *rules)
{
    const uint8_t *natural = rules->natural_below;
    bool finish = rules->p.meld_min == MELD_SIZE && rules->p.min_naturals == NATURALS &&
                  natural[NATURALS] > 0 &&
                  (rules->wild_most == 0 || rules->wilds_below >= MELD_SIZE);
    for (unsigned opening = 0; opening < 2; opening++) {
        const uint8_t *wild = rules->wild_below[opening];
        finish &= natural[1] > wild[1] && wild[NATURALS] > 0;
    }
    return finish;
}

#if defined(__SSSE3__)

/* The side has opened, nothing obliges it to anything, and no card is stuck: `kinds` are those in
 * hand. Whether it has opened nobody foresees. */
CN_USUAL bool is_merged(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                        uint32_t kinds)
{
    const cn_turn *turn = &pub->turn;
    const unsigned due = (unsigned)turn->staging | turn->answer | turn->laid_black3 |
                         turn->opened_exempt | (turn->to_meld ^ CN_NO_MELD) |
                         (side->meld_count - 1U >= CN_MELDS_MAX - 1U);
    return (due | (kinds & cn_never_discarded(rules))) == 0 && cn_stock_lets_go_on(rules, pub);
}

/* Even a new meld leaves a card to discard and those to keep, and one that is no black three (P65);
 * told too seldom rather than too often. */
CN_USUAL bool is_far(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return pub->hand_count[pub->asker] > rules->kept + (unsigned)rules->p.meld_min &&
           hand->size > hand->kind[CN_KIND_BLACK3] + 1U;
}

/* The only meld of wilds is full, or there is another. */
static CN_RARE bool wilds_go_beyond(const cn_rules *rules, const cn_side *side, unsigned wilds,
                                    cn_room room)
{
    const unsigned lie = cn_meld_wilds(&side->meld[side->latest[CN_MELD_WILD] - 1]);
    if (lie < rules->wilds_below) return room.onto;
    return room.begin && lie >= (unsigned)rules->p.canasta_size &&
           wilds >= (unsigned)rules->p.meld_min;
}

/* Wilds go to a meld of wilds, old or new, of which none is full. Without branches, because nobody
 * foresees whether one lies there. */
CN_USUAL unsigned wilds_merge(const cn_rules *rules, const cn_side *side, unsigned wilds,
                              cn_room room)
{
    const unsigned lie = side->wilds[CN_MELD_WILD], lies = lie > 0, none = lies - 1;
    const unsigned fewest = 1 + (((unsigned)rules->p.meld_min - 1) & none);
    return (wilds >= fewest) & (lie < rules->wilds_below) & (lies | room.begin) &
           (none | room.onto);
}

/* So many lie there that this does not tell. */
CN_USUAL bool wilds_are_full(const cn_rules *rules, const cn_side *side)
{
    return rules->wild_most != 0 && side->wilds[CN_MELD_WILD] >= rules->wilds_below;
}

/* No meld of a rank lies beside a closed one. */
CN_USUAL bool ranks_are_single(const cn_rules *rules, const cn_side *side)
{
    uint8_t cards[CN_COUNTS];
    if (rules->p.add_natural_to_canasta) return true;
    cn_counts_add(cards, side->naturals, side->wilds);
    return (cn_counts_from(cards, (unsigned)rules->p.canasta_size + 1) & CN_ALL_RANKS) == 0;
}

/* Canastas, those that lie there and those that all cards of a rank with all wilds, or all wilds
 * together, could become, are too few for going out. */
CN_USUAL bool canastas_lack(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const unsigned full = (unsigned)p->canasta_size;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned together = side->wilds[CN_MELD_WILD] + wilds;
    unsigned count = p->wild_canasta ? together / full : 0;
    uint8_t naturals[CN_COUNTS], cards[CN_COUNTS];
    cn_counts_add(naturals, side->naturals, hand->kind);
    cn_counts_add(cards, naturals, side->wilds);
    uint32_t ranks = cn_ranks_in_reach(p, naturals, cards, wilds, 0);
    count += (unsigned)__builtin_popcount(ranks);
    if (p->add_natural_to_canasta) ranks = 0; /* a rank has only one */
    for (unsigned size = 2 * full; ranks != 0; size += full) {
        ranks &= cn_counts_from(cards, size > wilds ? size - wilds : 1);
        count += (unsigned)__builtin_popcount(ranks);
    }
    return count < (unsigned)p->out_canastas;
}

/* S27: red threes are too few for the canastas that going out needs, or for those that lie there.
 */
static CN_RARE bool red3_lack(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_params *p = &rules->p;
    const unsigned red3 = cn_side_red3(rules, pub, pub->side_of[pub->asker]);
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, side->naturals, side->wilds);
    const uint32_t canastas = cn_counts_from(cards, (unsigned)p->canasta_size) & CN_ALL_RANKS;
    return red3 < (unsigned)p->out_canastas || red3 < (unsigned)__builtin_popcount(canastas);
}

/* The hand cannot go out: two cards find no meld, of `stay` one or more of each rank, or canastas
 * are too few; told too seldom rather than too often. */
CN_USUAL bool stays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                    const cn_cards *hand, uint32_t stay)
{
    const cn_params *p = &rules->p;
    const unsigned black3 = hand->kind[CN_KIND_BLACK3];
    const bool group =
        p->black3_meld != CN_BLACK3_MELD_NEVER &&
        (black3 >= (unsigned)p->black3_meld_min || side->naturals[CN_MELD_BLACK3] > 0);
    return (unsigned)__builtin_popcount(stay) + (group ? 0 : black3) >= 2 ||
           canastas_lack(rules, side, hand) ||
           (p->out_needs_red3_per_canasta && red3_lack(rules, pub, side));
}

/* The lays for which there is room, and the discards that no ban keeps back; the ranks in hand that
 * find no meld. */
CN_USUAL uint32_t add_fits(const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                           cn_counted_fits f, cn_room room, cn_mask *mask)
{
    const cn_holding h = cn_hold(hand);
    const uint32_t begin = h.ranks & ~f.begun & cn_begin(rules, &h, false);
    const uint32_t onto = h.ranks & f.begun & f.natural;
    uint64_t steps = (uint64_t)h.kinds << CN_STEP_DISCARD, together = 0;
    if (room.begin) steps |= (uint64_t)begin << CN_STEP_LAY;
    if (room.onto) steps |= (uint64_t)onto << CN_STEP_LAY | cn_wild_lays(&h, f.wild);
    if (rules->wild_most != 0) together = 0U - (uint64_t)wilds_merge(rules, side, h.wilds, room);
    *mask = (cn_mask){{steps, cn_lays_together(&h) & together}};
    return h.ranks & ~(onto | begin);
}

CN_USUAL uint32_t add_all(const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                          cn_room room, cn_mask *mask)
{
    return add_fits(rules, hand, side, cn_fit_counts(rules, side, false), room, mask);
}

/* The same where melds of wilds are full. */
static CN_RARE void add_wilds_beyond(const cn_rules *rules, const cn_cards *hand,
                                     const cn_side *side, cn_room room, cn_mask *mask)
{
    const cn_holding h = cn_hold(hand);
    if (h.wilds > 0 && wilds_go_beyond(rules, side, h.wilds, room))
        mask->word[1] |= cn_lays_together(&h);
}

/* Takes out the discards that bans keep back. */
CN_USUAL void mind_bans(const cn_rules *rules, const cn_public *pub, cn_mask *mask)
{
    const uint32_t kinds = (uint32_t)(mask->word[0] >> CN_STEP_DISCARD) & CN_ALL_KINDS;
    mask->word[0] ^= (uint64_t)(kinds ^ cn_not_banned(rules, pub, kinds)) << CN_STEP_DISCARD;
}

/* Counts tell whether the hand goes out, which is all that a question asks far from the end: after
 * a no the turn ends with a discard. One that ends a run is another matter (P57). */
CN_USUAL cn_told tell_question(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    if (!rules->out_exact || p->ask_partner == CN_ASK_PARTNER_REQUIRED ||
        (pub->turn.run_meld != CN_NO_MELD && !p->add_wild_to_canasta))
        return CN_TOLD_NOTHING;
    if (cn_ask_refusal_now(rules, pub).code != CN_OK || !cn_may_go_out_at_all(rules, pub, hand))
        return CN_TOLD_NO;
    return cn_exact_out(rules, pub, hand);
}

/* Of a turn in which the question may be put, far from the end: whether it is asks how many ways
 * go out. */
static CN_RARE void look_at_question(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, const cn_side *side, uint32_t stay,
                                     cn_mask *mask)
{
    if (stays(rules, pub, side, hand, stay)) return;
    const cn_told told = tell_question(rules, pub, hand);
    if (told == CN_TOLD_NOTHING)
        cn_add_question(rules, pub, hand, mask);
    else
        mask->word[0] |= (uint64_t)(told == CN_TOLD_YES) << CN_STEP_ASK;
}

/* Not 0 where it may not be put; without branches, because nobody foresees what was laid. */
CN_USUAL uint32_t asks_nothing(const cn_rules *rules, const cn_public *pub)
{
    return cn_bars_to_ask(pub) | (rules->p.ask_partner == CN_ASK_PARTNER_NONE);
}

/* Far from the end, if the question may be put. */
CN_USUAL void look_if_asked(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            const cn_side *side, uint32_t stay, cn_mask *mask)
{
    if (((stay & (stay - 1)) | asks_nothing(rules, pub)) == 0)
        look_at_question(rules, pub, hand, side, stay, mask);
}

/* What is not to be looked at in most turns. */
static CN_RARE void look_at_length(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, const cn_side *side, uint32_t stay,
                                   cn_mask *mask)
{
    const cn_room room = {true, true};
    if (pub->turn_number <= rules->bans_until) mind_bans(rules, pub, mask);
    if (wilds_are_full(rules, side)) add_wilds_beyond(rules, hand, side, room, mask);
    look_if_asked(rules, pub, hand, side, stay, mask);
}

/* Most often it is one rank that may not be discarded. */
static CN_RARE void look_further(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side, uint32_t stay, cn_mask *mask)
{
    if (!rules->one_rank_banned || !cn_rank_is_banned(rules, pub) || wilds_are_full(rules, side)) {
        look_at_length(rules, pub, hand, side, stay, mask);
        return;
    }
    const uint32_t kinds = (uint32_t)(mask->word[0] >> CN_STEP_DISCARD) & CN_ALL_KINDS;
    const uint32_t free = cn_all_but(kinds, UINT32_C(1) << rules->p.discard_rank_ban.ban[0].rank);
    mask->word[0] ^= (uint64_t)(kinds ^ free) << CN_STEP_DISCARD;
    look_if_asked(rules, pub, hand, side, stay, mask);
}

static CN_RARE void legal_far(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    const uint32_t stay = add_all(rules, hand, side, room, mask);
    if (pub->turn_number <= rules->bans_until || wilds_are_full(rules, side))
        look_further(rules, pub, hand, side, stay, mask);
    else
        look_if_asked(rules, pub, hand, side, stay, mask);
}

/* The same where melds of ranks lie beside closed ones. */
static CN_RARE void legal_beside(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    const cn_counted_fits f = cn_fit_beside_closed(rules, side, false);
    look_further(rules, pub, hand, side, add_fits(rules, hand, side, f, room, mask), mask);
}

/* Whether the hand goes out matters. */
static CN_RARE void legal_if_exact(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, cn_mask *mask)
{
    if (cn_plain_may_hold_here(rules, pub) || !cn_legal_exact(rules, pub, hand, mask))
        cn_legal_of_others(rules, pub, hand, mask);
}

/* Near the end. */
static CN_RARE void look_at_end(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                const cn_side *side, uint32_t stay, cn_room room, cn_mask *mask)
{
    if (pub->turn_number <= rules->bans_until) mind_bans(rules, pub, mask);
    if (wilds_are_full(rules, side)) add_wilds_beyond(rules, hand, side, room, mask);
    if (!stays(rules, pub, side, hand, stay)) legal_if_exact(rules, pub, hand, mask);
}

static CN_RARE void legal_near(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side, cn_mask *mask)
{
    const unsigned held = pub->hand_count[pub->asker], keep = (unsigned)rules->p.keep_cards;
    const cn_room room = {held > keep + 1, held > keep + (unsigned)rules->p.meld_min};
    const bool simple = keep > 0 && (pub->packets[pub->asker] | pub->turn.opened) == 0 &&
                        hand->size == held && held >= 2 && (!pub->turn.laid || held > keep);
    if (simple)
        look_at_end(rules, pub, hand, side, add_all(rules, hand, side, room, mask), room, mask);
    else
        legal_if_exact(rules, pub, hand, mask);
}

/* No question is put. */
static CN_RARE void legal_begun(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                const cn_side *side, cn_mask *mask)
{
    const unsigned held = pub->hand_count[pub->asker];
    if (!cn_begun_goes_on(rules, &side->meld[pub->turn.open_meld], hand, held, false, mask))
        cn_legal_of_others(rules, pub, hand, mask);
}

/* Most of these turns are openings. */
static CN_RARE void legal_unmerged(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const unsigned opened = (side->meld_count != 0) & (pub->turn.staging == 0);
    if ((rules->openings_merged & (opened ^ 1)) == 0 ||
        !cn_legal_merged_opening(rules, pub, hand, mask))
        legal_if_exact(rules, pub, hand, mask);
}

/* Melds of ranks lie side by side: all but the latest of a rank are closed, if all can be. */
static CN_RARE void legal_if_beside(const cn_rules *rules, const cn_public *pub,
                                    const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    if (cn_canastas_close(rules) && pub->turn.open_meld == CN_NO_MELD && is_far(rules, pub, hand))
        legal_beside(rules, pub, hand, side, mask);
    else
        cn_legal_of_others(rules, pub, hand, mask);
}

CN_RARE void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    if (!is_merged(rules, pub, side, cn_counts_from(hand->kind, 1)))
        legal_unmerged(rules, pub, hand, side, mask);
    else if (!ranks_are_single(rules, side))
        legal_if_beside(rules, pub, hand, side, mask);
    else if (pub->turn.open_meld != CN_NO_MELD)
        legal_begun(rules, pub, hand, side, mask);
    else if (!is_far(rules, pub, hand))
        legal_near(rules, pub, hand, side, mask);
    else
        legal_far(rules, pub, hand, side, mask);
}

#else

void cn_legal_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     cn_mask *mask)
{
    cn_legal_of_others(rules, pub, hand, mask);
}

#endif
