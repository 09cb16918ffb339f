/* Every answer of every teller against the search that stands behind them all; the legal steps with
 * and without tellers; a teller that is wrong, and one that was not told of a parameter.
 * Not here: what single counts mean. Invariant: whatever a search gives up on proves nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "engine/finish/finish.h"
#include "engine/finish/plan.h"
#include "engine/finish/tellers.h"
#include "engine/step/possible.h"
#include "lab/house/house_rules.h"
#include "table.h"
#include "text/rules/rules_text.h"

/* The lists once more with nothing in the first: as if somebody had forgotten his parameter. */
#undef CN_UNDERSTOOD_BY_ALL
#define CN_UNDERSTOOD_BY_ALL(X)
#define cn_tellers_for tellers_that_forgot
uint16_t tellers_that_forgot(const cn_params *params);
#include "engine/rules/tellers.c"
#undef cn_tellers_for

enum { ASKED = CN_ASKED_STAYS + 1, ONE_IN = 5 };

typedef struct counts {
    unsigned answers[ASKED][CN_TELLERS_IN_ROW];
    unsigned bounds; /* searches compared with such as have none */
    unsigned wrong;
    char what[200];
} counts;

/* The same rules, by which nobody tells anything but what a search need not try. */
static cn_rules without_tellers(const cn_rules *rules)
{
    cn_rules bare = *rules;
    bare.tellers &= 1 << CN_TELLER_BOUNDS; /* which by some rules are silent, too */
    bare.plain = bare.plain_while_single = bare.ranks_free = false;
    return bare;
}

static cn_told search(const cn_rules *rules, const cn_question *q, cn_asked asked)
{
    cn_effort effort = {CN_EFFORT_USUAL};
    bool yes = false;
    switch (asked) {
    case CN_ASKED_GOES_OUT: yes = cn_search_going_out(rules, q->pub, q->hand, &effort); break;
    case CN_ASKED_OPENS: yes = cn_search_opening(rules, q->pub, q->hand, q->out, &effort); break;
    case CN_ASKED_STAYS:
        yes = cn_completable_after(rules, q->pub, q->hand, q->step, &effort);
        break;
    }
    if (yes) return CN_TOLD_YES;
    return effort.left > 0 ? CN_TOLD_NO : CN_TOLD_NOTHING;
}

static void note_wrong(counts *found, const cn_question *q, const char *question, const char *who,
                       cn_told told)
{
    found->wrong++;
    snprintf(found->what, sizeof found->what, "%s, turn %u: %s %s says %s (step %u, out %d)",
             q->rules->name, q->pub->turn_number, question, who, told == CN_TOLD_YES ? "yes" : "no",
             q->step, q->out);
}

/* The search with its bounds and without them, as far as it comes. */
static void compare_bounds(const cn_question *q, cn_asked asked, counts *found)
{
    cn_rules bare = without_tellers(q->rules);
    const cn_told bounded = search(&bare, q, asked);
    bare.tellers = 0;
    const cn_told right = search(&bare, q, asked);
    if (right == CN_TOLD_NOTHING || bounded == CN_TOLD_NOTHING) return;
    found->bounds++;
    if (right != bounded) note_wrong(found, q, "a search", "with bounds", bounded);
}

static void compare(const cn_question *q, cn_asked asked, const cn_teller_row *row, counts *found)
{
    cn_told right = CN_TOLD_NOTHING;
    bool searched = false;
    for (unsigned i = 0; i < CN_TELLERS_IN_ROW && row->teller[i].tells != NULL; i++) {
        const cn_told told = row->teller[i].tells(q);
        if (told == CN_TOLD_NOTHING) continue;
        found->answers[asked][i]++;
        const cn_rules bare = without_tellers(q->rules);
        if (!searched) right = search(&bare, q, asked);
        searched = true;
        if (right == CN_TOLD_NOTHING || right == told) continue;
        note_wrong(found, q, row->question, row->teller[i].name, told);
    }
}

/* All that can be asked where the turn stands. */
static void ask_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    const cn_teller_row rows[ASKED], counts *found)
{
    cn_question q = {.rules = rules, .pub = pub, .hand = hand, .step = CN_STEPS};
    const bool opened = cn_public_has_opened(pub, pub->asker);
    const bool melds = pub->phase == CN_PHASE_MELD && pub->turn.to_meld == CN_NO_MELD;
    if (melds && opened) {
        compare(&q, CN_ASKED_GOES_OUT, &rows[CN_ASKED_GOES_OUT], found);
        compare_bounds(&q, CN_ASKED_GOES_OUT, found);
    }
    for (unsigned out = 0; melds && !opened && out < 2; out++) {
        q.out = out != 0;
        compare(&q, CN_ASKED_OPENS, &rows[CN_ASKED_OPENS], found);
        compare_bounds(&q, CN_ASKED_OPENS, found);
    }
    for (q.step = 0; q.step < CN_STEPS; q.step++)
        if ((cn_step_is_lay(q.step) || cn_step_is_take(q.step) || q.step == CN_STEP_OPEN ||
             q.step == CN_STEP_LAY_OUT) &&
            cn_step_refusal(rules, pub, hand, q.step).code == CN_OK)
            compare(&q, CN_ASKED_STAYS, &rows[CN_ASKED_STAYS], found);
}

