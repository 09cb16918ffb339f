/* The judge and the mask agree: on single steps, and on whole plays against one step at a time.
 * Not here: which reason is the right one (the golden cases). Invariant: a failure names its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/turn/apply.h"
#include "table.h"

static void compare_steps(const table *t)
{
    const cn_public *pub = &t->game.pub;
    const cn_cards *hand = &t->game.hand[pub->seat];
    cn_mask legal = cn_legal(&t->rules, pub, hand);
    for (unsigned number = 0; number < CN_STEPS + 3; number++) {
        cn_step step = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
        cn_reason reason = cn_judge(&t->rules, pub, hand, step);
        if ((reason.code == CN_OK) != cn_mask_has(&legal, number))
            fail_msg("seed %llu: step %u is judged %s", (unsigned long long)table_seed(), number,
                     cn_reason_name(reason.code));
    }
}

/* One step at a time, with the rules of P128: the slow twin of cn_judge_play. */
static bool play_is_legal(const table *t, const cn_step *steps, unsigned count)
{
    cn_public pub = t->game.pub;
    cn_cards hand = t->game.hand[pub.seat];
    unsigned seat = pub.seat;
    bool shown = false;
    for (unsigned i = 0; i < count; i++) {
        if (pub.seat != seat || pub.phase == CN_PHASE_HAND_END) return false;
        if (i > 0 && pub.phase == CN_PHASE_DRAW) return false;
        bool of_take = pub.turn.take_meld != CN_NO_MELD && cn_step_is_lay(steps[i].number) &&
                       cn_step_meld(steps[i].number) ==
                           pub.side[t->rules.side_of[seat]].meld[pub.turn.take_meld].rank;
        if (shown && !of_take) return false;
        if (!cn_legal_step(&t->rules, &pub, &hand, steps[i])) return false;
        shown |= cn_step_shows_card(&t->rules, &pub, steps[i].number);
        cn_try_step(&t->rules, &pub, &hand, steps[i]);
    }
    bool mine = pub.seat == seat && pub.phase == CN_PHASE_MELD;
    return !mine || (!pub.turn.staging && pub.turn.open_meld == CN_NO_MELD);
}

/* A run of steps that is often legal: each is drawn from the mask after the ones before it. */
static unsigned random_play(table *t, cn_step *steps, unsigned max)
{
    cn_public pub = t->game.pub;
    cn_cards hand = t->game.hand[pub.seat];
    unsigned seat = pub.seat, count = 0, length = 1 + cn_stream_below(&t->stream, max);
    while (count < length && pub.seat == seat && pub.phase != CN_PHASE_HAND_END) {
        cn_mask legal = cn_legal(&t->rules, &pub, &hand);
        unsigned choices = cn_mask_count(&legal);
        unsigned number = cn_stream_below(&t->stream, CN_STEPS);
        if (choices > 0 && cn_stream_below(&t->stream, 12) > 0)
            number = cn_mask_nth(&legal, cn_stream_below(&t->stream, choices));
        steps[count] = cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
        if (!cn_possible(&t->rules, &pub, &hand, number)) return count + 1;
        cn_try_step(&t->rules, &pub, &hand, steps[count++]);
        if (hand.size != pub.hand_count[seat]) break; /* a draw: what follows is unknown */
    }
    return count;
}

static void compare_plays(table *t, unsigned *legal_plays)
{
    cn_step steps[8];
    unsigned count = random_play(t, steps, 8), step_i;
    const cn_public *pub = &t->game.pub;
    cn_reason reason =
        cn_judge_play(&t->rules, pub, &t->game.hand[pub->seat], steps, count, &step_i);
    bool wanted = play_is_legal(t, steps, count);
    *legal_plays += wanted;
    if ((reason.code == CN_OK) == wanted) return;
    for (unsigned i = 0; i < count; i++) print_message("step %u\n", steps[i].number);
    fail_msg("seed %llu: the play is judged %s at step %u, one step at a time says %s",
             (unsigned long long)table_seed(), cn_reason_name(reason.code), step_i,
             wanted ? "legal" : "illegal");
}

static void judge_over_games(const char *name, const char *overrides)
{
    cn_rules rules = table_rules(name, overrides);
    unsigned legal_plays = 0;
    for (unsigned i = 0; i < table_effort(12); i++) {
        table t;
        table_start(&t, &rules, 100 + i);
        table_deal(&t);
        while (t.game.pub.phase != CN_PHASE_HAND_END) {
            compare_steps(&t);
            for (unsigned n = 0; n < 4; n++) compare_plays(&t, &legal_plays);
            table_step(&t, table_random_step(&t));
        }
    }
    assert_true(legal_plays > 100);
}

static void judge_agrees_with_the_mask(void **state)
{
    (void)state;
    judge_over_games("classic_pagat", "");
    judge_over_games("two_player", "");
    judge_over_games("classic_pagat", "freeze_until_melded = no; min_table = any:15");
    judge_over_games("classic_pagat", "canasta_size = 4; hand_size = 6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(judge_agrees_with_the_mask)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
