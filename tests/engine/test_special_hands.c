/* Special hands: which hand of cards makes which (P105, S21).
 * Not here: when one may be declared. Invariant: a table row is one hand of cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "melds.h"
#include "table.h"

typedef struct hand_case {
    const char *rules, *overrides, *cards;
    const char *name; /* NULL: no special hand */
} hand_case;

/* clang-format off */
static const hand_case hands[] = {
    {"modern_american", "", "4c5c6c7c8c9cTcJcQcKcAc2c3cX", "straight"},
    {"modern_american", "", "4c5d6h7s8c9dThJsQcKdAh2s3sX", "straight"}, /* suits do not matter */
    {"modern_american", "", "4c5c6c7c8c9cTcJcQcKcAc2c2dX", NULL},       /* C352 */
    {"modern_american", "", "4c5c6c7c8c9cTcJcQcKcAc3c3dX", NULL},
    {"modern_american", "", "4c5c6c7c8c9cTcJcQcKcAc2c3c", NULL},        /* thirteen cards */
    {"modern_american", "", "4c4d5c5d6c6d7c7d8c8d9c9dTcTd", "pairs"},
    {"modern_american", "", "4c4c5c5d6c6d7c7d8c8d9c9dTcTd", "pairs"},   /* twice the same face */
    {"modern_american", "", "4c4d4h4s6c6d7c7d8c8d9c9dTcTd", NULL},      /* no rank twice */
    {"modern_american", "", "AcAd7c7d2c2d4c4d5c5d6c6d8c8d", "pairs_with_wilds"},
    {"modern_american", "", "AcAd7c7dXX4c4d5c5d6c6d8c8d", NULL},
    {"modern_american_cla", "", "AcAd7c7dXX4c4d5c5d6c6d8c8d", "pairs_with_wilds"},
    {"modern_american", "", "AcAd9c9d2c2d4c4d5c5d6c6d8c8d", NULL},
    {"modern_american_cla", "", "AcAd7c7d2c2dXX4c4d5c5d6c6d", "miami_pairs"},
    {"modern_american_cla", "", "AcAd7c7d2c2d2hX4c4d5c5d6c6d", NULL},
    {"modern_american", "", "4c4d4h4s5c5d5h5s6c6d6h7c7d7h", "garbage"},
    {"modern_american", "", "4c4d4h4s5c5d5h5s6c6d6h6s7c7d", NULL},
    {"modern_american_cla", "", "4c4d4h4s5c5d5h6c6d6h7c7d8c8d", "zip_code"},
    {"modern_american_cla", "", "2c2d2h2sXXX6c6d6h7c7d8c8d", "zip_code"},
    {"modern_american_cla", "", "4c4d4h4s4c5c5d5h5s6c6d6h7c7d", "blast_off"},
    {"modern_american_cla", "", "4c4d4h5c5d5h6c6d6h7c7d7h2c2d", "triples"},
    {"modern_american_cla", "", "4c4d4h5c5d5h6c6d6h7c7d7h2cX", NULL}, /* one kind of wild */
    {"modern_american_cla", "", "4c4d4h4s5c5d5h5s6c6d6h6sXX", "quads"},
    {"modern_american_cla", "", "4c4d4h4s4c5c5d5h5s5c2c2d2h2s", "dream_hand_5_5_4"},
    {"modern_american_cla", "", "4c4d4h4s4c5c5d5h5s5c2c2dXX", NULL},
    {"modern_american_cla", "", "4c4d4h4s4c5c5d5h5s2c2d2hXX", "dream_hand_5_4_5"},
    {"modern_american_cla", "", "4c4d4h4s4c5c5d5h5s2c2d2h2s2c", "dream_hand_5_4_5"},
    /* the dearest; a hand that wins the game before one with more points; groups that compete */
    {"modern_american", "special_hands = cheap:100=7x2 rank, dear:200=7x2 rank",
     "4c4d5c5d6c6d7c7d8c8d9c9dTcTd", "dear"},
    {"modern_american", "special_hands = dear:900=7x2 rank, wins:200:wins=7x2 rank",
     "4c4d5c5d6c6d7c7d8c8d9c9dTcTd", "wins"},
    {"modern_american", "special_hands = x:1=6x2 rank_or_wild_kind + 1x2 wild_kind",
     "4c4d5c5d6c6d7c7d8c8d2c2dXX", "x"},
    {"modern_american", "special_hands = x:1=6x2 rank + 1x2 4", "4c4d5c5d6c6d7c7d8c8d9c9dTcTd",
     "x"},
    {"modern_american", "special_hands = x:1=6x2 rank + 1x2 A", "4c4d5c5d6c6d7c7d8c8d9c9dTcTd",
     NULL},
    {"modern_american", "special_hands = x:1=5x2 rank + 1x2 wilds + 1x2 X",
     "4c4d5c5d6c6d7c7d8c8d2c2dXX", "x"},
    {"classic_pagat", "hand_size = 13; special_hands = x:1=1x4 3 + 5x2 rank",
     "3c3c3s3s4c4d5c5d6c6d7c7d8c8d", "x"}, /* black threes are held there */
};
/* clang-format on */

static void cards_make_the_dearest_special_hand_they_fit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        cn_rules rules = table_rules(hands[i].rules, hands[i].overrides);
        cn_cards cards = cards_of(hands[i].cards);
        unsigned found = cn_find_special_hand(&rules, &cards);
        const char *name = found == 0 ? NULL : rules.p.special_hands.hand[found - 1].name;
        bool same = (name == NULL) == (hands[i].name == NULL) &&
                    (name == NULL || strcmp(name, hands[i].name) == 0);
        if (!same) fail_msg("%s: %s", hands[i].cards, name != NULL ? name : "none");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_make_the_dearest_special_hand_they_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
