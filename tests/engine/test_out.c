/* The going-out check on a table of melds (P81, P102, P106, P132, S15).
 * Not here: whether a hand can be emptied. Invariant: one row is one table and one answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/step/out.h"
#include "melds.h"
#include "table.h"

#define NAT(r)              r "c" r "d" r "h" r "s" r "c" r "d" r "h"
#define MIX(r)              r "c" r "d" r "h" r "s" r "c2c2d"
#define WILD                "2c2d2h2s2c2dX"
#define SEQ                 "4h5h6h7h8h9hTh"
#define YES                 .answer = CN_ANSWER_YES
#define NO                  .answer = CN_ANSWER_NO
#define DISCARD             .by_discard = true
#define MAY                 .reason = {CN_OK, 0, 0}
#define MAY_NOT(code)       .reason = {CN_REASON_##code, 0, 0}
#define TOO_FEW(have, need) .reason = {CN_REASON_CANASTAS, have, need}

typedef struct table_case {
    const char *rules, *overrides, *melds;
    cn_reason reason;
    uint8_t red3, answer;
    bool by_discard;
    unsigned hand_number;
} table_case;

#define ANY_RANK    "out_needs = natural,mixed,7"
#define TWO_AND_TWO "ask_partner = none; out_canastas = 4; out_needs = natural:2,mixed:2"

/* clang-format off */
static const table_case tables[] = {
    {"classic_pagat", "", NULL, MAY_NOT(NO_CANASTA)},
    {"classic_pagat", "", "KcKdKhKsKcKd", MAY_NOT(NO_CANASTA)},
    {"classic_pagat", "", NAT("K"), MAY},
    {"classic_pagat", "", "3c3s3c / " MIX("K"), MAY},
    {"classic_pagat", "out_canastas = 0", NULL, MAY},
    {"two_player", "", NAT("K"), TOO_FEW(1, 2)}, /* C144 */
    {"two_player", "", NULL, TOO_FEW(0, 2)},
    {"two_player", "", NAT("K") " / " MIX("Q"), MAY},
    {"samba", "", SEQ " / " NAT("K"), MAY}, /* P106 */
    {"samba", "", NAT("K") " / " NAT("K"), MAY},
    {"online", "", "2c2d2h2s2c2d", MAY_NOT(NO_CANASTA)},
    {"hand_and_foot", "ask_partner = none", NAT("K") " / " MIX("Q") " / " WILD, MAY},
    {"hand_and_foot", "ask_partner = none", NAT("K") " / " MIX("Q") " / " MIX("J"),
     MAY_NOT(OUT_NEEDS)},

    /* P132: the only natural canasta is the one of sevens; the fourth is wild (C364) */
    {"pennies", "", NAT("7") " / " MIX("Q") " / " MIX("K") " / " WILD,
     MAY_NOT(OUT_NEEDS)},
    {"pennies", "", NAT("7") " / " NAT("Q") " / " MIX("K") " / " WILD, MAY},
    {"pennies", "", MIX("7") " / " NAT("Q") " / " MIX("K") " / " WILD, MAY},
    {"classic_pagat", ANY_RANK, NAT("7") " / " MIX("7") " / " NAT("K"), MAY},
    {"classic_pagat", ANY_RANK, NAT("7") " / " MIX("7") " / " MIX("K"), MAY},
    {"classic_pagat", ANY_RANK, NAT("7") " / " MIX("7"), MAY_NOT(OUT_NEEDS)},
    {"classic_pagat", ANY_RANK, NAT("7") " / " NAT("K"), MAY_NOT(OUT_NEEDS)},
    {"classic_pagat", "out_needs = natural,7,8", NAT("7") " / " NAT("8") " / " MIX("7"),
     MAY},
    {"classic_pagat", "out_needs = natural,mixed,7,8",
     NAT("7") " / " MIX("7") " / " NAT("8") " / " MIX("8"), MAY},
    {"classic_pagat", "out_needs = natural,mixed,7,8",
     NAT("7") " / " MIX("7") " / " NAT("8") " / " NAT("8"), MAY},
    {"classic_pagat", "out_needs = natural,mixed,7,8",
     NAT("7") " / " NAT("7") " / " NAT("8") " / " NAT("8"), MAY_NOT(OUT_NEEDS)},
    {"samba", "twos_as_rank = yes; out_needs = 2; out_canastas = 1", "2:2c2d2h2s2c2d2h",
     MAY},
    {"samba", "out_needs = sequence", NAT("K") " / " NAT("Q"), MAY_NOT(OUT_NEEDS)},

    /* so many of a kind */
    {"hand_and_foot", TWO_AND_TWO, NAT("K") " / " MIX("Q") " / " MIX("J") " / " MIX("T"),
     MAY_NOT(OUT_NEEDS)},
    {"hand_and_foot", TWO_AND_TWO, NAT("K") " / " NAT("Q") " / " MIX("J") " / " MIX("T"), MAY},
    {"hand_and_foot", TWO_AND_TWO, NAT("K") " / " WILD " / " MIX("J") " / " MIX("T"),
     MAY_NOT(OUT_NEEDS)},
    {"hand_and_foot", TWO_AND_TWO "; wild_canasta_counts = natural",
     NAT("K") " / " WILD " / " MIX("J") " / " MIX("T"), MAY}, /* P191 */
    {"hand_and_foot", TWO_AND_TWO "; wild_canasta_counts = mixed",
     NAT("K") " / " NAT("Q") " / " MIX("J") " / " WILD, MAY},
    {"hand_and_foot", TWO_AND_TWO "; wild_canasta_counts = natural; out_not_counted = natural",
     NAT("K") " / " WILD " / " MIX("J") " / " MIX("T"), TOO_FEW(2, 4)},
    {"samba", "out_needs = sequence:2", SEQ " / " NAT("K"), MAY_NOT(OUT_NEEDS)},
    {"samba", "out_needs = sequence:2", SEQ " / " SEQ, MAY},
    {"hand_and_foot", "ask_partner = none; out_needs = natural then none; out_canastas = 1,2",
     MIX("K") " / " MIX("Q"), MAY_NOT(OUT_NEEDS)},
    {"hand_and_foot", "ask_partner = none; out_needs = natural then none; out_canastas = 1,2",
     MIX("K") " / " MIX("Q"), MAY, .hand_number = 2}, /* P190 */
    {"hand_and_foot", "ask_partner = none; out_needs = natural then none; out_canastas = 1,2",
     NAT("K"), TOO_FEW(1, 2), .hand_number = 7},

    /* canastas that do not count, and still satisfy a kind */
    {"samba", "twos_as_rank = yes; out_not_counted = wild,2", NAT("K") " / 2:2c2d2h2s2c2d2h",
     TOO_FEW(1, 2)},
    {"samba", "out_not_counted = sequence", SEQ " / " NAT("K"), TOO_FEW(1, 2)},
    {"samba", "out_not_counted = mixed", MIX("Q") " / " NAT("K"), TOO_FEW(1, 2)},
    {"samba", "out_not_counted = natural", MIX("Q") " / " NAT("K"), TOO_FEW(1, 2)},
    {"samba", "out_not_counted = K", MIX("Q") " / " NAT("K"), TOO_FEW(1, 2)},
    {"samba", "out_not_counted = K; out_needs = K", MIX("Q") " / " NAT("J") " / " NAT("K"),
     MAY},

    {"classic_pagat", "out_needs_red3_per_canasta = yes; out_canastas = 2",
     NAT("K") " / " NAT("Q"), MAY_NOT(OUT_NEEDS), .red3 = 1},
    {"classic_pagat", "out_needs_red3_per_canasta = yes; out_canastas = 2",
     NAT("K") " / " NAT("Q"), MAY, .red3 = 2},
    {"classic_pagat", "out_needs_red3_per_canasta = yes", NAT("K") " / " NAT("Q"),
     MAY_NOT(OUT_NEEDS), .red3 = 1}, /* S27: one is needed, two lie there */
    {"mexicana", "", NAT("K") " / " NAT("Q") " / " MIX("J"), MAY_NOT(OUT_NEEDS), .red3 = 2},
    {"mexicana", "", NAT("K") " / " NAT("Q") " / " MIX("J"), MAY, .red3 = 3},
    {"samba", "out_needs_red3_per_canasta = yes; out_not_counted = sequence",
     NAT("K") " / " NAT("Q") " / 4c5c6c7c8c9cTc", MAY_NOT(OUT_NEEDS), .red3 = 2},

    {"modern_american", "out_canastas = 1", NAT("K") " / AcAdAh",
     MAY_NOT(INCOMPLETE_SPECIAL), DISCARD}, /* P102 */
    {"modern_american", "out_canastas = 1", NAT("K") " / AcAd2h", MAY, DISCARD},
    {"modern_american", "out_canastas = 1", NAT("K") " / 7c7d7h7s",
     MAY_NOT(INCOMPLETE_SPECIAL), DISCARD},
    {"modern_american", "out_canastas = 1", NAT("K") " / 2c2dX",
     MAY_NOT(INCOMPLETE_SPECIAL), DISCARD},
    {"modern_american", "out_canastas = 1", NAT("7") " / QcQdQh", MAY, DISCARD},
    {"modern_american", "out_canastas = 1; out_block_incomplete = no", NAT("K") " / 2c2dX",
     MAY, DISCARD},
    {"modern_american", "out_canastas = 1", NAT("K"), MAY_NOT(OUT_DISCARD)},

    {"hand_and_foot", "out_canastas = 0; out_needs = none", NULL,
     MAY_NOT(ASK_REQUIRED)}, /* P71 */
    {"hand_and_foot", "out_canastas = 0; out_needs = none", NULL, MAY, YES},
    {"two_player", "out_canastas = 0; ask_partner = required", NULL, MAY},
    {"classic_pagat", "", NAT("K"), MAY_NOT(ASK_NO), NO},
    {"classic_pagat", "", NULL, MAY_NOT(ASK_NO), NO}, /* S15: the answer comes first */
    {"classic_pagat", "ask_binding = no", NAT("K"), MAY, NO}, /* P72 */
};
/* clang-format on */

