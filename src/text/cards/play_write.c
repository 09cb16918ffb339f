/* Steps to plays as people write them.
 * Not here: reading plays (play_text.c).
 * Invariant: what is written is parsed to exactly these steps: a group ends where reading it would
 * put its cards into another order. */
#include <assert.h>

#include "text/cards/play_text.h"

/* True for the lays that reading puts behind the others of their group. */
static bool is_late(cn_step lay)
{
    const unsigned meld = cn_step_meld(lay.number), kind = cn_step_kind(lay.number);
    if (meld == CN_MELD_TWOS) return kind == CN_KIND_JOKER;
    return meld != CN_MELD_WILD && cn_kind_is_wild(kind);
}

/* The lays, from the first on, that are cards of one sequence, each at an end of the ones before.
 */
static unsigned sequence_steps(const cn_step *steps, unsigned count)
{
    unsigned end = 1, low = cn_card_row(steps[0].card[0]), high = low;
    for (; end < count && cn_step_is_sequence(steps[end].number); end++) {
        const cn_card card = steps[end].card[0];
        const unsigned rank = cn_card_row(card);
        if (cn_card_suit(card) != cn_card_suit(steps[0].card[0])) break;
        if (rank == high + 1)
            high = rank;
        else if (rank + 1 == low)
            low = rank;
        else
            break;
    }
    return end;
}

/* The lays onto one meld, from the first step on, that are written as one group; `late`: one of the
 * late ones has been written before them. */
static unsigned rank_steps(const cn_step *steps, unsigned count, unsigned meld, bool late)
{
    unsigned end = 0;
    for (; end < count && end < CN_GROUP_CARDS_MAX - 2; end++) {
        if (!cn_step_is_lay(steps[end].number) || cn_step_meld(steps[end].number) != meld) break;
        if (late && !is_late(steps[end])) break;
        late = is_late(steps[end]);
    }
    return end;
}

static void write_cards(cn_writer *writer, const cn_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count; i++) cn_write_card(writer, steps[i].card[0]);
}

/* True if the cards of the group say by themselves which meld they make. */
static bool names_itself(const cn_step *steps, unsigned count, unsigned meld)
{
    if (meld == CN_MELD_SEQUENCE) return count >= 2;
    if (meld == CN_MELD_TWOS) return false;
    return meld == CN_MELD_WILD || !is_late(steps[0]);
}

/* True if a step that names a meld, or ends a run, is written as the name of a group. */
static bool is_name(const cn_step *steps, unsigned count)
{
    const unsigned number = steps[0].number;
    return (cn_step_is_to_meld(number) || number == CN_STEP_NEW) && count > 1 &&
           cn_step_is_lay(steps[1].number);
}

/* Writes one group of lays with its name; returns the steps used. */
static unsigned write_group(cn_writer *writer, const cn_step *steps, unsigned count)
{
    const bool named = is_name(steps, count);
    const cn_step *lays = named ? steps + 1 : steps;
    const unsigned left = named ? count - 1 : count;
    const unsigned meld = cn_step_meld(lays[0].number);
    const unsigned used =
        meld == CN_MELD_SEQUENCE ? sequence_steps(lays, left) : rank_steps(lays, left, meld, false);
    cn_write_char(writer, ' ');
    if (named && steps[0].number == CN_STEP_NEW)
        cn_write(writer, "%c+:", cn_meld_letter(meld));
    else if (named)
        cn_write(writer, "%c#%u:", cn_meld_letter(meld), steps[0].number - CN_STEP_TO_MELD + 1U);
    else if (!names_itself(lays, used, meld))
        cn_write(writer, "%c:", cn_meld_letter(meld));
    write_cards(writer, lays, used);
    return used + named;
}

/* Writes lays, and the `open` they lead to; returns the steps used. */
static unsigned write_melds(cn_writer *writer, const cn_step *steps, unsigned count)
{
    unsigned end = 0;
    while (end < count && (cn_step_is_lay(steps[end].number) || is_name(steps + end, count - end)))
        end++;
    const bool opens = end < count && steps[end].number == CN_STEP_OPEN;
    cn_write(writer, opens ? "open" : "meld");
    for (unsigned i = 0; i < end;) i += write_group(writer, steps + i, end - i);
    return opens ? end + 1 : end;
}

