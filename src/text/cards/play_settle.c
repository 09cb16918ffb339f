/* Plays as people say them, put into the steps that mean the same where the turn stands.
 * Not here: why one is not legal; what is not possible is left as it was read.
 * Invariant: no card, no order of groups and no place changes, only how the place is said. */
#include <string.h>

#include "canasta/legal.h"
#include "engine/step/target.h"
#include "engine/turn/apply.h"
#include "text/cards/play_text.h"

/* The play while it is made on copies of what the seat knows. */
typedef struct walk {
    const cn_rules *rules;
    cn_public pub;
    cn_cards hand;
    cn_play settled;
} walk;

/* True while the seat goes on with a hand that it knows. */
static bool goes_on(const walk *w, unsigned seat)
{
    return w->pub.seat == seat && w->hand.size == w->pub.hand_count[seat] &&
           (w->pub.phase == CN_PHASE_DRAW || w->pub.phase == CN_PHASE_MELD);
}

/* Adds a step as it was read. */
static void keep(walk *w, const cn_play *play, unsigned i)
{
    const unsigned at = w->settled.count++;
    w->settled.step[at] = play->step[i];
    w->settled.column[at] = play->column[i];
    w->settled.begins[at] = play->begins[i];
    w->settled.nameless[at] = play->nameless[i];
    w->settled.any_end[at] = play->any_end[i];
}

/* Adds a step and makes it; false, with the step added, if it is not possible here or ends what the
 * seat can foresee. */
static bool make(walk *w, const cn_play *play, unsigned i)
{
    const cn_step step = play->step[i];
    const unsigned seat = w->pub.seat;
    keep(w, play, i);
    if (!cn_possible_step(w->rules, &w->pub, &w->hand, step)) return false;
    const cn_step named = cn_step_named(w->rules, &w->pub, &w->hand, step);
    cn_try_step(w->rules, &w->pub, &w->hand, named);
    return goes_on(w, seat);
}

/* True if the next step does the same without this one in front of it (S3, S4). */
static bool is_needless(const walk *w, const cn_play *play, unsigned i)
{
    if (i + 1 == play->count) return false;
    const unsigned number = play->step[i].number, next = play->step[i + 1].number;
    if (!cn_step_is_lay(next) && !cn_step_is_take(next)) return false;
    const cn_side *side = cn_public_acting(&w->pub);
    const unsigned goes_to = cn_step_target(w->rules, &w->pub, next);
    if (number == CN_STEP_NEW) return goes_to == side->meld_count;
    return cn_step_is_to_meld(number) && goes_to == number - CN_STEP_TO_MELD;
}

static bool is_sequence_lay(unsigned number)
{
    return cn_step_is_sequence(number) || cn_step_is_sequence_wild(number);
}

/* The number of steps from this one on that lay cards of one group onto a sequence. */
static unsigned sequence_steps(const cn_play *play, unsigned i)
{
    unsigned end = i;
    while (end < play->count && is_sequence_lay(play->step[end].number) &&
           (end == i || !play->begins[end]))
        end++;
    return end - i;
}

/* The lay of the card onto that meld; the one that was read if it takes no such card. */
static unsigned lay_onto(const cn_meld *meld, cn_step read)
{
    const unsigned kind = cn_card_kind(read.card[0]);
    if (meld->rank == CN_MELD_SEQUENCE)
        return cn_kind_is_natural(kind) ? cn_step_sequence(read.card[0])
               : cn_kind_is_wild(kind)  ? cn_step_sequence_wild(kind, true)
                                        : read.number;
    return kind == meld->rank || cn_kind_is_wild(kind) ? cn_step_lay(kind, meld->rank)
                                                       : read.number;
}

/* Lays behind the number of a meld, and behind the take that names it, go onto that one, whatever
 * meld their cards would make by themselves. */
