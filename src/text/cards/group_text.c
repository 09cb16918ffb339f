/* Groups of cards: a name, if there is one, and cards that must make one meld.
 * Not here: what is done with a group, and whether it is legal.
 * Invariant: cards are sorted so that each is laid on what the ones before it have made (P122). */
#include "text/cards/group_text.h"

#include <string.h>

enum { MELD_CARDS_MIN = 3 };

cn_play_status cn_shape_fail(const cn_group_reader *reader, const char *at, cn_reason_code code,
                             const char *message)
{
    *reader->shape = (cn_reason){.code = (uint8_t)code};
    if (code == CN_REASON_SIZE) reader->shape->need = MELD_CARDS_MIN;
    (void)cn_scan_fail(reader->scan, at, "%s", message);
    return CN_PLAY_SHAPE;
}

/* Names */

/* `#3`: reads the number behind the sign; false if there is none of 1 to CN_MELDS_MAX. */
static bool read_place_number(const char **at, const char *end, unsigned *place)
{
    unsigned number = 0;
    const char *start = *at;
    while (*at < end && **at >= '0' && **at <= '9' && number <= CN_MELDS_MAX)
        number = number * 10 + (unsigned)(*(*at)++ - '0');
    if (*at == start || number == 0 || number > CN_MELDS_MAX) return false;
    *place = number - 1;
    return true;
}

bool cn_place_read(cn_word word, unsigned *place)
{
    const char *at = word.text, *end = word.text + word.length;
    if (at < end && *at != '#' && cn_meld_from_letter(*at) != CN_KIND_NONE) at++;
    if (at == end || *at != '#') return false;
    at++;
    return read_place_number(&at, end, place) && at == end;
}

cn_word cn_group_cards(cn_word word)
{
    const char *colon = memchr(word.text, ':', word.length);
    if (colon == NULL) return word;
    const size_t skipped = (size_t)(colon + 1 - word.text);
    return (cn_word){colon + 1, word.length - skipped};
}

static cn_play_status fail_name(const cn_group_reader *reader, const char *at, const char *end)
{
    (void)cn_scan_fail(reader->scan, at,
                       "'%.*s' names no meld; names are like K: W: K#3: #3: or K+:",
                       cn_word_shown((cn_word){at, (size_t)(end - at)}), at);
    return CN_PLAY_SYNTAX;
}

static cn_play_status read_name(const cn_group_reader *reader, cn_word word, cn_group_name *name)
{
    *name = (cn_group_name){CN_KIND_NONE, CN_NO_MELD, false};
    const char *end = memchr(word.text, ':', word.length);
    const char *at = word.text;
    if (end == NULL) return CN_PLAY_OK;
    if (at < end && *at != '#' && *at != '+') {
        name->meld = (uint8_t)cn_meld_from_letter(*at);
        if (name->meld == CN_KIND_NONE) return fail_name(reader, word.text, end);
        at++;
    }
    if (at < end && *at == '#') {
        unsigned place = 0;
        at++;
        if (!read_place_number(&at, end, &place)) return fail_name(reader, word.text, end);
        name->place = (uint8_t)place;
    } else if (at < end && *at == '+') {
        name->fresh = true;
        at++;
    }
    return at == end && end > word.text ? CN_PLAY_OK : fail_name(reader, word.text, end);
}

/* Cards */

cn_play_status cn_group_read_cards(const cn_group_reader *reader, cn_word word, cn_card *cards,
                                   const char **where, unsigned *count)
{
    size_t bad = 0;
    const int found = cn_cards_parse(word.text, word.length, cards, CN_GROUP_CARDS_MAX, &bad);
    if (found < 0) {
        const cn_word rest = {word.text + bad, word.length - bad};
        cn_card card = CN_CARD_NONE;
        if (cn_cards_parse(rest.text, rest.length < 2 ? rest.length : 2, &card, 1, &bad) > 0)
            (void)cn_scan_fail(reader->scan, rest.text, "a group has at most %d cards",
                               CN_GROUP_CARDS_MAX);
        else
            (void)cn_scan_fail(reader->scan, rest.text, "no card begins with '%.*s'",
                               cn_word_shown(rest), rest.text);
        return CN_PLAY_SYNTAX;
    }
    *count = (unsigned)found;
    const char *at = word.text;
    for (unsigned i = 0; i < *count; i++) {
        where[i] = at;
        at += cards[i] == CN_CARD_JOKER || cards[i] == CN_CARD_HIDDEN ? 1 : 2;
        if (cards[i] != CN_CARD_HIDDEN) continue;
        (void)cn_scan_fail(reader->scan, where[i], "a hidden card cannot be played");
        return CN_PLAY_SYNTAX;
    }
    return CN_PLAY_OK;
}

/* What the cards of a group are, besides their order. */
typedef struct content {
    unsigned wilds, threes, naturals;
    unsigned ranks;       /* a bit for each natural rank */
    unsigned rank, suit;  /* of the first natural */
    bool one_suit, twice; /* all naturals have one suit; some rank is there twice */
    unsigned odd_i;       /* the first card of another rank than the first natural, or a three */
} content;

