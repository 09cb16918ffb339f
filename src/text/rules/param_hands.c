/* The type of the parameter that lists special hands.
 * Not here: what a special hand does (engine).
 * Invariant: names are unique and fit their field; every group has cards. */
#include <assert.h>
#include <string.h>

#include "text/rules/param_type.h"

enum { GROUP_COUNT_MAX = 14, GROUP_SIZE_MAX = 14 };

/* In the order of cn_group_of; the ranks from 4 to A follow. */
static const char *const group_words[] = {"rank",  "wild_kind", "rank_or_wild_kind",
                                          "wilds", "3",         "2",
                                          "X",     "4",         "5",
                                          "6",     "7",         "8",
                                          "9",     "T",         "J",
                                          "Q",     "K",         "A",
                                          NULL};

static_assert(CN_GROUP_RANK == 0 && CN_GROUP_WILD_KIND == 1 && CN_GROUP_RANK_OR_WILD == 2 &&
                  CN_GROUP_WILDS == 3 && CN_GROUP_THREES == 4 && CN_GROUP_TWOS == 5 &&
                  CN_GROUP_JOKERS == 6 && CN_GROUP_OF_RANK == 7,
              "group_words has the order of cn_group_of");

static bool parse_group(cn_scan *entry, const cn_param *p, cn_special_hand *hand)
{
    int32_t count = 0, size = 0, of = 0;
    if (hand->group_count == CN_HAND_GROUPS_MAX)
        return cn_scan_fail(entry, entry->at, "%s: a hand has at most %d groups", p->name,
                            CN_HAND_GROUPS_MAX);
    if (!cn_param_number(entry, p, "COUNT", 1, GROUP_COUNT_MAX, &count) ||
        !cn_param_sign_must(entry, p, 'x') ||
        !cn_param_number(entry, p, "SIZE", 1, GROUP_SIZE_MAX, &size) ||
        !cn_param_choice(entry, p, "OF", group_words, &of))
        return false;
    hand->group[hand->group_count++] =
        (cn_hand_group){.count = (uint8_t)count, .size = (uint8_t)size, .of = (uint8_t)of};
    return true;
}

static bool parse_name(cn_scan *entry, const cn_param *p, const cn_hands *hands,
                       char name[CN_HAND_NAME_MAX])
{
    const cn_word word = cn_scan_name(entry);
    if (word.length == 0) return cn_param_fail(entry, word, p);
    if (word.length >= CN_HAND_NAME_MAX)
        return cn_scan_fail(entry, word.text, "%s: a NAME has at most %d letters", p->name,
                            CN_HAND_NAME_MAX - 1);
    for (int32_t i = 0; i < hands->count; i++)
        if (cn_word_is(word, hands->hand[i].name))
            return cn_scan_fail(entry, word.text, "%s names %s twice", p->name,
                                hands->hand[i].name);
    memcpy(name, word.text, word.length);
    name[word.length] = '\0';
    return true;
}

static bool parse_hand(cn_scan *entry, const cn_param *p, const cn_hands *hands,
                       cn_special_hand *hand)
{
    static const char *const last_part[] = {"wins", NULL};
    int32_t part = 0;
    if (!parse_name(entry, p, hands, hand->name) || !cn_param_sign_must(entry, p, ':') ||
        !cn_param_number(entry, p, "POINTS", p->low, p->high, &hand->points))
        return false;
    hand->wins_game = cn_param_sign_is(entry, ':');
    if (hand->wins_game && !cn_param_choice(entry, p, "the third part", last_part, &part))
        return false;
    if (!cn_param_sign_must(entry, p, '=')) return false;
    do
        if (!parse_group(entry, p, hand)) return false;
    while (cn_param_sign_is(entry, '+'));
    return cn_param_end(entry, p);
}

static bool parse_hands(cn_scan *scan, const cn_param *p, void *field)
{
    cn_hands *hands = field;
    cn_scan entry;
    if (cn_param_is_none(scan)) return true;
    while (cn_param_next(scan, &entry)) {
        if (!cn_param_room(&entry, p, hands->count, CN_HANDS_MAX) ||
            !parse_hand(&entry, p, hands, &hands->hand[hands->count]))
            return false;
        hands->count++;
    }
    return true;
}

static void write_hands(cn_writer *writer, const cn_param *p, const void *field)
{
    const cn_hands *hands = field;
    (void)p;
    for (int32_t i = 0; i < hands->count; i++) {
        const cn_special_hand *hand = &hands->hand[i];
        cn_write(writer, "%s%s:%ld%s=", i == 0 ? "" : ", ", hand->name, (long)hand->points,
                 hand->wins_game ? ":wins" : "");
        for (unsigned j = 0; j < hand->group_count; j++)
            cn_write(writer, "%s%ux%u %s", j == 0 ? "" : "+", (unsigned)hand->group[j].count,
                     (unsigned)hand->group[j].size, group_words[hand->group[j].of]);
    }
    if (hands->count == 0) cn_write(writer, "none");
}

static void range_hands(cn_writer *writer, const cn_param *p)
{
    cn_write(writer,
             "none, or NAME:POINTS[:wins]=COUNTxSIZE OF+..., ... with points of %ld to "
             "%ld",
             (long)p->low, (long)p->high);
}

const cn_param_type cn_param_hands = {parse_hands, write_hands, range_hands,
                                      "NAME:POINTS[:wins]=COUNTxSIZE OF+...", NULL};