static void aim_group(const walk *w, cn_play *play, unsigned i)
{
    const cn_side *side = cn_public_acting(&w->pub);
    const unsigned meld_i = play->step[i].number - CN_STEP_TO_MELD;
    if (!cn_step_is_to_meld(play->step[i].number) || meld_i >= side->meld_count) return;
    unsigned at = i + 1;
    if (at < play->count && cn_step_is_take(play->step[at].number)) at++;
    for (unsigned first = at; at < play->count && play->nameless[at]; at++) {
        if (at > first && play->begins[at]) return;
        play->step[at].number = (uint8_t)lay_onto(&side->meld[meld_i], play->step[at]);
    }
}

static void swap_steps(cn_play *play, unsigned a, unsigned b)
{
    const cn_step step = play->step[a];
    const unsigned column = play->column[a];
    play->step[a] = play->step[b];
    play->column[a] = play->column[b];
    play->step[b] = step;
    play->column[b] = column;
}

/* The ranks of the places that the steps of a group fill, a wild beside the cards before it; false
 * if it begins with a wild. */
static bool places_of(const cn_play *play, unsigned first, unsigned end, int *place)
{
    if (!cn_step_is_sequence(play->step[first].number)) return false;
    int low = CN_RANKS, high = -1;
    for (unsigned i = first; i < end; i++) {
        const unsigned number = play->step[i].number;
        if (!cn_step_is_sequence_wild(number))
            place[i] = (int)cn_card_row(play->step[i].card[0]);
        else
            place[i] = cn_step_is_at_high_end(number) ? high + 1 : low - 1;
        if (place[i] < low) low = place[i];
        if (place[i] > high) high = place[i];
    }
    return true;
}

/* True if the place is filled before the other of a sequence up to `high`: those above it upward,
 * then those below it downward. */
static bool comes_first(int place, int other, int high)
{
    if ((place > high) != (other > high)) return place > high;
    return place > high ? place < other : place > other;
}

/* A wild that fills a place beside the sequence goes to that end. */
static void aim_wild(cn_step *step, int place, int low, int high)
{
    if (cn_step_is_sequence_wild(step->number) && (place < low || place > high))
        step->number = (uint8_t)cn_step_sequence_wild(cn_card_kind(step->card[0]), place > high);
}

/* True if all these steps, of which the first may name the meld, go to that one. */
static bool all_go_to(const walk *w, const cn_play *play, unsigned from, unsigned end,
                      unsigned meld_i)
{
    walk ahead = *w;
    for (unsigned i = from; i < end; i++) {
        const unsigned number = play->step[i].number;
        if (is_sequence_lay(number) && cn_step_target(w->rules, &ahead.pub, number) != meld_i)
            return false;
        if (!make(&ahead, play, i)) return i + 1 == end;
    }
    return true;
}

/* Puts cards from step `first` on, which go onto a sequence on the table, in the order that extends
 * it; `from` is that step, or the one before it that names the meld. Those that do not all fit
 * there stay as they are read: when the meld is full the others begin a new one. */
static void sort_sequence(const walk *w, cn_play *play, unsigned from, unsigned first,
                          unsigned meld_i)
{
    const cn_side *side = cn_public_acting(&w->pub);
    const unsigned end = first + sequence_steps(play, first);
    if (end - first < 2 || meld_i >= side->meld_count) return;
    if (side->meld[meld_i].rank != CN_MELD_SEQUENCE) return;
    int place[CN_PLAY_STEPS_MAX];
    if (!places_of(play, first, end, place)) return;
    const int low = cn_meld_low(&side->meld[meld_i]), high = (int)cn_meld_high(&side->meld[meld_i]);
    const cn_play as_read = *play;
    for (unsigned a = first; a < end; a++) {
        for (unsigned b = a + 1; b < end; b++) {
            if (!comes_first(place[b], place[a], high)) continue;
            swap_steps(play, a, b);
            const int first_place = place[a];
            place[a] = place[b];
            place[b] = first_place;
        }
        aim_wild(&play->step[a], place[a], low, high);
    }
    if (!all_go_to(w, play, from, end, meld_i) && all_go_to(w, &as_read, from, first + 1, meld_i))
        *play = as_read;
}

