/* All steps of a turn near the end, or that must go out, where a rank has one meld at a time: each
 * lay leaves enough, or counts tell whether the hand goes out after it.
 * Not here: begun melds, black threes that may be laid (legal_search.c).
 * Invariant: as in the header. */
#include "legal_exact.h"

#include "canasta/legal.h"
#include "counted.h"
#include "discard.h"
#include "finish.h"
#include "legal_search.h"
#include "out.h"
#include "out_exact.h"
#include "possible.h"
#include "stay.h"

#if defined(__SSSE3__)

/* A turn like most near the end: of a side that has opened and may begin melds, with nothing begun
 * or named, no packet, and no black threes enough for a group. */
static bool applies(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    const cn_params *p = &rules->p;
    const unsigned named = (unsigned)(turn->to_meld & turn->open_meld) ^ CN_NO_MELD;
    const unsigned other =
        named | turn->staging | turn->opened | turn->laid_black3 | pub->packets[pub->asker];
    const bool black3 = p->black3_meld != CN_BLACK3_MELD_NEVER &&
                        (int32_t)hand->kind[CN_KIND_BLACK3] >= p->black3_meld_min;
    return rules->merged && rules->out_exact && p->keep_cards > 0 && other == 0 && !black3 &&
           hand->size == pub->hand_count[pub->asker] && cn_public_acting_has_opened(pub) &&
           cn_public_acting(pub)->meld_count < CN_MELDS_MAX && cn_stuck_cards(rules, hand) == 0 &&
           cn_stock_lets_go_on(rules, pub);
}

/* All lays that fit, as far as there is room for them. */
static cn_mask fits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool single,
                    cn_room room)
{
    const cn_holding h = cn_hold(hand);
    return cn_counted_merged(rules, pub, cn_public_acting(pub), &h, false, single, room, 0);
}

/* Of these lays those after which the hand goes out; false if one is in doubt. */
static bool leave_those_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            cn_mask *lays)
{
    const bool may = cn_may_go_out_at_all(rules, pub, hand);
    for (unsigned i = 0; i < 2; i++)
        for (uint64_t left = lays->word[i]; left != 0; left &= left - 1) {
            const unsigned number = 64 * i + (unsigned)__builtin_ctzll(left);
            const cn_told told = may ? cn_exact_out_after(rules, pub, hand, number) : CN_TOLD_NO;
            if (told == CN_TOLD_NOTHING) return false;
            if (told == CN_TOLD_NO) lays->word[i] ^= left & -left;
        }
    return true;
}

/* The lays that leave enough, and those after which the hand goes out. */
static bool add_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool must,
                     cn_mask *mask)
{
    const unsigned held = hand->size, kept = cn_keep_cards(rules, pub) + 1;
    const bool single = cn_melds_are_single(cn_public_acting(pub));
    const cn_room all = {true, true};
    const cn_room room = {!must && held > kept,
                          !must && held >= kept + (unsigned)rules->p.meld_min};
    const cn_mask sure = fits(rules, pub, hand, single, room);
    *mask = fits(rules, pub, hand, single, all);
    cn_mask out = {{mask->word[0] & ~sure.word[0], mask->word[1] & ~sure.word[1]}};
    if (!leave_those_out(rules, pub, hand, &out)) return false;
    for (unsigned i = 0; i < 2; i++) mask->word[i] = sure.word[i] | out.word[i];
    return true;
}

static bool add_discards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         bool must, cn_mask *mask)
{
    const uint32_t kinds = cn_discardable(rules, pub, hand);
    const unsigned held = hand->size;
    if (!must && held >= 2 && (!pub->turn.laid || held > cn_keep_cards(rules, pub))) {
        mask->word[0] |= (uint64_t)kinds << CN_STEP_DISCARD;
        return kinds != 0;
    }
    for (uint32_t left = kinds; left != 0; left &= left - 1) {
        const unsigned number = CN_STEP_DISCARD + (unsigned)__builtin_ctz(left);
        if (cn_possible(rules, pub, hand, number)) cn_mask_add(mask, number);
    }
    return kinds != 0;
}

/* The question is legal where the hand goes out, and, after a no, the turn ends with a discard
 * (P134); that it ends a run (P57) changes nothing by such rules. False if it is in doubt. */
static bool add_question(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_mask *mask)
{
    if (!cn_may_ask(rules, pub)) return true;
    if (rules->p.ask_partner == CN_ASK_PARTNER_REQUIRED) return false;
    if (cn_ask_refusal_now(rules, pub).code != CN_OK || cn_exact_stays(rules, pub, hand))
        return true;
    cn_mask_add(mask, CN_STEP_ASK);
    return cn_exact_out(rules, pub, hand) == CN_TOLD_YES && cn_stays_as_it_is(rules, pub, hand);
}

bool cn_legal_exact(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_mask *mask)
{
    if (!applies(rules, pub, hand)) return false;
    const bool must = cn_must_go_out(rules, pub);
    return add_lays(rules, pub, hand, must, mask) && add_discards(rules, pub, hand, must, mask) &&
           add_question(rules, pub, hand, mask) && !cn_mask_is_empty(mask);
}

#else

bool cn_legal_exact(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
