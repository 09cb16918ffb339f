/* The melds of a position, side by side.
 * Not here: what else a side has (position_cards.c).
 * Invariant: a meld that is accepted could lie there: the engine relies on that. */
#include "engine/step/limits.h"
#include "engine/step/shape.h"
#include "engine/step/target.h"
#include "engine/turn/apply.h"
#include "text/cards/group_text.h"
#include "text/positions/position_builder.h"

enum { MELD_TEXT_MAX = 2 * CN_GROUP_CARDS_MAX + 8 };

/* Whether a side can have two melds of one rank (P56). */
static bool may_have_two(const cn_rules *rules, const cn_public *pub)
{
    return rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED || pub->formed ||
           !rules->p.add_natural_to_canasta || !cn_canastas_take_wilds(&rules->p);
}

/* Why no such meld could lie there is written; nothing if it could. */

static void check_wilds(cn_writer *why, const cn_rules *rules, const cn_meld *meld)
{
    if (!rules->p.wild_meld)
        cn_write(why, "melds of wild cards only are not played here");
    else if (cn_meld_size(meld) > rules->wild_most)
        cn_write(why, "a meld of wild cards has at most %u cards", (unsigned)rules->wild_most);
}

static void check_sequence(cn_writer *why, const cn_rules *rules, const cn_meld *meld)
{
    if (!rules->p.sequences)
        cn_write(why, "the naturals of a meld have one rank");
    else if (meld->wilds > rules->p.sequence_wilds)
        cn_write(why,
                 rules->p.sequence_wilds == 0 ? "a sequence takes no wild card"
                                              : "a sequence has at most %d wild cards",
                 (int)rules->p.sequence_wilds);
    else if (!cn_sequence_is_finished(&rules->p, meld->naturals, meld->wilds))
        cn_write(why, "a sequence has more naturals");
    else if (!rules->p.sequence_extend_going_out &&
             (int32_t)cn_meld_size(meld) > rules->p.sequence_max)
        cn_write(why, "a sequence has at most %d cards", (int)rules->p.sequence_max);
}

static void check_black3(cn_writer *why, const cn_position *position, const cn_meld *meld)
{
    const cn_rules *rules = &position->rules;
    const unsigned size = cn_meld_size(meld);
    if (position->kind != CN_FOR_SHEET)
        cn_write(why, "black threes are melded only when the hand ends");
    else if (rules->p.black3_meld == CN_BLACK3_MELD_NEVER)
        cn_write(why, "black threes are never melded here");
    else if ((cn_meld_wilds(meld) > 0 && !rules->p.black3_meld_wilds) ||
             size > rules->black3_most || size < (unsigned)rules->p.black3_meld_min)
        cn_write(why, "this is no meld of black threes");
}

static void check_rank(cn_writer *why, const cn_rules *rules, const cn_meld *meld)
{
    const bool black3 = meld->rank == CN_MELD_BLACK3; /* P199 */
    const bool no_wilds =
        black3 ? !rules->p.black3_meld_wilds
               : meld->rank < CN_RANKS && (rules->p.no_wild_ranks >> meld->rank & 1) != 0;
    if (meld->rank == CN_MELD_TWOS && !rules->p.twos_as_rank)
        cn_write(why, "melds of twos are not played here");
    else if (meld->naturals < rules->p.min_naturals)
        cn_write(why, "a meld has at least %d naturals", (int)rules->p.min_naturals);
    else if (cn_meld_wilds(meld) > (unsigned)rules->p.max_wilds)
        cn_write(why, "a meld has at most %d wild cards", (int)rules->p.max_wilds);
    else if (no_wilds && cn_meld_wilds(meld) > 0)
        cn_write(why, "this rank takes no wild cards");
}

/* P156; one that took a wild when another had begun is no natural one any more (P205). */
static bool waits_for_canasta(const cn_position *position, const cn_side *side, const cn_meld *meld)
{
    const cn_rules *rules = &position->rules;
    return rules->p.meld_again_after_canasta != CN_MELD_AGAIN_NO && !position->view.pub.formed &&
           (cn_ranks_short_of_canasta(rules, side, false) >> meld->rank & 1) != 0;
}

static void check_meld(cn_writer *why, const cn_position *position, const cn_side *side,
                       const cn_meld *meld)
{
    const cn_rules *rules = &position->rules;
    if (cn_meld_size(meld) < (unsigned)rules->p.meld_min)
        cn_write(why, "a meld has at least %d cards", (int)rules->p.meld_min);
    else if (meld->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules))
        check_black3(why, position, meld);
    else if (meld->rank == CN_MELD_WILD)
        check_wilds(why, rules, meld);
    else if (meld->rank == CN_MELD_SEQUENCE)
        check_sequence(why, rules, meld);
    else if (!may_have_two(rules, &position->view.pub) &&
             cn_side_find_meld(side, meld->rank) != CN_NO_MELD)
        cn_write(why, "two melds of one rank are one meld");
    else if (waits_for_canasta(position, side, meld))
        cn_write(why, "another meld of this rank must be a canasta first");
    else
        check_rank(why, rules, meld);
}