/* Sorts cards behind the name of a sequence, or behind the take that puts the top card onto it.
 * Others may be a new meld, though some of them would go onto one that lies there. */
static void sort_group(const walk *w, cn_play *play, unsigned i)
{
    const unsigned number = play->step[i].number;
    const unsigned named = w->pub.turn.to_meld, run = w->pub.turn.run_meld;
    if (cn_step_is_to_meld(number))
        sort_sequence(w, play, i, i + 1, number - CN_STEP_TO_MELD);
    else if (!play->begins[i] && (i == 0 || cn_step_is_take(play->step[i - 1].number)))
        sort_sequence(w, play, i, i, named != CN_NO_MELD ? named : run);
}

/* True if the step could go to the meld were it named. */
static bool could_go_to(const walk *w, unsigned number, unsigned meld_i)
{
    cn_public pub = w->pub;
    pub.turn.to_meld = (uint8_t)meld_i;
    return cn_step_target(w->rules, &pub, number) == meld_i;
}

/* A step that goes nowhere unless its meld is named, and only one meld can be meant. */
static unsigned only_place(const walk *w, unsigned number)
{
    const cn_side *side = cn_public_acting(&w->pub);
    unsigned found = CN_NO_MELD;
    if (!cn_step_is_lay(number) && number != CN_STEP_TAKE_TOP) return CN_NO_MELD;
    if (w->pub.turn.to_meld != CN_NO_MELD) return CN_NO_MELD;
    if (cn_step_target(w->rules, &w->pub, number) != CN_NO_MELD) return CN_NO_MELD;
    for (unsigned i = 0; i < side->meld_count; i++) {
        if (!could_go_to(w, number, i)) continue;
        if (found != CN_NO_MELD) return CN_NO_MELD;
        found = i;
    }
    return found;
}

/* A wild for any end of a sequence goes to the low one where the high one has no room. */
static void choose_end(const walk *w, cn_play *play, unsigned i)
{
    cn_step *step = &play->step[i];
    if (!play->any_end[i] || !cn_step_is_sequence_wild(step->number)) return;
    if (cn_step_target(w->rules, &w->pub, step->number) == CN_NO_MELD)
        step->number = (uint8_t)cn_step_sequence_wild(cn_card_kind(step->card[0]), false);
}

static void name_place(walk *w, const cn_play *play, unsigned i, bool *possible)
{
    const unsigned place = only_place(w, play->step[i].number);
    if (place == CN_NO_MELD || w->settled.count + 1 >= CN_PLAY_STEPS_MAX) return;
    cn_play name = {.count = 1};
    name.step[0] = cn_step_make(CN_STEP_TO_MELD + place, CN_CARD_NONE, CN_CARD_NONE);
    name.column[0] = play->column[i];
    name.begins[0] = play->begins[i];
    *possible = make(w, &name, 0);
}

/* The steps from the given one on, as they were read. */
static void keep_rest(walk *w, const cn_play *play, unsigned i)
{
    for (; i < play->count && w->settled.count < CN_PLAY_STEPS_MAX; i++) keep(w, play, i);
}

void cn_play_settle(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_play *play)
{
    walk w = {.rules = rules, .pub = *pub, .hand = *hand};
    bool possible = goes_on(&w, pub->seat);
    unsigned i = 0;
    for (; i < play->count && possible; i++) {
        aim_group(&w, play, i);
        sort_group(&w, play, i);
        if (is_needless(&w, play, i)) {
            play->begins[i + 1] = true;
            continue;
        }
        name_place(&w, play, i, &possible);
        choose_end(&w, play, i);
        possible = make(&w, play, i) && possible;
    }
    keep_rest(&w, play, i);
    *play = w.settled;
}

bool cn_play_is_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      const char *text)
{
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    unsigned step;
    if (cn_play_parse(text, strlen(text), 1, &play, &shape, &error) != CN_PLAY_OK) return false;
    cn_play_settle(rules, pub, hand, &play);
    return cn_judge_play(rules, pub, hand, play.step, play.count, &step).code == CN_OK;
}
