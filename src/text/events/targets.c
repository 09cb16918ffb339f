/* Where selected cards could go: onto groups of the tray, onto own melds, into new melds.
 * Not here: any rule; each place is tried as a play and the engine says what it thinks of it.
 * Invariant: the text of a place, put among the groups of the tray, is a play that can be read. */
#include <string.h>

#include "text/cards/group_text.h"
#include "text/events/verdict.h"

enum { TRAY_GROUPS_MAX = 32 };

typedef struct search {
    const cn_view *view;
    const cn_rules *rules;
    const char *take;
    cn_word cards;
    unsigned group_count;
    cn_word group[TRAY_GROUPS_MAX];
    uint8_t group_meld[TRAY_GROUPS_MAX];
    cn_target *out;
    unsigned count;
} search;

/* Reads text as a group; false if it is none. */
static bool read_group(const char *text, size_t length, cn_group *group)
{
    cn_reason shape;
    const cn_scan scan = cn_scan_make(text, length, 1, NULL);
    const cn_group_reader reader = {&scan, &shape};
    return cn_group_read(&reader, (cn_word){text, length}, group) == CN_PLAY_OK;
}

static bool read_tray(search *s, const char *groups)
{
    cn_scan scan = cn_scan_make(groups, strlen(groups), 1, NULL);
    while (!cn_scan_done(&scan)) {
        cn_group g;
        const cn_word word = cn_scan_word(&scan);
        if (s->group_count == TRAY_GROUPS_MAX || !read_group(word.text, word.length, &g))
            return false;
        s->group_meld[s->group_count] = g.meld;
        s->group[s->group_count++] = word;
    }
    return true;
}

/* The play of the tray with the place's group in it; `*column` is where that group begins. */
static void compose(const search *s, const cn_target *target, cn_writer *writer, unsigned *column)
{
    const bool opened = cn_public_has_opened(&s->view->pub, s->view->seat);
    if (s->take[0] != '\0') cn_write(writer, "%s; ", s->take);
    cn_write(writer, opened ? "meld" : "open");
    for (unsigned i = 0; i < s->group_count; i++) {
        if (i == target->group_i) *column = (unsigned)writer->length + 2;
        cn_write_char(writer, ' ');
        if (i == target->group_i)
            cn_write(writer, "%s", target->group);
        else
            cn_write_text(writer, s->group[i].text, s->group[i].length);
    }
    if (target->group_i != CN_NO_MELD) return;
    *column = (unsigned)writer->length + 2;
    cn_write(writer, " %s", target->group);
}

/* Reasons that say that these cards and this place have nothing to do with each other. */
static bool is_hopeless(unsigned code)
{
    return code == CN_REASON_NO_MELD || code == CN_REASON_RANK || code == CN_REASON_SEQ_WILD ||
           code == CN_REASON_WILD_ONLY || code == CN_REASON_MELDS_FULL;
}

/* Judges the play with the target in it. False if the place cannot take the cards at all. `*fresh`
 * tells whether a step of its own had to begin the meld. */