static void going_out_needs_what_the_rules_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const table_case *row = &tables[i];
        cn_rules rules = table_rules(row->rules, row->overrides);
        cn_public pub = {.phase = CN_PHASE_MELD,
                         .hand_number = (uint16_t)row->hand_number,
                         .seat = rules.seat_count == 2 ? 0 : 2};
        for (unsigned seat = 0; seat < rules.seat_count; seat++)
            pub.side_of[seat] = rules.side_of[seat];
        cn_public_act_for(&pub, pub.seat);
        add_melds(&pub.side[0], row->melds);
        pub.three[0][CN_SUIT_HEARTS] = row->red3;
        pub.three[0][CN_SUIT_SPADES] = 2; /* black ones do not count */
        pub.three[1][CN_SUIT_DIAMONDS] = 2;
        pub.turn.answer = row->answer;
        cn_reason got = cn_out_refusal(&rules, &pub, row->by_discard);
        if (got.code != row->reason.code || got.have != row->reason.have ||
            got.need != row->reason.need)
            fail_msg("row %zu, %s {%s} %s: %s %d<%d", i, row->rules, row->overrides,
                     row->melds != NULL ? row->melds : "-", cn_reason_name(got.code), got.have,
                     got.need);
    }
}

/* One canasta for each of these words, by trying all of them. */
static bool all_served(cn_canastas *left, const int32_t *words, unsigned count)
{
    if (count == 0) return true;
    uint8_t *all[2 * CN_BONUS_RANKS + 2] = {&left->wild, &left->sequence};
    for (unsigned rank = 0; rank < CN_BONUS_RANKS; rank++) {
        all[2 + 2 * rank] = &left->natural[rank];
        all[3 + 2 * rank] = &left->mixed[rank];
    }
    for (unsigned i = 0; i < 2 * CN_BONUS_RANKS + 2; i++) {
        int32_t serves = i == 0 ? CN_WORD_WILD : CN_WORD_SEQUENCE;
        if (i >= 2) serves = 1 << (i / 2 - 1) | (i % 2 == 0 ? CN_WORD_NATURAL : CN_WORD_MIXED);
        if (*all[i] == 0 || (serves & words[0]) == 0) continue;
        --*all[i];
        bool served = all_served(left, words + 1, count - 1);
        ++*all[i];
        if (served) return true;
    }
    return false;
}