/* Writes a take with the cards that follow onto its meld; returns the steps used. The rank of a
 * take by the top card alone is not among its cards, so nothing joins it. */
static unsigned write_take(cn_writer *writer, const cn_step *steps, unsigned count)
{
    const bool named = cn_step_is_to_meld(steps[0].number);
    const unsigned place = named ? steps[0].number - CN_STEP_TO_MELD + 1U : 0;
    const cn_step *take = named ? steps + 1 : steps;
    cn_write(writer, "take");
    if (take->number == CN_STEP_TAKE_TOP) {
        if (named) cn_write(writer, " #%u", place);
        return named + 1U;
    }
    const bool pair = take->number == CN_STEP_TAKE_PAIR;
    const unsigned rank = cn_card_kind(take->card[0]);
    cn_write_char(writer, ' ');
    if (named) cn_write(writer, "%c#%u:", cn_kind_letter(rank), place);
    cn_write_cards(writer, take->card, pair ? 2 : 1);
    /* The joker of a take needs no name: the number has said it all (step.h). */
    const bool joker = take->number == CN_STEP_TAKE_JOKER;
    if (!pair) cn_write_card(writer, joker ? (cn_card)CN_CARD_JOKER : take->card[1]);
    const unsigned before = named + 1U;
    const unsigned laid =
        cn_kind_is_natural(rank) ? rank_steps(take + 1, count - before, rank, !pair) : 0;
    write_cards(writer, take + 1, laid);
    return before + laid;
}

static unsigned write_place(cn_writer *writer, const cn_step *steps, unsigned count)
{
    const unsigned place = steps[0].number - CN_STEP_TO_MELD + 1U;
    if (count > 1 && cn_step_is_join(steps[1].number)) {
        cn_write(writer, "join #%u #%u", place, steps[1].number - CN_STEP_JOIN + 1U);
        return 2;
    }
    if (count > 1 && cn_step_is_take(steps[1].number)) return write_take(writer, steps, count);
    cn_write(writer, "to #%u", place);
    return 1;
}

/* The word of a step that is an action by itself; NULL if it is none. */
static const char *bare_word(unsigned number)
{
    switch (number) {
    case CN_STEP_DRAW: return "draw";
    case CN_STEP_OPEN: return "open";
    case CN_STEP_ASK: return "ask";
    case CN_STEP_YES: return "yes";
    case CN_STEP_NO: return "no";
    case CN_STEP_PASS: return "pass";
    case CN_STEP_DECLARE: return "declare";
    case CN_STEP_PICK: return "pick";
    case CN_STEP_LAY_OUT: return "lay-out";
    case CN_STEP_NEW: return "new";
    default: return NULL;
    }
}

void cn_write_swap(cn_writer *writer, cn_step step)
{
    cn_write(writer, "%s ", cn_step_steals(step.number) ? "steal" : "swap");
    cn_write_card(writer, step.card[0]);
    cn_write(writer, " %c", cn_kind_letter(cn_step_swapped(step.number)));
}

static unsigned write_action(cn_writer *writer, const cn_step *steps, unsigned count)
{
    const unsigned number = steps[0].number;
    if (cn_step_is_lay(number) || is_name(steps, count)) return write_melds(writer, steps, count);
    if (cn_step_is_take(number)) return write_take(writer, steps, count);
    if (cn_step_is_to_meld(number)) return write_place(writer, steps, count);
    const char *word = bare_word(number);
    if (word != NULL) {
        cn_write(writer, "%s", word);
    } else if (cn_step_is_join(number)) {
        cn_write(writer, "join #%u", number - CN_STEP_JOIN + 1U);
    } else if (cn_step_is_swap(number)) {
        cn_write_swap(writer, steps[0]);
    } else {
        assert(cn_step_is_discard(number));
        cn_write(writer, "discard ");
        cn_write_card(writer, steps[0].card[0]);
    }
    return 1;
}

void cn_write_play(cn_writer *writer, const cn_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count;) {
        if (i > 0) cn_write(writer, "; ");
        i += write_action(writer, steps + i, count - i);
    }
}
