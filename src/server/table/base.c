/* Bases as JSON: the bodies of the entries that would make such a table, and what has been played.
 * Not here: what the bodies mean (core.c), so that a table is made by one function only.
 * Invariant: as in the header; whoever gives cn_core a field gives it to `create` or `seats`. */
#include "server/table/base.h"

#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "server/base/digest_text.h"
#include "text/base/hex.h"
#include "text/rules/param_text.h"

enum { BASE_VERSION = 1 };

/* A sheet is a list of its hand, its totals, and for each side the parts of its score. */
enum { SHEET_HAND, SHEET_TOTALS, SHEET_SCORES };

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static void add_number(json_object *object, const char *key, int64_t number)
{
    json_object_object_add(object, key, json_object_new_int64(number));
}

static json_object *write_create(const cn_core *core)
{
    json_object *body = json_object_new_object();
    add_text(body, "rules", core->rules.name);
    add_text(body, "overrides", core->overrides);
    add_text(body, "house", core->house);
    add_number(body, "players", core->rules.player_count);
    add_number(body, "dealer", core->game.pub.dealer);
    add_text(body, "invite", core->invite);
    add_number(body, "pace_ms", core->pace_ms);
    add_text(body, "bot", core->bot);
    json_object_object_add(body, "hints", json_object_new_boolean(core->hints));
    add_text(body, "maker", core->maker);
    add_text(body, "watch", core->watch);
    if (core->watch_later) add_text(body, "watching", "hand");
    add_text(body, "join", core->joins_at_once ? "now" : "next");
    add_number(body, "clock", core->clock_s);
    json_object_object_add(body, "open", json_object_new_boolean(core->open));
    if (core->lesson) json_object_object_add(body, "lesson", json_object_new_boolean(true));
    return body;
}

/* NULL for a seat that is as `create` leaves it. */
static json_object *write_seat(const cn_seat *seat)
{
    char hex[CN_DIGEST_TEXT];
    const bool comes = seat->coming[0] != '\0';
    if (!seat->human && !comes) return NULL;
    json_object *body = json_object_new_object();
    if (comes || seat->person[0] != '\0') {
        add_text(body, "person", comes ? seat->coming : seat->person);
        if (comes) json_object_object_add(body, "next", json_object_new_boolean(true));
        return body;
    }
    cn_digest_write(&seat->token, hex);
    add_text(body, "name", seat->name);
    add_text(body, "token", hex);
    return body;
}

static json_object *write_numbers(const int32_t *number, unsigned count)
{
    json_object *list = json_object_new_array();
    for (unsigned i = 0; i < count; i++)
        json_object_array_add(list, json_object_new_int(number[i]));
    return list;
}

static json_object *write_score(const cn_score *score)
{
    const int32_t parts[] = {score->canastas, score->go_out, score->special,   score->threes,
                             score->melded,   score->hand,   score->penalties, score->total};
    return write_numbers(parts, sizeof parts / sizeof parts[0]);
}

static json_object *write_sheet(const cn_hand_sheet *sheet, unsigned side_count)
{
    json_object *list = json_object_new_array();
    json_object_array_add(list, json_object_new_int((int)sheet->hand_number));
    json_object_array_add(list, write_numbers(sheet->total, side_count));
    for (unsigned i = 0; i < side_count; i++)
        json_object_array_add(list, write_score(&sheet->score[i]));
    return list;
}

static json_object *hex_of(const uint8_t *bytes, size_t size)
{
    char text[2 * CN_FAIR_HASH_BYTES + 1];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_hex(&writer, bytes, size);
    return json_object_new_string(text);
}

/* What the next deal will be made of, but for its seed, which is sealed with it. */
static json_object *write_next(const cn_core *core)
{
    json_object *next = json_object_new_object(), *seeds = json_object_new_array();
    for (unsigned i = 0; i < core->rules.player_count; i++)
        json_object_array_add(seeds, (core->next.places >> i & 1) != 0
                                         ? hex_of(core->next.part[i], CN_FAIR_PART_BYTES)
                                         : NULL);
    json_object_object_add(next, "commit",
                           hex_of(core->next.commit.byte, sizeof core->next.commit.byte));
    json_object_object_add(next, "seeds", seeds);
    return next;
}

