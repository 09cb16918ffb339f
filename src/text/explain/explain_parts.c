/* Sentences and phrases for explanations of rules.
 * Not here: what any parameter means.
 * Invariant: every phrase ends in its own buffer, and every line of the text ends once. */
#include "text/explain/explain_parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

cn_explainer cn_explainer_make(cn_writer *writer, const cn_rules *rules)
{
    return (cn_explainer){.writer = writer,
                          .rules = rules,
                          .p = &rules->p,
                          .gap = "",
                          .in_list = false,
                          .alone = !cn_partners_possible(rules)};
}

void cn_section(cn_explainer *e, const char *title)
{
    cn_write(e->writer, "%s## %s", e->writer->length > 0 ? "\n\n" : "", title);
    e->gap = "\n\n";
    e->in_list = false;
}

void cn_paragraph(cn_explainer *e)
{
    e->gap = "\n\n";
    e->in_list = false;
}

void cn_item(cn_explainer *e)
{
    e->gap = e->in_list ? "\n- " : "\n\n- ";
    e->in_list = true;
}

/* Appends what a vprintf makes; a helper of the two below. */
__attribute__((format(printf, 2, 0))) static void write_list(cn_writer *writer, const char *format,
                                                             va_list arguments)
{
    char text[1200];
    const int length = vsnprintf(text, sizeof text, format, arguments);
    if (length < 0 || (size_t)length >= sizeof text) writer->overflow = true;
    cn_write_text(writer, text, strlen(text));
}

void cn_say(cn_explainer *e, const char *format, ...)
{
    cn_write(e->writer, "%s", e->gap);
    const size_t start = e->writer->length;
    va_list arguments;
    va_start(arguments, format);
    write_list(e->writer, format, arguments);
    va_end(arguments);
    char *first = e->writer->out + start;
    if (*first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
    e->gap = " ";
}

void cn_add(cn_explainer *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_list(e->writer, format, arguments);
    va_end(arguments);
}

/* A phrase made by one printf. */
__attribute__((format(printf, 1, 2))) static cn_phrase phrase(const char *format, ...)
{
    cn_phrase made;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}

cn_phrase cn_points(int32_t number)
{
    const long size = number < 0 ? -(long)number : (long)number;
    const char *sign = number < 0 ? "-" : "";
    if (size < 1000) return phrase("%s%ld", sign, size);
    if (size < 1000000) return phrase("%s%ld,%03ld", sign, size / 1000, size % 1000);
    return phrase("%s%ld,%03ld,%03ld", sign, size / 1000000, size / 1000 % 1000, size % 1000);
}

cn_phrase cn_number(int32_t number)
{
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number >= 0 && number <= 12) return phrase("%s", words[number]);
    return cn_points(number);
}

cn_phrase cn_range(int32_t low, int32_t high)
{
    if (low == high) return cn_number(low);
    return phrase("%s %s %s", cn_number(low).text, high == low + 1 ? "or" : "to",
                  cn_number(high).text);
}

cn_phrase cn_ordinal(int32_t number)
{
    static const char *const words[] = {"first", "second", "third",    "fourth",
                                        "fifth", "sixth",  "seventh",  "eighth",
                                        "ninth", "tenth",  "eleventh", "twelfth"};
    if (number >= 1 && number <= 12) return phrase("%s", words[number - 1]);
    const int32_t last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
    return phrase("%d%s", (int)number,
                  last == 1   ? "st"
                  : last == 2 ? "nd"
                  : last == 3 ? "rd"
                              : "th");
}

cn_phrase cn_several(int32_t number, const char *noun)
{
    return phrase("%s %s%s", cn_number(number).text, noun, number == 1 ? "" : "s");
}

cn_phrase cn_times_in_a_hand(int32_t limit)
{
    if (limit <= 2) return phrase("%s in a hand", limit == 1 ? "once" : "at most twice");
    return phrase("at most %s in a hand", cn_several(limit, "time").text);
}

cn_phrase cn_which_hand(int32_t first, int32_t behind, bool last)
{
    if (last) return phrase("from the %s hand on", cn_ordinal(first).text);
    if (behind == first + 1) return phrase("in the %s hand", cn_ordinal(first).text);
    return phrase("from the %s to the %s hand", cn_ordinal(first).text,
                  cn_ordinal(behind - 1).text);
}

cn_phrase cn_later_hands(const cn_by_hand *by_hand, cn_phrase (*tell)(int32_t))
{
    cn_phrase made = {""};
    cn_writer writer = cn_writer_make(made.text, sizeof made.text);
    const char *before = " (";
    for (int32_t i = 0, next; i < by_hand->count; i = next) {
        for (next = i + 1; next < by_hand->count && by_hand->value[next] == by_hand->value[i];)
            next++;
        if (i == 0) continue;
        cn_write(&writer, "%s%s %s", before, tell(by_hand->value[i]).text,
                 cn_which_hand(i + 1, next + 1, next == by_hand->count).text);
        before = ", ";
    }
    if (before[0] == ',') cn_write(&writer, ")");
    return made;
}

cn_phrase cn_several_by_hand(const cn_by_hand *by_hand, const char *noun)
{
    const int32_t usual = by_hand->value[0];
    return phrase("%s%s", noun == NULL ? cn_points(usual).text : cn_several(usual, noun).text,
                  cn_later_hands(by_hand, noun == NULL ? cn_points : cn_number).text);
}