static content look_at(const cn_group *g)
{
    content c = {.one_suit = true, .odd_i = g->count};
    for (unsigned i = 0; i < g->count; i++) {
        const uint8_t kind = cn_card_kind(g->card[i]);
        const unsigned suit = cn_card_suit(g->card[i]);
        if (cn_kind_is_wild(kind)) {
            c.wilds++;
            continue;
        }
        const bool first = c.naturals + c.threes == 0;
        if (first) {
            c.rank = kind;
            c.suit = suit;
        }
        if (kind != c.rank && c.odd_i == g->count) c.odd_i = i;
        c.one_suit = c.one_suit && suit == c.suit;
        if (cn_kind_is_three(kind)) {
            c.threes++;
            continue;
        }
        c.naturals++;
        c.twice = c.twice || (c.ranks >> kind & 1) != 0;
        c.ranks |= 1U << kind;
    }
    return c;
}

/* True if the ranks lie side by side. */
static bool without_gap(unsigned ranks)
{
    const unsigned shifted = ranks / (ranks & (0U - ranks));
    return (shifted & (shifted + 1)) == 0;
}

/* What cards without a name make. Two ranks of one suit are meant as a sequence. */
static cn_play_status find_meld(const cn_group_reader *reader, cn_group *g, const content *c)
{
    if (c->naturals + c->threes == 0) {
        g->meld = CN_MELD_WILD;
        return CN_PLAY_OK;
    }
    g->meld = (uint8_t)c->rank;
    if (c->odd_i == g->count) return CN_PLAY_OK;
    const bool like_sequence = c->threes == 0 && c->one_suit;
    const bool filled = g->name.place != CN_NO_MELD || c->wilds > 0; /* by a meld, or by wilds */
    const bool gap = !filled && !without_gap(c->ranks);
    if (!like_sequence || c->twice || gap)
        return cn_shape_fail(reader, g->where[c->odd_i], CN_REASON_RANK,
                             "naturals of one meld have one rank, or make a sequence");
    g->meld = CN_MELD_SEQUENCE;
    return CN_PLAY_OK;
}

static bool fits_name(unsigned meld, cn_card card, const content *c)
{
    const uint8_t kind = cn_card_kind(card);
    if (cn_kind_is_wild(kind)) return true;
    return meld == CN_MELD_SEQUENCE ? cn_kind_is_natural(kind) && cn_card_suit(card) == c->suit
                                    : kind == meld;
}

/* The cards must be such as the name says. */
static cn_play_status check_name(const cn_group_reader *reader, cn_group *g, const content *c)
{
    g->meld = g->name.meld;
    for (unsigned i = 0; i < g->count; i++) {
        if (fits_name(g->meld, g->card[i], c)) continue;
        return cn_shape_fail(reader, g->where[i], CN_REASON_RANK,
                             "this card does not go to the meld that is named");
    }
    return CN_PLAY_OK;
}

/* Order */

static void move_card(cn_group *g, unsigned from, unsigned to)
{
    const cn_card card = g->card[from];
    const char *where = g->where[from];
    for (; from > to; from--) {
        g->card[from] = g->card[from - 1];
        g->where[from] = g->where[from - 1];
    }
    g->card[to] = card;
    g->where[to] = where;
}

/* True for the cards that are laid last. */
static bool is_late(unsigned meld, cn_card card)
{
    if (meld == CN_MELD_TWOS) return card == CN_CARD_JOKER;
    return meld != CN_MELD_WILD && cn_kind_is_wild(cn_card_kind(card));
}

static void sort_late(cn_group *g)
{
    const unsigned meld = cn_group_waits_for_meld(g) ? CN_MELD_TWOS : g->meld;
    unsigned early = 0;
    for (unsigned i = 0; i < g->count; i++)
        if (!is_late(meld, g->card[i])) move_card(g, i, early++);
    g->wild_count = g->meld == CN_MELD_WILD ? g->count : g->count - early;
}

/* True if each card lies at an end of what the cards before it make. */
static bool extends_itself(const cn_group *g)
{
    unsigned low = cn_card_row(g->card[0]), high = low;
    for (unsigned i = 1; i < g->count; i++) {
        const unsigned rank = cn_card_row(g->card[i]);
        if (rank == high + 1)
            high = rank;
        else if (rank + 1 == low)
            low = rank;
        else
            return false;
    }
    return true;
}

/* Puts cards of a sequence, from card `from` on, into rising or falling order. */
static void sort_ranks(cn_group *g, unsigned from, unsigned to, bool rising)
{
    for (unsigned i = from; i < to; i++) {
        unsigned best = i;
        for (unsigned j = i + 1; j < to; j++)
            if ((cn_card_row(g->card[j]) < cn_card_row(g->card[best])) == rising &&
                cn_card_row(g->card[j]) != cn_card_row(g->card[best]))
                best = j;
        move_card(g, best, i);
    }
}