/* With the tellers and without them the same steps are legal. */
static void compare_steps(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          counts *found)
{
    const cn_rules bare = without_tellers(rules);
    const cn_mask told = cn_legal(rules, pub, hand), sought = cn_legal(&bare, pub, hand);
    const cn_mask given_up = cn_legal_unsure(&bare, pub, hand);
    for (unsigned number = 0; number < CN_STEPS; number++) {
        if (cn_mask_has(&given_up, number)) continue;
        if (cn_mask_has(&told, number) == cn_mask_has(&sought, number)) continue;
        found->wrong++;
        snprintf(found->what, sizeof found->what, "%s, turn %u: step %u is %slegal with tellers",
                 rules->name, pub->turn_number, number, cn_mask_has(&told, number) ? "" : "not ");
    }
}

/* Random hands, of which one position in a few is asked about. */
static void play(const cn_rules *rules, uint64_t seed, unsigned hands,
                 const cn_teller_row rows[ASKED], counts *found)
{
    table t;
    table_start(&t, rules, seed);
    cn_stream chance = cn_stream_make(seed, 7, 0);
    for (unsigned hand = 0; hand < hands && t.game.pub.phase != CN_PHASE_GAME_END; hand++) {
        table_deal(&t);
        while (t.game.pub.phase != CN_PHASE_HAND_END) {
            const cn_public *pub = &t.game.pub;
            if (cn_stream_below(&chance, ONE_IN) == 0) {
                ask_all(rules, pub, &t.game.hand[pub->asker], rows, found);
                compare_steps(rules, pub, &t.game.hand[pub->asker], found);
            }
            table_step(&t, table_random_step(&t));
        }
        table_score(&t);
    }
}

static void add(counts *sum, const counts *more)
{
    sum->bounds += more->bounds;
    for (unsigned asked = 0; asked < ASKED; asked++)
        for (unsigned i = 0; i < CN_TELLERS_IN_ROW; i++)
            sum->answers[asked][i] += more->answers[asked][i];
}

static void every_answer_is_what_the_search_finds(void **state)
{
    (void)state;
    counts sum = {0};
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++) {
            if ((about.own_counts >> players & 1) == 0) continue;
            counts found = {0};
            const cn_rules rules = table_rules_for(about.name, "", players);
            play(&rules, table_seed() + players, table_effort(12), cn_teller_rows, &found);
            if (found.wrong > 0)
                fail_msg("seed %llu: %u wrong, such as %s", (unsigned long long)table_seed(),
                         found.wrong, found.what);
            add(&sum, &found);
        }
    }
    printf("# bounds: %u searches\n", sum.bounds);
    assert_true(sum.bounds > 0);
    for (unsigned asked = 0; asked < ASKED; asked++)
        for (unsigned i = 0; cn_teller_rows[asked].teller[i].tells != NULL; i++) {
            printf("# %s %s: %u answers\n", cn_teller_rows[asked].question,
                   cn_teller_rows[asked].teller[i].name, sum.answers[asked][i]);
            assert_true(sum.answers[asked][i] > 0);
            if (i + 1 == CN_TELLERS_IN_ROW) break;
        }
}

static void so_it_is_by_random_house_rules(void **state)
{
    (void)state;
    for (unsigned number = 0; number < table_effort(400); number++) {
        cn_drawn_house house;
        char fault[CN_HOUSE_FAULT_BYTES];
        counts found = {0};
        if (!cn_draw_house(table_seed(), number, &house, fault)) fail_msg("%s", fault);
        play(&house.rules, table_seed() + number, 1, cn_teller_rows, &found);
        if (found.wrong > 0)
            fail_msg("seed %llu, house %u: %s with %u players, %s: %u wrong, such as %s",
                     (unsigned long long)table_seed(), number, house.base, house.players,
                     house.changes, found.wrong, found.what);
    }
}

static cn_told always_yes(const cn_question *question)
{
    (void)question;
    return CN_TOLD_YES;
}

static cn_told always_no(const cn_question *question)
{
    (void)question;
    return CN_TOLD_NO;
}

static void a_planted_wrong_teller_is_found(void **state)
{
    (void)state;
    const cn_rules rules = table_rules("samba", "");
    for (unsigned asked = 0; asked < ASKED; asked++)
        for (unsigned yes = 0; yes < 2; yes++) {
            cn_teller_row rows[ASKED] = {{"", {{NULL, NULL}}}};
            rows[asked].question = "planted";
            rows[asked].teller[0].name = "wrong";
            rows[asked].teller[0].tells = yes != 0 ? always_yes : always_no;
            counts found = {0};
            play(&rules, table_seed(), 2, rows, &found);
            if (found.wrong == 0) fail_msg("row %u: nobody noticed", asked);
        }
}

static void a_parameter_that_no_list_names_silences_every_teller(void **state)
{
    (void)state;
    cn_params params = cn_params_default();
    assert_int_equal(tellers_that_forgot(&params), ALL);
    params.out_canastas.value[0]++;
    assert_int_equal(cn_tellers_for(&params), ALL);
    assert_int_equal(tellers_that_forgot(&params), 0);
    params = cn_params_default();
    params.sequences = 1;
    assert_int_equal(cn_tellers_for(&params), ALL & ~PLAIN);
    params = cn_params_default();
    params.wild_ratio = CN_WILD_RATIO_WILD_LT_NATURAL;
    assert_int_equal(cn_tellers_for(&params), ALL & ~RANKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_what_the_search_finds),
        cmocka_unit_test(so_it_is_by_random_house_rules),
        cmocka_unit_test(a_planted_wrong_teller_is_found),
        cmocka_unit_test(a_parameter_that_no_list_names_silences_every_teller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