/* P132, against every way of choosing. */
static void needs_are_met_exactly_if_canastas_can_be_told_apart(void **state)
{
    (void)state;
    static const int32_t words[] = {CN_WORD_NATURAL,  CN_WORD_MIXED, CN_WORD_WILD,
                                    CN_WORD_SEQUENCE, CN_WORD_TWO,   1 << CN_KIND_7,
                                    1 << CN_KIND_A};
    static const uint8_t ranks[] = {CN_KIND_7, CN_KIND_A, CN_KIND_K, CN_KIND_TWO};
    cn_stream stream = cn_stream_make(table_seed(), 132, 0);
    cn_rules rules = table_rules("classic_pagat", "out_canastas = 0");
    const cn_public pub = {.hand_number = 1};
    unsigned met = 0;
    const unsigned tries = table_effort(20000);
    for (unsigned i = 0; i < tries; i++) {
        cn_canastas canastas = {.wild = (uint8_t)cn_stream_below(&stream, 2),
                                .sequence = (uint8_t)cn_stream_below(&stream, 2)};
        for (unsigned k = 0; k < 4; k++) {
            canastas.natural[ranks[k]] = (uint8_t)(cn_stream_below(&stream, 5) / 3);
            canastas.mixed[ranks[k]] = (uint8_t)(cn_stream_below(&stream, 5) / 3);
        }
        cn_needs *needs = &rules.p.out_needs.hand[0];
        int32_t asked[3 * 7];
        unsigned count = 0;
        *needs = (cn_needs){0};
        for (unsigned k = 0; k < 7; k++) {
            if (cn_stream_below(&stream, 3) > 0) continue;
            needs->words |= words[k];
            const unsigned number = k < CN_NEED_KINDS ? 1 + cn_stream_below(&stream, 3) / 2 : 1;
            if (k < CN_NEED_KINDS) needs->count[k] = (int32_t)number;
            for (unsigned n = 0; n < number; n++) asked[count++] = words[k];
        }
        bool want = all_served(&canastas, asked, count);
        if (cn_canastas_suffice(&rules, &pub, &canastas) != want)
            fail_msg("seed %llu, try %u: needs %x", (unsigned long long)table_seed(), i,
                     (unsigned)needs->words);
        met += want;
    }
    assert_in_range(met, tries / 20, tries - tries / 20);
}