void cn_items_add(cn_items *items, const char *format, ...)
{
    assert(items->count < sizeof items->item / sizeof items->item[0]);
    char *const place = items->item[items->count++];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(place, sizeof items->item[0], format, arguments);
    va_end(arguments);
    assert(length > 0 && (size_t)length < sizeof items->item[0]);
    (void)length;
}

cn_phrase cn_join(const cn_items *items, const char *conjunction)
{
    cn_phrase joined;
    cn_writer writer = cn_writer_make(joined.text, sizeof joined.text);
    for (unsigned i = 0; i < items->count; i++) {
        if (i > 0 && i + 1 == items->count)
            cn_write(&writer, " %s ", conjunction);
        else if (i > 0)
            cn_write(&writer, ", ");
        cn_write(&writer, "%s", items->item[i]);
    }
    assert(!writer.overflow);
    return joined;
}

const char *cn_rank_plural(unsigned kind)
{
    static const char *const names[] = {"fours", "fives",        "sixes", "sevens", "eights",
                                        "nines", "tens",         "jacks", "queens", "kings",
                                        "aces",  "black threes", "twos"};
    return names[kind];
}

const char *cn_rank_one(unsigned kind)
{
    static const char *const names[] = {"a four", "a five",        "a six",  "a seven", "an eight",
                                        "a nine", "a ten",         "a jack", "a queen", "a king",
                                        "an ace", "a black three", "a two"};
    return names[kind];
}

cn_phrase cn_ranks_plural(int32_t words, const char *conjunction)
{
    cn_items ranks = {0};
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (words >> rank & 1) cn_items_add(&ranks, "%s", cn_rank_plural(rank));
    return cn_join(&ranks, conjunction);
}

const char *cn_bonus_three(const cn_rules *rules)
{
    const bool red = cn_is_bonus(rules, CN_KIND_RED3);
    if (cn_is_bonus(rules, CN_KIND_BLACK3)) return red ? "three" : "black three";
    return red ? "red three" : NULL;
}

bool cn_black3_in_hand_possible(const cn_rules *rules)
{
    return !cn_is_bonus(rules, CN_KIND_BLACK3) || rules->p.hold_one_three;
}

bool cn_upcard_may_be_any(const cn_params *p)
{
    return p->upcard_mode != CN_UPCARD_MODE_NONE &&
           p->upcard_mode != CN_UPCARD_MODE_RETURN_TO_STOCK;
}

bool cn_black3_in_pile_possible(const cn_rules *rules)
{
    if (cn_upcard_may_be_any(&rules->p)) return true;
    return cn_black3_in_hand_possible(rules) && rules->p.discard_threes != CN_DISCARD_THREES_NONE;
}

static bool red3_discarded_possible(const cn_rules *rules)
{
    const bool in_hand = !cn_is_bonus(rules, CN_KIND_RED3) || rules->p.hold_one_three;
    return in_hand && rules->p.discard_threes == CN_DISCARD_THREES_ALL;
}

bool cn_red3_in_pile_possible(const cn_rules *rules)
{
    return cn_upcard_may_be_any(&rules->p) || red3_discarded_possible(rules);
}

bool cn_bonus_discarded_possible(const cn_rules *rules)
{
    return red3_discarded_possible(rules) ||
           (cn_is_bonus(rules, CN_KIND_BLACK3) && rules->p.hold_one_three &&
            rules->p.discard_threes != CN_DISCARD_THREES_NONE);
}

bool cn_partners_possible(const cn_rules *rules)
{
    return rules->p.team_layout != CN_TEAM_LAYOUT_INDIVIDUAL;
}

bool cn_wild_canasta_possible(const cn_rules *rules)
{
    return rules->p.wild_meld && rules->p.wild_canasta &&
           rules->p.wild_meld_max >= rules->p.canasta_size;
}

void cn_need_names(cn_items *items, const cn_needs *needs)
{
    static const char *const one[] = {"a natural canasta", "a mixed canasta",
                                      "a canasta of wild cards", "a complete sequence"};
    static const char *const more[] = {"natural canastas", "mixed canastas",
                                       "canastas of wild cards", "complete sequences"};
    for (unsigned kind = 0; kind < CN_NEED_KINDS; kind++) {
        if (needs->count[kind] == 1) cn_items_add(items, "%s", one[kind]);
        if (needs->count[kind] > 1)
            cn_items_add(items, "%s %s", cn_number(needs->count[kind]).text, more[kind]);
    }
    cn_canasta_names(items, needs->words & (CN_WORD_RANKS | CN_WORD_TWO));
}

void cn_canasta_names(cn_items *items, int32_t words)
{
    if (words & CN_WORD_NATURAL) cn_items_add(items, "a natural canasta");
    if (words & CN_WORD_MIXED) cn_items_add(items, "a mixed canasta");
    if (words & CN_WORD_WILD) cn_items_add(items, "a canasta of wild cards");
    if (words & CN_WORD_SEQUENCE) cn_items_add(items, "a complete sequence");
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (words >> rank & 1) cn_items_add(items, "a canasta of %s", cn_rank_plural(rank));
    if (words & CN_WORD_TWO) cn_items_add(items, "a canasta of twos");
}