/* The text of the meld without its blanks, its cards counted against the pack. */
static bool gather(cn_position_builder *b, cn_scan *scan, cn_writer *text)
{
    (void)cn_scan_done(scan);
    if (scan->end - scan->at >= 2 && scan->at[1] == ':') {
        cn_write_text(text, scan->at, 2);
        scan->at += 2;
    }
    while (!cn_scan_done(scan)) {
        cn_card card;
        if (!cn_builder_card(b, scan, &card)) return false;
        cn_write_card(text, card);
    }
    if (text->overflow) return cn_scan_fail(scan, scan->at, "no meld has so many cards");
    return true;
}

/* A sequence of too many cards, or the next one not at an end of those before it. */
static bool leaves_gap(const cn_meld *meld, const cn_group *g, unsigned i)
{
    const unsigned rank = cn_card_row(g->card[i]);
    if (cn_meld_size(meld) == CN_RANKS) return true;
    if (meld->naturals == 0) return cn_kind_is_wild(cn_card_kind(g->card[i]));
    if (cn_kind_is_wild(cn_card_kind(g->card[i])))
        return meld->wilds == CN_SEQUENCE_WILDS_MAX || !cn_sequence_has_room(meld, !g->low[i]);
    return rank + 1 != cn_meld_low(meld) && rank != cn_meld_high(meld) + 1;
}

/* The meld of these cards; false if they are a sequence that is none. */
static bool make_meld(const cn_group *g, cn_meld *meld)
{
    *meld = (cn_meld){.rank = g->meld};
    for (unsigned i = 0; i < g->count; i++) {
        if (g->meld == CN_MELD_SEQUENCE && leaves_gap(meld, g, i)) return false;
        cn_meld_add_at(meld, g->card[i], !g->low[i]);
    }
    return true;
}

static bool read_meld(cn_position_builder *b, cn_scan *scan, cn_side *side)
{
    char text[MELD_TEXT_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_text_error why = {0};
    cn_reason shape;
    cn_group g;
    (void)cn_scan_done(scan);
    const char *at = scan->at;
    if (!gather(b, scan, &writer)) return false;
    const cn_scan inner = cn_scan_make(text, writer.length, 1, &why);
    const cn_group_reader reader = {&inner, &shape};
    if (cn_group_read(&reader, (cn_word){text, writer.length}, &g) != CN_PLAY_OK)
        return cn_scan_fail(scan, at, "%s", why.message);
    cn_meld meld;
    char wrong[96];
    writer = cn_writer_make(wrong, sizeof wrong);
    if (!make_meld(&g, &meld))
        cn_write(&writer, "a sequence has no gaps");
    else
        check_meld(&writer, b->out, side, &meld);
    if (wrong[0] != '\0') return cn_scan_fail(scan, at, "%s", wrong);
    if (side->meld_count == CN_MELDS_MAX) return cn_scan_fail(scan, at, "too many melds");
    side->meld[side->meld_count++] = meld;
    cn_side_count(side);
    return true;
}

static bool read_melds(cn_position_builder *b, cn_scan *scan, unsigned side)
{
    cn_scan part;
    if (cn_scan_done(scan)) return cn_scan_fail(scan, scan->at, "melds are missing here");
    while (cn_builder_part(scan, &part))
        if (!read_meld(b, &part, &b->out->view.pub.side[side])) return false;
    return true;
}

bool cn_builder_melds(cn_position_builder *b)
{
    cn_scan scan;
    if (cn_builder_find(b, CN_KEY_MELDS, &scan) && !read_melds(b, &scan, b->own_side)) return false;
    if (cn_builder_find(b, CN_KEY_THEIR_MELDS, &scan) && !read_melds(b, &scan, b->their_side))
        return false;
    for (unsigned i = 0; i < b->lines->count; i++) {
        long side = 0;
        if (b->lines->line[i].key != CN_KEY_SIDE_MELDS) continue;
        scan = cn_position_scan(&b->lines->line[i], b->error);
        if (!cn_scan_number(&scan, "side", 0, b->out->rules.side_count - 1, &side)) return false;
        if (!read_melds(b, &scan, (unsigned)side)) return false;
    }
    return true;
}