static void a_canasta_is_named_by_what_it_is_made_of(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *overrides, *meld;
        cn_canasta canasta;
    } melds[] = {
        {"classic_pagat", "", NAT("K"), CN_CANASTA_NATURAL},
        {"classic_pagat", "", NAT("K") "2c", CN_CANASTA_MIXED}, /* P58 */
        {"classic_pagat", "", "KcKdKhKsKc2d", CN_CANASTA_NONE},
        {"classic_pagat", "canasta_size = 6", "KcKdKhKsKc2d", CN_CANASTA_MIXED},
        {"classic_pagat", "black3_meld_max = 0; canasta_size = 4", "3c3s3c3s", CN_CANASTA_NONE},
        {"hand_and_foot", "", WILD, CN_CANASTA_WILD},
        {"samba", "", SEQ, CN_CANASTA_SEQUENCE},
        {"samba", "", "4h5h6h7h8h9h", CN_CANASTA_NONE},
        {"samba", "twos_as_rank = yes", "2:2c2d2h2s2c2d2h", CN_CANASTA_NATURAL},
        {"samba", "twos_as_rank = yes", "2:2c2d2h2s2c2dX", CN_CANASTA_MIXED},
    };
    for (size_t i = 0; i < sizeof melds / sizeof melds[0]; i++) {
        cn_rules rules = table_rules(melds[i].rules, melds[i].overrides);
        cn_side side = {.meld_count = 0};
        add_melds(&side, melds[i].meld);
        if (cn_meld_canasta(&rules, &side.meld[0]) != melds[i].canasta)
            fail_msg("row %zu: %u", i, cn_meld_canasta(&rules, &side.meld[0]));
        assert_int_equal(cn_side_has_canasta(&rules, &side, side.meld[0].rank),
                         melds[i].canasta != CN_CANASTA_NONE);
        assert_false(cn_side_has_canasta(&rules, &side, CN_KIND_5));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(going_out_needs_what_the_rules_name),
        cmocka_unit_test(needs_are_met_exactly_if_canastas_can_be_told_apart),
        cmocka_unit_test(a_canasta_is_named_by_what_it_is_made_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
