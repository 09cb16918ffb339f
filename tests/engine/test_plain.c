/* Plain rules: the closed form allows what the search allows, step by step.
 * Not here: whether the search is right
 * (test_dead_ends.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table.h"
#include "text/base/text.h"
#include "text/records/trace_text.h"

/* The state, and both sets, in the words of a trace. */
static void tell_difference(const table *t, const cn_rules *searched, const char *name)
{
    static char text[1 << 15];
    cn_writer w = cn_writer_make(text, sizeof text);
    cn_write_trace_state(&w, &t->rules, &t->game);
    cn_write_trace_legal(&w, &t->rules, &t->game);
    cn_write_trace_legal(&w, searched, &t->game);
    fail_msg("%s, seed %llu: not what the search allows\n%.*s", name,
             (unsigned long long)table_seed(), (int)w.length, text);
}

/* Random hands of games that go on, so that the minimum rises; returns the steps made. */
static unsigned compare_hands(table *t, const char *name, unsigned hands)
{
    cn_rules searched = t->rules;
    searched.plain = searched.plain_while_single = false;
    unsigned steps = 0;
    for (unsigned hand = 0; hand < hands; hand++) {
        if (t->game.pub.phase == CN_PHASE_GAME_END) cn_game_start(&t->game, &t->rules, 0);
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_deck_sorted(&t->rules, deck);
        cn_shuffle(deck, t->rules.deck_size, &t->stream);
        cn_game_deal(&t->game, &t->rules, deck, NULL);
        for (; t->game.pub.phase != CN_PHASE_HAND_END; steps++) {
            const cn_cards *cards = &t->game.hand[t->game.pub.seat];
            const cn_mask legal = cn_legal(&t->rules, &t->game.pub, cards);
            const cn_mask found = cn_legal(&searched, &t->game.pub, cards);
            if (!cn_mask_equal(&legal, &found)) tell_difference(t, &searched, name);
            cn_game_make(&t->game, &t->rules,
                         cn_mask_nth(&legal, cn_stream_below(&t->stream, cn_mask_count(&legal))));
        }
        cn_game_score(&t->game, &t->rules, NULL, NULL);
    }
    return steps;
}

/* Rules, with changes, for so many players. */
typedef struct played {
    const char *rules, *overrides;
    unsigned players;
} played;

static void plain_rules_allow_what_the_search_allows(void **state)
{
    enum { HANDS = 200 };
    (void)state;
    static const played tables[] = {
        {"classic_pagat", "", 4},
        {"classic_pagat", "ask_timing = before_or_after_draw; ask_binding = no", 4},
        {"classic_pagat", "add_wild_to_canasta = no; out_canastas = 2", 4},
        {"classic_pagat", "wild_ratio = wild_le_natural; take_add_to_meld = any", 4},
        {"classic_pagat", "canasta_size = 4; max_wilds = 6; min_table = any:15", 4},
        {"classic_pagat", "canasta_size = 4; black3_meld_max = 3; min_table = any:15", 4},
        {"classic_pagat", "canasta_size = 4; black3_meld_min = 2; black3_meld_max = 2", 4},
        {"classic_usp", "", 4},
        {"classic_usp", "out_canastas = 2; draw_count = 2", 4},
        {"classic_usp", "always_frozen = yes; min_table = any:15", 4},
        {"two_player", "", 2},
        {"forum", "", 4},
        {"wiki_play", "", 4},
        {"relaxed", "", 4},
        {"relaxed", "ask_binding = yes", 4},
        {"relaxed_2", "", 2},
        {"relaxed_3", "", 3},
        {"relaxed_6", "", 6},
        {"cutthroat_3", "", 3},
        {"cutthroat_3", "add_wild_to_canasta = no; max_wilds = 2; out_canastas = 1", 3},
        {"cutthroat_3", "min_scope = side; draw_count = 1; ask_binding = no", 3},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const cn_rules rules =
            table_rules_for(tables[i].rules, tables[i].overrides, tables[i].players);
        assert_true(rules.plain_while_single);
        table t;
        table_start(&t, &rules, i);
        assert_true(compare_hands(&t, tables[i].rules, table_effort(HANDS)) > HANDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rules_allow_what_the_search_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
