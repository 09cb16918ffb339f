/* Cards of a sequence with wilds at their places.
 * Not here: see the header. Invariant: a place is filled once. */
#include "text/events/spread.h"

#include <string.h>

#include "engine/step/sequence.h"
#include "text/cards/card_text.h"

typedef struct spread {
    cn_card at[CN_RANKS]; /* CN_CARD_NONE: nothing is put there */
    int low, high;        /* of all that lies and is put; low > high: nothing */
    uint32_t lying;       /* places that are filled on the table, one bit each */
    cn_card wild[CN_SEQUENCE_WILDS_MAX];
    unsigned wilds;
} spread;

static bool put(spread *s, int place, cn_card card)
{
    if (place < 0 || place >= CN_RANKS || (s->lying >> place & 1) != 0) return false;
    if (s->at[place] != CN_CARD_NONE) return false;
    s->at[place] = card;
    if (place < s->low) s->low = place;
    if (place > s->high) s->high = place;
    return true;
}

static bool begin(spread *s, const cn_meld *meld, const cn_card *cards, unsigned count)
{
    *s = (spread){.low = CN_RANKS, .high = -1};
    memset(s->at, CN_CARD_NONE, sizeof s->at);
    if (meld != NULL) {
        s->low = cn_meld_low(meld);
        s->high = (int)cn_meld_high(meld);
        s->lying = cn_sequence_places(meld);
    }
    for (unsigned i = 0; i < count; i++) {
        if (!cn_kind_is_wild(cn_card_kind(cards[i]))) {
            if (!put(s, (int)cn_card_row(cards[i]), cards[i])) return false;
        } else if (s->wilds < CN_SEQUENCE_WILDS_MAX) {
            s->wild[s->wilds++] = cards[i];
        } else {
            return false;
        }
    }
    return s->wilds > 0 && s->low <= s->high;
}

/* Wilds into the gaps, from the lowest up; the number used, or all and one more if they lack. */
static unsigned fill_gaps(spread *s)
{
    unsigned used = 0;
    for (int place = s->low; place <= s->high; place++) {
        if ((s->lying >> place & 1) != 0 || s->at[place] != CN_CARD_NONE) continue;
        if (used == s->wilds) return used + 1;
        s->at[place] = s->wild[used++];
    }
    return used;
}

static bool put_spare(spread *s, unsigned used, cn_end end)
{
    for (; used < s->wilds; used++) {
        const bool up = put(s, end == CN_END_LOW ? s->low - 1 : s->high + 1, s->wild[used]);
        if (!up && (end != CN_END_ANY || !put(s, s->low - 1, s->wild[used]))) return false;
    }
    return true;
}

bool cn_write_spread(cn_writer *writer, const cn_meld *meld, const cn_card *cards, unsigned count,
                     cn_end end, bool *spare)
{
    spread s;
    if (!begin(&s, meld, cards, count)) return false;
    const unsigned used = fill_gaps(&s);
    *spare = used < s.wilds;
    if (used > s.wilds || !put_spare(&s, used, end)) return false;
    bool written = meld == NULL; /* the dash */
    for (int place = s.low; place <= s.high; place++) {
        const bool lies = (s.lying >> place & 1) != 0;
        if (lies && !written) cn_write_char(writer, '-');
        written |= lies;
        if (!lies) cn_write_card(writer, s.at[place]);
    }
    return true;
}