static bool judge(const search *s, cn_target *target, bool *fresh)
{
    char text[CN_PLAY_TEXT_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_play play;
    unsigned column = 0, step_i = 0;
    compose(s, target, &writer, &column);
    if (writer.overflow) return false;
    if (cn_play_parse(text, writer.length, 1, &play, &target->reason, NULL) != CN_PLAY_OK)
        return false;
    cn_play_settle(s->rules, &s->view->pub, &s->view->hand, &play);
    *fresh = false;
    for (unsigned i = 0; i < play.count; i++)
        *fresh = *fresh || (play.column[i] == column && play.step[i].number == CN_STEP_NEW);
    target->reason =
        cn_judge_play(s->rules, &s->view->pub, &s->view->hand, play.step, play.count, &step_i);
    if (target->reason.code == CN_OK) return true;
    const bool refused_new = step_i < play.count && play.step[step_i].number == CN_STEP_NEW;
    return !is_hopeless(target->reason.code) && !refused_new;
}

static cn_target *next_target(search *s)
{
    return s->count < CN_TARGETS_MAX ? &s->out[s->count] : NULL;
}

/* A sequence of the tray with the cards, all at their places; false if they have none such. */
static bool write_longer(const search *s, unsigned group_i, cn_writer *writer)
{
    const cn_word group = s->group[group_i], cards = cn_group_cards(group);
    const cn_side *side = &s->view->pub.side[s->view->pub.side_of[s->view->seat]];
    cn_card more[CN_GROUP_CARDS_MAX];
    size_t bad = 0;
    bool spare = false;
    cn_group g;
    const int count =
        cn_cards_parse(s->cards.text, s->cards.length, more, CN_GROUP_CARDS_MAX, &bad);
    if (!read_group(group.text, group.length, &g) || count <= 0) return false;
    const unsigned place = g.name.place;
    for (int i = 0; i < count && g.count < CN_GROUP_CARDS_MAX; i++) g.card[g.count++] = more[i];
    cn_write_text(writer, group.text, group.length - cards.length);
    return cn_write_spread(writer, place < side->meld_count ? &side->meld[place] : NULL, g.card,
                           g.count, CN_END_ANY, &spare);
}

/* Onto the groups of the tray: cards that make the same meld as the group. */
static void try_tray(search *s)
{
    for (unsigned i = 0; i < s->group_count; i++) {
        cn_target *target = next_target(s);
        cn_group g;
        bool fresh = false;
        if (target == NULL) return;
        *target = (cn_target){.meld_i = CN_NO_MELD, .group_i = (uint8_t)i};
        cn_writer writer = cn_writer_make(target->group, sizeof target->group);
        if (s->group_meld[i] != CN_MELD_SEQUENCE || !write_longer(s, i, &writer)) {
            writer = cn_writer_make(target->group, sizeof target->group);
            cn_write_text(&writer, s->group[i].text, s->group[i].length);
            cn_write_text(&writer, s->cards.text, s->cards.length);
        }
        if (writer.overflow || !read_group(target->group, writer.length, &g)) continue;
        if (g.meld != s->group_meld[i]) continue;
        target->meld = g.meld;
        target->meld_i = g.name.place;
        if (judge(s, target, &fresh)) s->count++;
    }
}

/* True if a group of the tray goes to that meld already: then it is the place to add to. */
static bool is_in_tray(const search *s, unsigned meld_i)
{
    for (unsigned i = 0; i < s->group_count; i++) {
        cn_group g;
        if (read_group(s->group[i].text, s->group[i].length, &g) && g.name.place == meld_i)
            return true;
    }
    return false;
}

/* The group with its name, cards of a sequence at their places; false if there are none such. */
static bool write_spread(const search *s, cn_target *target, const cn_meld *meld, const char *name,
                         cn_end end, bool *spare)
{
    cn_card cards[CN_GROUP_CARDS_MAX];
    size_t bad = 0;
    const int count =
        cn_cards_parse(s->cards.text, s->cards.length, cards, CN_GROUP_CARDS_MAX, &bad);
    cn_writer writer = cn_writer_make(target->group, sizeof target->group);
    cn_write(&writer, "%s", name);
    target->end = (uint8_t)end;
    return count > 0 && cn_write_spread(&writer, meld, cards, (unsigned)count, end, spare);
}

/* Keeps the target if cards could go there. */
static void keep_if_fitting(search *s, cn_target *target)
{
    bool fresh = false;
    if (judge(s, target, &fresh)) s->count++;
}

/* Wilds that fill no gap of the sequence go to either end: to both, if both may be. */
static bool try_ends(search *s, unsigned meld_i, const char *name)
{
    const cn_meld *meld = &s->view->pub.side[s->view->pub.side_of[s->view->seat]].meld[meld_i];
    const unsigned before = s->count;
    bool spare = false, wilds = false;
    for (unsigned end = CN_END_LOW; end <= CN_END_HIGH; end++) {
        cn_target *target = next_target(s);
        if (target == NULL || (end == CN_END_HIGH && wilds && !spare)) break;
        *target = (cn_target){.meld = meld->rank, .meld_i = (uint8_t)meld_i, .group_i = CN_NO_MELD};
        const bool room = write_spread(s, target, meld, name, (cn_end)end, &spare);
        wilds |= room;
        if (room) keep_if_fitting(s, target);
    }
    cn_target *first = &s->out[before];
    if (s->count == before + 2 &&
        (first[0].reason.code == CN_OK) != (first[1].reason.code == CN_OK)) {
        if (first[0].reason.code != CN_OK) first[0] = first[1];
        s->count--;
    }
    if (s->count == before + 1) first->end = CN_END_ANY;
    return wilds;
}

static void try_melds(search *s)
{
    const cn_side *side = &s->view->pub.side[s->view->pub.side_of[s->view->seat]];
    for (unsigned i = 0; i < side->meld_count; i++) {
        cn_target *target = next_target(s);
        cn_group g;
        if (target == NULL) return;
        if (is_in_tray(s, i)) continue;
        *target =
            (cn_target){.meld = side->meld[i].rank, .meld_i = (uint8_t)i, .group_i = CN_NO_MELD};
        cn_writer writer = cn_writer_make(target->group, sizeof target->group);
        cn_write(&writer, "%c#%u:", cn_meld_letter(target->meld), i + 1);
        const cn_target named = *target;
        if (target->meld == CN_MELD_SEQUENCE && try_ends(s, i, named.group)) continue;
        *target = named;
        writer.length = strlen(named.group);
        cn_write_text(&writer, s->cards.text, s->cards.length);
        if (writer.overflow || !read_group(target->group, writer.length, &g)) continue;
        keep_if_fitting(s, target);
    }
}

static bool has_group_of(const search *s, unsigned meld)
{
    for (unsigned i = 0; i < s->group_count; i++)
        if (s->group_meld[i] == meld) return true;
    return false;
}

static void write_new(const search *s, cn_target *target, const char *sign)
{
    char name[4];
    bool spare = false;
    cn_writer writer = cn_writer_make(name, sizeof name);
    cn_write(&writer, "%c%s:", cn_meld_letter(target->meld), sign);
    if (target->meld == CN_MELD_SEQUENCE && write_spread(s, target, NULL, name, CN_END_ANY, &spare))
        return;
    writer = cn_writer_make(target->group, sizeof target->group);
    cn_write(&writer, "%s", name);
    cn_write_text(&writer, s->cards.text, s->cards.length);
}

/* A new meld of these cards, if they can make one of that kind. */
static void try_new(search *s, unsigned meld)
{
    cn_target *target = next_target(s);
    cn_group g;
    bool fresh = false;
    if (target == NULL) return;
    const bool one = s->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED;
    if (one && meld != CN_MELD_SEQUENCE && has_group_of(s, meld)) return;
    *target = (cn_target){.meld = (uint8_t)meld, .meld_i = CN_NO_MELD, .group_i = CN_NO_MELD};
    write_new(s, target, "+");
    if (!read_group(target->group, strlen(target->group), &g)) return;
    if (!judge(s, target, &fresh)) return;
    if (!fresh) write_new(s, target, "");
    s->count++;
}

static void try_new_melds(search *s, const cn_group *cards)
{
    try_new(s, cards->meld);
    if (cards->meld == CN_MELD_WILD && s->rules->p.twos_as_rank) try_new(s, CN_MELD_TWOS);
    /* One card may begin a meld of its rank, or a sequence. */
    if (cards->meld < CN_RANKS && s->rules->p.sequences) try_new(s, CN_MELD_SEQUENCE);
}

unsigned cn_view_targets(const cn_view *view, const cn_rules *rules, const char *take,
                         const char *groups, const char *cards, cn_target out[CN_TARGETS_MAX])
{
    search s = {.view = view, .rules = rules, .take = take, .out = out};
    cn_group selected;
    const bool acting = view->pub.phase == CN_PHASE_DRAW || view->pub.phase == CN_PHASE_MELD;
    if (!acting || view->pub.seat != view->seat) return 0;
    if (strchr(cards, ':') != NULL || !read_tray(&s, groups)) return 0;
    s.cards = (cn_word){cards, strlen(cards)};
    try_tray(&s);
    try_melds(&s);
    /* Cards that make no meld by themselves may still go to a sequence that lies there. */
    if (read_group(cards, s.cards.length, &selected)) try_new_melds(&s, &selected);
    return s.count;
}