/* Cards as written if they can be laid so; otherwise rising, and where a gap is left for a sequence
 * that lies on the table: upward above it, then downward below it. */
static void sort_sequence(cn_group *g)
{
    if (extends_itself(g)) return;
    sort_ranks(g, 0, g->count, true);
    unsigned below = 0;
    for (unsigned i = 1; i < g->count && below == 0; i++)
        if (cn_card_row(g->card[i]) > cn_card_row(g->card[i - 1]) + 1) below = i;
    for (unsigned i = below; i < g->count && below > 0; i++) move_card(g, i, i - below);
    if (below > 0) sort_ranks(g, g->count - below, g->count, false);
}

/* ---- a sequence with wilds (P177) ---- */

static bool is_wild(const cn_group *g, unsigned i)
{
    return cn_kind_is_wild(cn_card_kind(g->card[i]));
}

/* The wilds of these cards go to the low end, or to the high one. */
static void aim_wilds(cn_group *g, unsigned from, unsigned to, bool low)
{
    for (unsigned i = from; i < to; i++) g->low[i] = low && is_wild(g, i);
}

/* The first natural, the wilds before it from there on, then the others as written. Where the
 * naturals rise, wilds before the first are laid below it and all others above; where they fall the
 * other way round. Wilds alone go to any end. */
static void order_with_wilds(cn_group *g, unsigned wilds)
{
    unsigned first = 0, second;
    g->any_end = wilds == g->count;
    if (g->any_end) return;
    while (is_wild(g, first)) first++;
    for (second = first + 1; second < g->count && is_wild(g, second);) second++;
    const bool rises =
        second == g->count || cn_card_row(g->card[second]) > cn_card_row(g->card[first]);
    for (unsigned i = 0; i <= first; i++) move_card(g, first, i);
    aim_wilds(g, 0, first + 1, rises);
    aim_wilds(g, first + 1, g->count, !rises);
}

/* `4hX-X9h`: what lies there is the dash; from there on downward, then upward. */
static cn_play_status read_beside(const cn_group_reader *reader, cn_word word, const char *dash,
                                  cn_group *g)
{
    const cn_word below = {word.text, (size_t)(dash - word.text)};
    const cn_word above = {dash + 1, word.length - below.length - 1};
    unsigned more = 0;
    cn_group upper;
    cn_play_status status = cn_group_read_cards(reader, below, g->card, g->where, &g->count);
    if (status == CN_PLAY_OK)
        status = cn_group_read_cards(reader, above, upper.card, upper.where, &more);
    if (status != CN_PLAY_OK) return status;
    for (unsigned i = 1; i < g->count; i++) move_card(g, i, 0);
    aim_wilds(g, 0, g->count, true);
    for (unsigned i = 0; i < more && g->count < CN_GROUP_CARDS_MAX; i++, g->count++) {
        g->card[g->count] = upper.card[i];
        g->where[g->count] = upper.where[i];
    }
    return CN_PLAY_OK;
}

/* ---- all ---- */

static cn_play_status read_group(const cn_group_reader *reader, cn_word word, cn_group *group)
{
    const cn_word cards = cn_group_cards(word);
    const char *dash = memchr(cards.text, '-', cards.length);
    const cn_play_status status = read_name(reader, word, &group->name);
    if (status != CN_PLAY_OK) return status;
    if (dash == NULL)
        return cn_group_read_cards(reader, cards, group->card, group->where, &group->count);
    group->beside = true;
    if (group->name.meld == CN_KIND_NONE) group->name.meld = CN_MELD_SEQUENCE;
    return read_beside(reader, cards, dash, group);
}

static void put_in_order(cn_group *g, unsigned wilds)
{
    if (g->meld != CN_MELD_SEQUENCE)
        sort_late(g);
    else if (wilds > 0 && !g->beside)
        order_with_wilds(g, wilds);
    else if (!g->beside)
        sort_sequence(g);
}

cn_play_status cn_group_read(const cn_group_reader *reader, cn_word word, cn_group *group)
{
    memset(group, 0, sizeof *group);
    group->at = word.text;
    cn_play_status status = read_group(reader, word, group);
    if (status != CN_PLAY_OK) return status;
    if (group->count == 0)
        return cn_shape_fail(reader, word.text, CN_REASON_SIZE, "a group without cards");
    for (unsigned i = 0; i < group->count; i++)
        if (cn_card_kind(group->card[i]) == CN_KIND_RED3)
            return cn_shape_fail(reader, group->where[i], CN_REASON_RED3,
                                 "red threes are never melded");
    const content c = look_at(group);
    status = group->name.meld == CN_KIND_NONE ? find_meld(reader, group, &c)
                                              : check_name(reader, group, &c);
    if (status == CN_PLAY_OK) put_in_order(group, c.wilds);
    return status;
}
