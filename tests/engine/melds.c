/* Cards and melds from text. Not here: legality. Invariant: bad text fails the test. */
#include "melds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/step/target.h"
#include "text/cards/card_text.h"

enum { GROUP_MAX = 120, CARDS_MAX = 60 };

static unsigned read_cards(const char *text, cn_card *card)
{
    size_t bad;
    int count = cn_cards_parse(text, strlen(text), card, CARDS_MAX, &bad);
    if (count < 0) fail_msg("no cards: %s", text);
    return (unsigned)count;
}

cn_cards cards_of(const char *text)
{
    cn_cards cards = {{0}, 0, {0}};
    cn_card card[CARDS_MAX];
    if (*text == '\0' || strcmp(text, "-") == 0) return cards;
    unsigned count = read_cards(text, card);
    for (unsigned i = 0; i < count; i++) cn_cards_add(&cards, card[i]);
    return cards;
}

bool next_group(const char **text, char *group)
{
    if (*text == NULL || **text == '\0') return false;
    const char *end = strstr(*text, " / ");
    size_t length = end != NULL ? (size_t)(end - *text) : strlen(*text);
    if (length >= GROUP_MAX) fail_msg("too long: %s", *text);
    memcpy(group, *text, length);
    group[length] = '\0';
    *text = end != NULL ? end + 3 : NULL;
    return true;
}

static void add_card(cn_meld *meld, cn_card card, bool of_twos, unsigned *kinds)
{
    unsigned kind = cn_card_kind(card);
    if (kind == CN_KIND_JOKER) {
        meld->wilds++;
        meld->jokers++;
        return;
    }
    if (kind == CN_KIND_TWO && !of_twos) {
        meld->wilds++;
        return;
    }
    *kinds |= 1U << kind;
    meld->naturals++;
    meld->rank = (uint8_t)kind;
}

/* Naturals in any order, or all cards from the lowest place up; no wild is the lowest. */
static void make_sequence(cn_meld *meld, const cn_card *card, unsigned count)
{
    *meld = (cn_meld){.rank = CN_MELD_SEQUENCE};
    for (unsigned i = 0; i < count; i++) cn_meld_add(meld, card[i]);
}

void add_melds(cn_side *side, const char *text)
{
    char group[GROUP_MAX];
    cn_card card[CARDS_MAX];
    while (next_group(&text, group)) {
        bool of_twos = strncmp(group, "2:", 2) == 0;
        unsigned kinds = 0;
        unsigned count = read_cards(group[1] == ':' ? group + 2 : group, card);
        cn_meld *meld = &side->meld[side->meld_count++];
        *meld = (cn_meld){.rank = CN_MELD_WILD};
        for (unsigned i = 0; i < count; i++) add_card(meld, card[i], of_twos, &kinds);
        if ((kinds & (kinds - 1)) == 0) continue;
        make_sequence(meld, card, count);
    }
    cn_side_count(side);
}
