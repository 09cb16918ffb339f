/* The engine behind a table: text in, JSON out, one view for each module instance (README.md).
 * Not here: rules, forms of house rules (rules_wasm.c), players (players_wasm.c), and any other
 * seat's cards; the module has no game, so it cannot tell one. Invariant: a refused call leaves the
 * table as it was. */
#include <assert.h>

#include "glue.h"
#include "hint/hint.h"
#include "table.h"
#include "text/cards/play_text.h"
#include "text/events/event_text.h"
#include "text/events/verdict.h"
#include "text/rules/rules_text.h"

/* The only state there is: a module instance is a table seen from one seat. */
static cw_table table;
static bool started;
static_assert(CW_BUFFER_BYTES > CN_VIEW_JSON_MAX + CN_PLAY_TEXT_MAX, "a verdict fits the buffer");

int EXPORT(cw_start)(unsigned players);
int EXPORT(cw_event)(void);
int EXPORT(cw_view)(void);
int EXPORT(cw_judge)(void);
int EXPORT(cw_targets)(void);
int EXPORT(cw_pack)(void);
int EXPORT(cw_hash)(void);
int EXPORT(cw_hint)(void);

const cw_table *cw_the_table(void)
{
    return started ? &table : NULL;
}

int cw_start(unsigned players)
{
    cn_text_error error = {.line = 1, .column = 1};
    cn_rules rules;
    cn_view view;
    cw_text_length();
    char *overrides = cw_cut_line(cw_buffer());
    char *start = overrides == NULL ? NULL : cw_cut_line(overrides);
    if (start == NULL) return cw_refuse("a start has three lines: rule set, overrides, view");
    cw_cut_line(start);
    if (!cn_rules_load(&rules, cw_buffer(), overrides, players, &error)) return cw_answer(&error);
    if (!cn_view_start_parse(start, &rules, &view, &error)) return cw_answer(&error);
    started = true;
    table.rules = rules;
    table.view = view;
    return cw_answer(NULL);
}

int cw_event(void)
{
    cn_text_error error = {.line = 1, .column = 1};
    cn_event event;
    if (!started) return cw_refuse("no table has been started");
    if (cw_text_length() > CN_EVENT_TEXT_MAX) return cw_refuse("an event is not that long");
    if (!cn_event_parse(cw_buffer(), &table.rules, &event, &error)) return cw_answer(&error);
    if (!cn_view_apply(&table.view, &table.rules, &event))
        return cw_refuse("this event cannot follow here");
    return cw_answer(NULL);
}

int cw_view(void)
{
    if (!started) return cw_refuse("no table has been started");
    cn_writer writer = cw_writer();
    cn_write_view_json(&writer, &table.rules, &table.view);
    return !writer.overflow;
}

int cw_judge(void)
{
    if (!started) return cw_refuse("no table has been started");
    cn_verdict verdict = cn_view_judge(&table.view, &table.rules, cw_buffer(), cw_text_length());
    cn_writer writer = cw_writer();
    cn_write_verdict_json(&writer, &table.rules, &verdict);
    return !writer.overflow;
}

int cw_targets(void)
{
    if (!started) return cw_refuse("no table has been started");
    static cn_target targets[CN_TARGETS_MAX];
    cw_text_length();
    char *groups = cw_cut_line(cw_buffer());
    char *cards = groups == NULL ? NULL : cw_cut_line(groups);
    if (cards == NULL) return cw_refuse("targets have three lines: take, groups, cards");
    cw_cut_line(cards);
    const unsigned count =
        cn_view_targets(&table.view, &table.rules, cw_buffer(), groups, cards, targets);
    cn_writer writer = cw_writer();
    cn_write_targets_json(&writer, targets, count);
    return !writer.overflow;
}

/* {"packs":2,"jokers":4}: the cards that are played with. */
int cw_pack(void)
{
    if (!started) return cw_refuse("no table has been started");
    cn_writer writer = cw_writer();
    cn_write(&writer, "{\"packs\":%d,\"jokers\":%d}", table.rules.p.decks,
             table.rules.p.jokers_total);
    return 1;
}

int cw_hash(void)
{
    if (!started) return cw_refuse("no table has been started");
    cn_writer writer = cw_writer();
    cn_write(&writer, "%016llx", (unsigned long long)cn_view_hash(&table.view, &table.rules));
    return 1;
}

/* {"play":"draw","reasons":["..."]}: what `book` would do, up to the next card it has to see. */
int cw_hint(void)
{
    if (!started) return cw_refuse("no table has been started");
    cn_hint hint;
    if (!cn_hint_make(&table.view, &table.rules, &hint))
        return cw_refuse("this seat is not to act");
    cn_writer writer = cw_writer();
    cn_write_hint_json(&writer, &table.view, &table.rules, &hint);
    return !writer.overflow;
}