static json_object *write_all(const cn_core *core, const cn_hand_sheet *sheet, unsigned sheet_count)
{
    int32_t totals[CN_SIDES_MAX];
    json_object *base = json_object_new_object();
    json_object *seats = json_object_new_array();
    json_object *sheets = json_object_new_array();
    for (unsigned i = 0; i < core->rules.player_count; i++)
        json_object_array_add(seats, write_seat(&core->seat[i]));
    for (unsigned i = 0; i < core->rules.side_count; i++)
        totals[i] = core->game.pub.side[i].total_points;
    for (unsigned i = 0; i < sheet_count; i++)
        json_object_array_add(sheets, write_sheet(&sheet[i], core->rules.side_count));
    add_number(base, "v", BASE_VERSION);
    json_object_object_add(base, "create", write_create(core));
    json_object_object_add(base, "seats", seats);
    json_object_object_add(base, "paused", json_object_new_boolean(core->paused));
    if (core->quit) json_object_object_add(base, "quit", json_object_new_boolean(true));
    add_number(base, "hands", core->game.pub.hand_number);
    add_number(base, "deals", core->deals);
    if (core->began > 0) add_number(base, "began", core->began);
    if (core->next.deal != 0) json_object_object_add(base, "next", write_next(core));
    json_object_object_add(base, "totals", write_numbers(totals, core->rules.side_count));
    json_object_object_add(base, "sheets", sheets);
    return base;
}

static bool same_rules(const cn_rules *a, const cn_rules *b)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (!cn_param_same(&a->p, &b->p, i)) return false;
    return a->player_count == b->player_count && strcmp(a->name, b->name) == 0;
}

/* A log may name its rules in a way that gives others when it is said again. */
static bool reads_back(const char *text, const cn_core *core)
{
    cn_base *base = malloc(sizeof *base);
    if (base == NULL) abort();
    const bool same =
        cn_base_read(text, core->table, base) && same_rules(&base->core.rules, &core->rules);
    free(base);
    return same;
}

char *cn_base_write(const cn_core *core, const cn_hand_sheet *sheet, unsigned sheet_count)
{
    json_object *base = write_all(core, sheet, sheet_count);
    char *text = strdup(json_object_to_json_string_ext(base, JSON_C_TO_STRING_PLAIN));
    json_object_put(base);
    if (text == NULL) abort();
    if (reads_back(text, core)) return text;
    free(text);
    return NULL;
}

/* The member of that type, NULL if there is none. */
static json_object *member(json_object *object, const char *key, json_type type)
{
    json_object *value = NULL;
    if (!json_object_is_type(object, json_type_object)) return NULL;
    if (!json_object_object_get_ex(object, key, &value)) return NULL;
    return json_object_is_type(value, type) ? value : NULL;
}

static bool apply(cn_core *core, cn_entry_kind kind, unsigned seat, json_object *body)
{
    cn_outcome outcome;
    const cn_entry entry = {.seq = kind == CN_ENTRY_CREATE ? 1 : 2,
                            .kind = kind,
                            .seat = seat,
                            .body = json_object_to_json_string_ext(body, JSON_C_TO_STRING_PLAIN)};
    return cn_core_apply(core, &entry, &outcome);
}

static bool read_seats(cn_core *core, json_object *seats)
{
    const size_t count = json_object_array_length(seats);
    if (count != core->rules.player_count) return false;
    for (size_t i = 0; i < count; i++) {
        json_object *body = json_object_array_get_idx(seats, i);
        if (body != NULL && !apply(core, CN_ENTRY_SEAT, (unsigned)i, body)) return false;
    }
    return true;
}

static bool read_numbers(json_object *list, int32_t *number, unsigned count)
{
    if (!json_object_is_type(list, json_type_array)) return false;
    if (json_object_array_length(list) != count) return false;
    for (unsigned i = 0; i < count; i++) {
        json_object *one = json_object_array_get_idx(list, i);
        if (!json_object_is_type(one, json_type_int)) return false;
        number[i] = json_object_get_int(one);
    }
    return true;
}

static bool read_score(json_object *list, cn_score *score)
{
    int32_t part[8];
    if (!read_numbers(list, part, 8)) return false;
    *score = (cn_score){.canastas = part[0],
                        .go_out = part[1],
                        .special = part[2],
                        .threes = part[3],
                        .melded = part[4],
                        .hand = part[5],
                        .penalties = part[6],
                        .total = part[7]};
    return true;
}

static bool read_sheet(json_object *list, cn_hand_sheet *sheet, unsigned side_count)
{
    if (!json_object_is_type(list, json_type_array)) return false;
    if (json_object_array_length(list) != SHEET_SCORES + side_count) return false;
    *sheet = (cn_hand_sheet){0};
    sheet->hand_number = (unsigned)json_object_get_int(json_object_array_get_idx(list, SHEET_HAND));
    bool good =
        read_numbers(json_object_array_get_idx(list, SHEET_TOTALS), sheet->total, side_count);
    for (unsigned i = 0; good && i < side_count; i++)
        good = read_score(json_object_array_get_idx(list, SHEET_SCORES + i), &sheet->score[i]);
    return good;
}

