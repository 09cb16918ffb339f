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

static bool is_sequence_lay(cn_step step)
{
    return cn_step_is_sequence(step.number) || cn_step_is_sequence_wild(step.number);
}

/* The lays beside what lies there, from a wild on, that go to its end; naturals with them. */
static unsigned steps_beside(const cn_step *steps, unsigned count)
{
    const bool high = cn_step_is_at_high_end(steps[0].number);
    unsigned end = 1, suit = CN_SUITS;
    for (; end < count && end < CN_GROUP_CARDS_MAX && is_sequence_lay(steps[end]); end++) {
        const bool wild = cn_step_is_sequence_wild(steps[end].number);
        if (wild && cn_step_is_at_high_end(steps[end].number) != high) break;
        if (!wild && suit != CN_SUITS && cn_card_suit(steps[end].card[0]) != suit) break;
        if (!wild) suit = cn_card_suit(steps[end].card[0]);
    }
    return end;
}

/* A group that begins with a natural, and how it is read: wilds behind that one, then the others.
 */
typedef struct run {
    unsigned end, before; /* steps; of them wilds that are written before the first */
    bool any_wild, two_naturals, turns;
} run;

/* The lays from the first on that are cards of one sequence, each at an end of the ones before;
 * wilds where they are read to be if the naturals rise, or fall. */
static run run_of(const cn_step *steps, unsigned count, bool rises)
{
    run r = {.end = 1};
    int low = (int)cn_card_row(steps[0].card[0]), high = low;
    for (; r.end < count && r.end < CN_GROUP_CARDS_MAX && is_sequence_lay(steps[r.end]); r.end++) {
        const cn_card card = steps[r.end].card[0];
        const bool wild = cn_step_is_sequence_wild(steps[r.end].number);
        const bool up =
            wild ? cn_step_is_at_high_end(steps[r.end].number) : (int)cn_card_row(card) > high;
        if (!wild && (cn_card_suit(card) != cn_card_suit(steps[0].card[0]) ||
                      (int)cn_card_row(card) != (up ? high + 1 : low - 1)))
            break;
        const bool turns = !wild && !r.two_naturals && up != rises; /* read the other way round */
        const bool before = wild && up != rises;
        if ((turns && r.any_wild) || (wild && r.turns)) break;
        if (before && (r.end != r.before + 1 || r.two_naturals)) break;
        r.turns |= turns;
        r.before += before;
        r.any_wild |= wild;
        r.two_naturals |= !wild;
        *(up ? &high : &low) += up ? 1 : -1;
    }
    return r;
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

/* True if the cards of the group, of no sequence, say by themselves which meld they make. */
static bool names_itself(const cn_step *steps, unsigned meld)
{
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

/* The name of a group that begins with this lay; `named`: the step before says which meld. */
static void write_name(cn_writer *writer, const cn_step *named, unsigned meld, bool needed)
{
    if (named != NULL && named->number == CN_STEP_NEW)
        cn_write(writer, "%c+:", cn_meld_letter(meld));
    else if (named != NULL)
        cn_write(writer, "%c#%u:", cn_meld_letter(meld), named->number - CN_STEP_TO_MELD + 1U);
    else if (needed)
        cn_write(writer, "%c:", cn_meld_letter(meld));
}

static void write_falling(cn_writer *writer, const cn_step *steps, unsigned count)
{
    for (unsigned i = count; i > 0; i--) cn_write_card(writer, steps[i - 1].card[0]);
}

/* A sequence; returns the steps used. */
static unsigned write_sequence(cn_writer *writer, const cn_step *named, const cn_step *lays,
                               unsigned count)
{
    if (cn_step_is_sequence_wild(lays[0].number)) {
        const unsigned used = steps_beside(lays, count);
        const bool high = cn_step_is_at_high_end(lays[0].number);
        write_name(writer, named, CN_MELD_SEQUENCE, true);
        if (!high) write_falling(writer, lays, used);
        cn_write_char(writer, '-');
        if (high) write_cards(writer, lays, used);
        return used;
    }
    const run rising = run_of(lays, count, true), falling = run_of(lays, count, false);
    const bool falls = falling.two_naturals && falling.end > rising.end;
    const run r = falls ? falling : rising;
    write_name(writer, named, CN_MELD_SEQUENCE, !r.two_naturals);
    write_falling(writer, lays + 1, r.before);
    write_cards(writer, lays, 1);
    write_cards(writer, lays + 1 + r.before, r.end - 1 - r.before);
    return r.end;
}

/* Writes one group of lays with its name; returns the steps used. */
static unsigned write_group(cn_writer *writer, const cn_step *steps, unsigned count)
{
    const bool named = is_name(steps, count);
    const cn_step *name = named ? steps : NULL, *lays = named ? steps + 1 : steps;
    const unsigned left = named ? count - 1 : count;
    const unsigned meld = cn_step_meld(lays[0].number);
    cn_write_char(writer, ' ');
    if (meld == CN_MELD_SEQUENCE) return write_sequence(writer, name, lays, left) + named;
    const unsigned used = rank_steps(lays, left, meld, false);
    write_name(writer, name, meld, !names_itself(lays, meld));
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
    case CN_STEP_TAKE_ALL: return "take-all";
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
