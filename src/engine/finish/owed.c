/* Can what is owed for a taken pile still be laid (P202, P203)?
 * Not here: openings, which pay (finish_open.c). Invariant: as in the header. */
#include "engine/finish/owed.h"

#include "engine/cards/counts.h"
#include "engine/finish/arrange.h"
#include "engine/finish/finish.h"
#include "engine/finish/stay.h"
#include "engine/step/limits.h"
#include "engine/step/possible.h"
#include "engine/step/target.h"
#include "engine/turn/turn.h"

bool cn_pays(const cn_arrangement *a)
{
    const cn_turn *turn = &a->pub->turn;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        const bool natural = piece->added > piece->new_wilds;
        if (turn->owes == CN_OWES_CARD
                ? natural && (a->pub->owed_ranks >> piece->shape.rank % CN_COUNTS & 1) != 0
                : i >= turn->first_meld)
            return true;
    }
    return false;
}

bool cn_table_pays_out(const cn_arrangement *a)
{
    return cn_pays(a) && cn_table_goes_out(a);
}

uint64_t cn_digest_owed(const cn_arrangement *a, unsigned rank, uint64_t key)
{
    return cn_digest_canastas(a, rank, cn_digest_word(key, cn_pays(a)));
}

uint32_t cn_last_owed(const cn_public *pub, const cn_cards *hand)
{
    return cn_counts_sum_of(hand->kind, pub->owed_ranks) == 1 ? pub->owed_ranks : 0;
}

/* ---- without going out ---- */

/* The lay, which is possible, pays with its card or with the meld it begins. A group of black
 * threes obliges to go out. */
static bool lay_pays(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (pub->turn.owes == CN_OWES_CARD) return kind == rank && (pub->owed_ranks >> kind & 1) != 0;
    const bool group = rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules);
    return !group && cn_step_target(rules, pub, number) == cn_public_acting(pub)->meld_count;
}

static unsigned fewest_of_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    unsigned fewest = CN_NEVER_FINISHED;
    for (unsigned number = CN_STEP_LAY; number < CN_STEPS; number++) {
        if (!cn_step_is_lay(number) || cn_step_refusal(rules, pub, hand, number).code != CN_OK ||
            !lay_pays(rules, pub, number))
            continue;
        const unsigned cards = 1 + cn_finish_after(rules, pub, hand, number);
        if (cards < fewest) fewest = cards;
    }
    return fewest;
}

/* Fewest cards that pay, if nothing else is laid before them. */
static unsigned fewest_that_pay(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_public now;
    cn_public_copy(&now, pub, rules);
    cn_end_run(&now.turn); /* NEW (S4) */
    unsigned fewest = fewest_of_lays(rules, &now, hand);
    const unsigned melds = cn_public_acting(pub)->meld_count;
    const bool named = rules->many && pub->turn.owes == CN_OWES_CARD;
    for (unsigned meld_i = 0; named && meld_i < melds; meld_i++) {
        now.turn.to_meld = (uint8_t)meld_i;
        const unsigned cards = fewest_of_lays(rules, &now, hand);
        if (cards < fewest) fewest = cards;
    }
    return fewest;
}

/* What is laid first can let a meld begin, or take a card, that could not before. */
static bool other_lays_help(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool grows = p->add_after_closing == CN_ADD_AFTER_CLOSING_AT_ONCE &&
                       p->add_natural_to_canasta && p->add_wild_to_canasta && p->meld_max == 0 &&
                       p->natural_canasta_takes == CN_CANASTA_TAKES_ANY &&
                       p->mixed_canasta_takes == CN_CANASTA_TAKES_ANY && rules->wild_most == 0;
    return p->meld_again_after_canasta != CN_MELD_AGAIN_NO ||
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO ||
           (p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && !grows);
}

static bool pays_and_keeps(const cn_arrangement *a)
{
    const cn_cards *hand = a->goal;
    const unsigned added = cn_arrangement_added(a);
    return cn_pays(a) && !cn_lock_holds(a) && added <= hand->size &&
           cn_stays_after(a->rules, a->pub, hand, added);
}

static uint64_t digest_keeping(const cn_arrangement *a, unsigned rank, uint64_t key)
{
    (void)rank;
    return cn_digest_word(key, cn_arrangement_added(a) << 1 | cn_pays(a));
}

static bool search(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                   cn_effort *effort)
{
    cn_arrangement a;
    cn_failures failed;
    cn_arrange_start(&a, rules, pub, hand, effort);
    cn_failures_start(&failed);
    a.goal = hand;
    a.no_black3 = !cn_black3_is_rank(rules);
    a.arranged = pays_and_keeps;
    a.digest = digest_keeping;
    a.failed = rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO ? &failed : NULL;
    return cn_arrange(&a);
}

bool cn_pays_and_stays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_effort *effort)
{
    if (!cn_public_has_opened(pub, pub->asker))
        return cn_finish_opening(rules, pub, hand, false, effort);
    const bool open = pub->turn.open_meld != CN_NO_MELD;
    const bool new = open && pub->turn.open_meld >= pub->turn.first_meld; /* or a sequence (P177) */
    if (new && pub->turn.owes == CN_OWES_NEW_MELD)
        return cn_stays_after(rules, pub, hand, cn_finish_cards(rules, pub, hand));
    const unsigned fewest = open ? 0 : fewest_that_pay(rules, pub, hand);
    if (!open && fewest <= pub->hand_count[pub->asker] && cn_stays_after(rules, pub, hand, fewest))
        return true;
    return (open || other_lays_help(rules)) && search(rules, pub, hand, effort);
}