static bool read_sheets(cn_base *base, json_object *sheets)
{
    const size_t count = json_object_array_length(sheets);
    if (count > CN_SHEETS_SHOWN_MAX) return false;
    base->sheet_count = (unsigned)count;
    for (size_t i = 0; i < count; i++)
        if (!read_sheet(json_object_array_get_idx(sheets, i), &base->sheet[i],
                        base->core.rules.side_count))
            return false;
    return true;
}

/* `create` has begun a game; this one has gone on for some hands. */
static bool read_played(cn_core *core, json_object *hands, json_object *totals)
{
    int32_t total[CN_SIDES_MAX];
    const int64_t played = json_object_get_int64(hands);
    if (played < 0 || played > UINT16_MAX) return false;
    if (!read_numbers(totals, total, core->rules.side_count)) return false;
    if (played == 0) return true;
    core->game.pub.phase = CN_PHASE_SCORED;
    core->game.pub.hand_number = (uint16_t)played;
    for (unsigned i = 0; i < core->rules.side_count; i++)
        core->game.pub.side[i].total_points = total[i];
    return true;
}

static bool read_hex(json_object *value, uint8_t *bytes, size_t size)
{
    if (!json_object_is_type(value, json_type_string)) return false;
    const size_t length = (size_t)json_object_get_string_len(value);
    return cn_read_hex(json_object_get_string(value), length, bytes, size);
}

/* `next` may be missing: nothing was committed to. */
static bool read_deals(cn_core *core, json_object *deals, json_object *next)
{
    core->deals = (uint32_t)json_object_get_int64(deals);
    if (next == NULL) return true;
    json_object *seeds = member(next, "seeds", json_type_array);
    if (seeds == NULL || json_object_array_length(seeds) != core->rules.player_count) return false;
    core->next.deal = core->deals + 1;
    memcpy(core->next.table, core->table, sizeof core->next.table);
    for (unsigned i = 0; i < core->rules.player_count; i++) {
        json_object *seed = json_object_array_get_idx(seeds, i);
        if (seed == NULL) continue;
        core->next.places |= (uint8_t)(1U << i);
        if (!read_hex(seed, core->next.part[i], CN_FAIR_PART_BYTES)) return false;
    }
    return read_hex(member(next, "commit", json_type_string), core->next.commit.byte,
                    sizeof core->next.commit.byte);
}

bool cn_base_read(const char *text, const char *table, cn_base *base)
{
    cn_core_start(&base->core, table);
    json_object *all = json_tokener_parse(text);
    json_object *version = member(all, "v", json_type_int);
    json_object *create = member(all, "create", json_type_object);
    json_object *seats = member(all, "seats", json_type_array);
    json_object *hands = member(all, "hands", json_type_int);
    json_object *deals = member(all, "deals", json_type_int);
    json_object *totals = member(all, "totals", json_type_array);
    json_object *sheets = member(all, "sheets", json_type_array);
    const bool known = version != NULL && json_object_get_int64(version) == BASE_VERSION;
    const bool good = known && create != NULL && seats != NULL && hands != NULL && deals != NULL &&
                      totals != NULL && sheets != NULL &&
                      apply(&base->core, CN_ENTRY_CREATE, CN_NO_SEAT, create) &&
                      read_seats(&base->core, seats) && read_played(&base->core, hands, totals) &&
                      read_deals(&base->core, deals, member(all, "next", json_type_object)) &&
                      read_sheets(base, sheets);
    base->core.paused = json_object_get_boolean(member(all, "paused", json_type_boolean));
    base->core.began = json_object_get_int64(member(all, "began", json_type_int));
    base->core.quit = json_object_get_boolean(member(all, "quit", json_type_boolean));
    json_object_put(all);
    return good;
}

bool cn_base_agrees(const char *text, const cn_core *core)
{
    static const char *const members[] = {"create", "seats", "hands", "totals",
                                          "deals",  "next",  "began"};
    json_object *all = json_tokener_parse(text), *own = write_all(core, NULL, 0);
    json_object *version = member(all, "v", json_type_int);
    bool same = version != NULL;
    if (same && json_object_get_int64(version) == BASE_VERSION)
        for (unsigned i = 0; i < sizeof members / sizeof members[0]; i++)
            same = same && json_object_equal(json_object_object_get(all, members[i]),
                                             json_object_object_get(own, members[i])) != 0;
    json_object_put(all);
    json_object_put(own);
    return same;
}
