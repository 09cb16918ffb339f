/* The engine behind a page: text in, JSON out, one view for each module instance (README.md).
 * Not here: rules, and any other seat's cards; the module has no game, so it cannot tell one.
 * Invariant: a refused call leaves the table as it was. */
#include <assert.h>
#include <string.h>

#include "hint/hint.h"
#include "players/player.h"
#include "text/cards/play_text.h"
#include "text/events/event_text.h"
#include "text/events/verdict.h"
#include "text/events/view_json.h"
#include "text/explain/explain.h"
#include "text/house/house_json.h"
#include "text/rules/param_words.h"
#include "text/rules/rules_text.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { BUFFER_BYTES = 2 * CN_VIEW_JSON_MAX };

/* The only state there is: a module instance is a table seen from one seat. */
static struct {
    bool started;
    cn_rules rules;
    cn_view view;
} table;
static char buffer[BUFFER_BYTES];
static_assert(sizeof buffer > CN_VIEW_JSON_MAX + CN_PLAY_TEXT_MAX, "a verdict fits the buffer");
static_assert(sizeof buffer > CN_EXPLANATION_BYTES, "and so do the rules in words");

char *EXPORT(cw_buffer)(void);
unsigned EXPORT(cw_buffer_bytes)(void);
int EXPORT(cw_start)(unsigned players);
int EXPORT(cw_event)(void);
int EXPORT(cw_view)(void);
int EXPORT(cw_judge)(void);
int EXPORT(cw_targets)(void);
int EXPORT(cw_explain)(void);
int EXPORT(cw_hash)(void);
int EXPORT(cw_choose)(uint32_t lo, uint32_t hi);
int EXPORT(cw_hint)(void);
int EXPORT(cw_catalogue)(void);
int EXPORT(cw_house)(unsigned players);
int EXPORT(cw_code)(void);

char *cw_buffer(void)
{
    return buffer;
}

unsigned cw_buffer_bytes(void)
{
    return BUFFER_BYTES;
}

static int answer(const cn_text_error *error)
{
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_answer_json(&writer, error);
    return error == NULL;
}

static int refuse(const char *message)
{
    cn_text_error error = {.line = 1, .column = 1};
    cn_writer writer = cn_writer_make(error.message, sizeof error.message);
    cn_write(&writer, "%s", message);
    return answer(&error);
}

/* The length of the text in the buffer, which is ended by force if the page forgot to. */
static size_t text_length(void)
{
    buffer[BUFFER_BYTES - 1] = '\0';
    return strlen(buffer);
}

/* Ends the line at `text` and returns the start of the next one, NULL if there is none. */
static char *cut_line(char *text)
{
    char *end = strchr(text, '\n');
    if (end == NULL) return NULL;
    *end = '\0';
    return end + 1;
}

int cw_start(unsigned players)
{
    cn_text_error error = {.line = 1, .column = 1};
    cn_rules rules;
    cn_view view;
    text_length();
    char *overrides = cut_line(buffer);
    char *start = overrides == NULL ? NULL : cut_line(overrides);
    if (start == NULL) return refuse("a start has three lines: rule set, overrides, view");
    cut_line(start);
    if (!cn_rules_load(&rules, buffer, overrides, players, &error)) return answer(&error);
    if (!cn_view_start_parse(start, &rules, &view, &error)) return answer(&error);
    table.started = true;
    table.rules = rules;
    table.view = view;
    return answer(NULL);
}

int cw_event(void)
{
    cn_text_error error = {.line = 1, .column = 1};
    cn_event event;
    if (!table.started) return refuse("no table has been started");
    if (text_length() > CN_EVENT_TEXT_MAX) return refuse("an event is not that long");
    if (!cn_event_parse(buffer, &table.rules, &event, &error)) return answer(&error);
    if (!cn_view_apply(&table.view, &table.rules, &event))
        return refuse("this event cannot follow here");
    return answer(NULL);
}

int cw_view(void)
{
    if (!table.started) return refuse("no table has been started");
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_view_json(&writer, &table.rules, &table.view);
    return !writer.overflow;
}

int cw_judge(void)
{
    if (!table.started) return refuse("no table has been started");
    cn_verdict verdict = cn_view_judge(&table.view, &table.rules, buffer, text_length());
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_verdict_json(&writer, &table.rules, &verdict);
    return !writer.overflow;
}

int cw_targets(void)
{
    if (!table.started) return refuse("no table has been started");
    static cn_target targets[CN_TARGETS_MAX];
    text_length();
    char *groups = cut_line(buffer);
    char *cards = groups == NULL ? NULL : cut_line(groups);
    if (cards == NULL) return refuse("targets have three lines: take, groups, cards");
    cut_line(cards);
    const unsigned count =
        cn_view_targets(&table.view, &table.rules, buffer, groups, cards, targets);
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_targets_json(&writer, targets, count);
    return !writer.overflow;
}

int cw_explain(void)
{
    if (!table.started) return refuse("no table has been started");
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_explanation(&writer, &table.rules);
    return !writer.overflow;
}

int cw_hash(void)
{
    if (!table.started) return refuse("no table has been started");
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write(&writer, "%016llx", (unsigned long long)cn_view_hash(&table.view, &table.rules));
    return 1;
}

int cw_choose(uint32_t lo, uint32_t hi)
{
    if (!table.started) return refuse("no table has been started");
    text_length();
    const cn_player *player = cn_player_find(buffer);
    if (player == NULL) return refuse("no player of that name");
    cn_mask legal = cn_view_legal(&table.view, &table.rules);
    if (cn_mask_count(&legal) == 0) return refuse("this seat is not to act");
    cn_stream stream = cn_stream_make((uint64_t)hi << 32 | lo, 0, 0);
    cn_step step = player->choose(&table.view, &table.rules, &stream);
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_play(&writer, &step, 1);
    return 1;
}

/* {"play":"draw","reasons":["..."]}: what `book` would do, up to the next card it has to see. */
int cw_hint(void)
{
    if (!table.started) return refuse("no table has been started");
    cn_hint hint;
    if (!cn_hint_make(&table.view, &table.rules, &hint)) return refuse("this seat is not to act");
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_hint_json(&writer, &table.view, &table.rules, &hint);
    return !writer.overflow;
}

/* The parameter table, for a form made from it. */
int cw_catalogue(void)
{
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_param_catalogue(&writer);
    return !writer.overflow;
}

/* What rule set, changes and name - three lines - come to. No table is needed, none is touched. */
int cw_house(unsigned players)
{
    static char asked[CN_HOUSE_OVERRIDES_MAX + CN_HOUSE_NAME_BYTES + CN_RULES_NAME_MAX + 8];
    if (text_length() >= sizeof asked) return refuse("these rules are too long");
    memcpy(asked, buffer, strlen(buffer) + 1);
    char *overrides = cut_line(asked);
    char *name = overrides == NULL ? NULL : cut_line(overrides);
    if (name == NULL) return refuse("house rules have three lines: rule set, changes, name");
    cut_line(name);
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    if (!cn_write_house_json(&writer, asked, overrides, name, players))
        return refuse("no such rule set");
    return !writer.overflow;
}

/* What a share code says. */
int cw_code(void)
{
    static char code[2 * CN_HOUSE_CODE_MAX];
    if (text_length() >= sizeof code) buffer[sizeof code - 1] = '\0';
    memcpy(code, buffer, strlen(buffer) + 1);
    cn_writer writer = cn_writer_make(buffer, BUFFER_BYTES);
    cn_write_code_json(&writer, code);
    return !writer.overflow;
}
