/* How each kind of entry changes a table.
 * Not here: whether a seat was allowed to ask for it (turn.c judges by the seat's view before).
 * Invariant: no clock, no randomness, no I/O; bodies come from the log, and are not believed: what
 * is not possible is refused. */
#include "server/table/core.h"

#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "server/base/digest_text.h"
#include "server/table/bot.h"
#include "server/table/deals.h"
#include "text/rules/rules_text.h"

static const char *string_of(json_object *object, const char *key)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value)) return NULL;
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

static bool number_of(json_object *object, const char *key, int64_t low, int64_t high, int64_t *out)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value)) return false;
    if (!json_object_is_type(value, json_type_int)) return false;
    *out = json_object_get_int64(value);
    return *out >= low && *out <= high;
}

static bool copy_text(char *out, size_t size, const char *text)
{
    if (text == NULL || strlen(text) >= size) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool is_watched_later(json_object *body)
{
    const char *watching = string_of(body, "watching");
    return watching != NULL && strcmp(watching, "hand") == 0;
}

/* What bots and hints a table has, and what its rules are called; logs are older than these. */
static bool load_company(cn_core *core, json_object *body)
{
    if (json_object_object_get_ex(body, "house", NULL) &&
        !copy_text(core->house, sizeof core->house, string_of(body, "house")))
        return false;
    json_object *hints = NULL;
    const bool named = json_object_object_get_ex(body, "bot", NULL);
    core->hints = true;
    core->joins_at_once = true; /* as it was when nobody said */
    json_object *open = NULL;
    int64_t clock = 0;
    if (json_object_object_get_ex(body, "clock", NULL) &&
        !number_of(body, "clock", 0, CN_CLOCK_S_MAX, &clock))
        return false;
    core->clock_s = (uint32_t)clock;
    core->open = json_object_object_get_ex(body, "open", &open) && json_object_get_boolean(open);
    core->lesson = json_object_object_get_ex(body, "lesson", NULL);
    const char *maker = string_of(body, "maker"), *watch = string_of(body, "watch");
    if (maker != NULL && !copy_text(core->maker, sizeof core->maker, maker)) return false;
    if (watch != NULL && !copy_text(core->watch, sizeof core->watch, watch)) return false;
    core->watch_later = is_watched_later(body);
    if (string_of(body, "join") != NULL)
        core->joins_at_once = strcmp(string_of(body, "join"), "now") == 0;
    if (json_object_object_get_ex(body, "hints", &hints)) {
        if (!json_object_is_type(hints, json_type_boolean)) return false;
        core->hints = json_object_get_boolean(hints);
    }
    return copy_text(core->bot, sizeof core->bot,
                     named ? string_of(body, "bot") : CN_BOT_OF_OLD_LOGS);
}

/* Loads a rule set for the persons of the entry, or for as many as it is usually played by. */
static bool load_rules(cn_rules *rules, json_object *body, const char *overrides)
{
    int64_t players = 0;
    cn_text_error error;
    const char *name = string_of(body, "rules");
    if (json_object_object_get_ex(body, "players", NULL) &&
        !number_of(body, "players", 2, CN_PLAYERS_MAX, &players))
        return false;
    return name != NULL && cn_rules_load(rules, name, overrides, (unsigned)players, &error);
}

void cn_core_start(cn_core *core, const char *table)
{
    memset(core, 0, sizeof *core);
    memcpy(core->table, table, strnlen(table, sizeof core->table - 1));
}

static bool create(cn_core *core, json_object *body)
{
    int64_t dealer, pace;
    char table[sizeof core->table];
    memcpy(table, core->table, sizeof table);
    cn_core_start(core, table);
    if (!copy_text(core->overrides, sizeof core->overrides, string_of(body, "overrides")) ||
        !copy_text(core->invite, sizeof core->invite, string_of(body, "invite")) ||
        !load_rules(&core->rules, body, core->overrides) || !load_company(core, body) ||
        !number_of(body, "dealer", 0, core->rules.seat_count - 1, &dealer) ||
        !number_of(body, "pace_ms", 0, CN_PACE_MS_MAX, &pace))
        return false;
    core->pace_ms = (uint32_t)pace;
    for (unsigned i = 0; i < core->rules.player_count; i++)
        strcpy(core->seat[i].name, cn_bot_name(i));
    cn_game_start(&core->game, &core->rules, (unsigned)dealer);
    return true;
}

/* A hand is played, and the seat is his who made the table. */
static bool makers_hand(const cn_core *core, const cn_seat *seat)
{
    const cn_phase phase = (cn_phase)core->game.pub.phase;
    const bool plays = phase == CN_PHASE_DRAW || phase == CN_PHASE_MELD || phase == CN_PHASE_ANSWER;
    return plays && core->maker[0] != '\0' && strcmp(seat->person, core->maker) == 0;
}

/* Plays of bots have no key of a client's. */
static void note_maker(cn_core *core, const cn_entry *entry)
{
    const bool is_his = makers_hand(core, &core->seat[entry->seat]);
    if (is_his) core->by_others += entry->inst == NULL ? 1 : -1;
}

static bool change_seat(cn_core *core, unsigned seat_i, json_object *body)
{
    if (seat_i >= core->rules.player_count) return false;
    cn_seat *seat = &core->seat[seat_i];
    const char *person = string_of(body, "person");
    if (json_object_object_get_ex(body, "part", NULL)) cn_deals_take_back(core, seat_i);
    if (json_object_object_get_ex(body, "leave", NULL)) {
        core->quit = core->quit || makers_hand(core, seat);
        *seat = (cn_seat){0};
        strcpy(seat->name, cn_bot_name(seat_i));
        return true;
    }
    if (json_object_object_get_ex(body, "next", NULL))
        return copy_text(seat->coming, sizeof seat->coming, person);
    *seat = (cn_seat){.human = true};
    if (person != NULL) {
        strcpy(seat->name, CN_NAME_OF_NOBODY);
        return copy_text(seat->person, sizeof seat->person, person);
    }
    return copy_text(seat->name, sizeof seat->name, string_of(body, "name")) &&
           cn_digest_read(string_of(body, "token"), &seat->token);
}

static void note_start(const cn_core *core, cn_hand_start *start)
{
    const cn_public *pub = &core->game.pub;
    start->dealer =
        pub->phase == CN_PHASE_START ? pub->dealer : cn_next_seat(&core->rules, pub->dealer);
    start->hands_played = pub->hand_number;
    for (unsigned i = 0; i < core->rules.side_count; i++)
        start->totals[i] = pub->side[i].total_points;
}

/* Who has waited until the hand is over sits down. In logs that are older he did with the deal. */
static void seat_coming(cn_core *core)
{
    for (unsigned i = 0; i < core->rules.player_count; i++) {
        cn_seat *seat = &core->seat[i];
        if (seat->coming[0] == '\0') continue;
        cn_seat seated = {.human = true};
        strcpy(seated.name, seat->coming_name[0] != '\0' ? seat->coming_name : CN_NAME_OF_NOBODY);
        strcpy(seated.person, seat->coming);
        *seat = seated;
    }
}

/* As old logs have it, and lessons. */
static bool read_deck(cn_core *core, const char *body, cn_card deck[CN_DECK_CARDS_MAX])
{
    size_t bad;
    const int count = cn_cards_parse(body, strlen(body), deck, CN_DECK_CARDS_MAX, &bad);
    core->dealt = (cn_fair_deal){0};
    return count == core->rules.deck_size && cn_deck_valid(&core->rules, deck);
}

int64_t cn_core_lasted_s(const cn_core *core, int64_t now)
{
    if (core->began == 0) return -1;
    const int64_t lasted = (core->paused ? core->stood : now) - core->began;
    return lasted < 0 ? 0 : lasted;
}

/* P169 */
static uint16_t minutes_of_game(const cn_core *core, const cn_entry *entry)
{
    enum { MINUTE_S = 60 };
    const int64_t minutes = cn_core_lasted_s(core, entry->time) / MINUTE_S;
    return (uint16_t)(minutes > UINT16_MAX ? UINT16_MAX : minutes);
}

static bool deal(cn_core *core, const cn_entry *entry, cn_outcome *outcome)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    unsigned phase = core->game.pub.phase;
    if (phase != CN_PHASE_START && phase != CN_PHASE_SCORED) return false;
    core->lost = entry->secret == NULL && entry->sealed != NULL;
    if (core->lost)
        core->dealt = (cn_fair_deal){0};
    else if (!(entry->body[0] == '{' ? cn_deals_deal(core, entry, deck)
                                     : read_deck(core, entry->body, deck)))
        return false;
    note_start(core, &outcome->start);
    seat_coming(core);
    if (core->game.pub.hand_number == 0 && core->rules.p.time_limit > 0) core->began = entry->time;
    core->deals++;
    core->by_others = 0;
    core->next = (cn_fair_deal){0};
    core->revealed = core->next_known = false;
    if (core->lost) return true;
    cn_event *event = &outcome->event[outcome->event_count++];
    cn_game_deal(&core->game, &core->rules, deck, event);
    cn_shown_deal(&core->shown, &core->rules, &core->game, event);
    return true;
}

static bool play(cn_core *core, const cn_entry *entry, cn_outcome *outcome)
{
    cn_play parsed;
    cn_reason shape;
    cn_text_error error;
    const cn_public *pub = &core->game.pub;
    if (core->lost) return true;
    if (pub->phase != CN_PHASE_DRAW && pub->phase != CN_PHASE_MELD && pub->phase != CN_PHASE_ANSWER)
        return false;
    if (entry->seat != cn_person_at(&core->rules, pub->hand_number, pub->seat)) return false;
    if (cn_play_parse(entry->body, strlen(entry->body), 1, &parsed, &shape, &error) != CN_PLAY_OK)
        return false;
    note_maker(core, entry);
    cn_play_settle(&core->rules, pub, &core->game.hand[pub->seat], &parsed);
    for (unsigned i = 0; i < parsed.count; i++) {
        cn_event *event = &outcome->event[outcome->event_count++];
        if (!cn_game_apply_possible(&core->game, &core->rules, parsed.step[i], event)) return false;
        cn_shown_step(&core->shown, &core->rules, &core->game, event);
    }
    if (core->game.pub.phase != CN_PHASE_HAND_END) return true;
    if (core->began > 0) core->game.pub.minutes = minutes_of_game(core, entry);
    cn_game_score(&core->game, &core->rules, outcome->score,
                  &outcome->event[outcome->event_count++]);
    outcome->scored = true;
    core->quit = core->quit || core->by_others > 0;
    seat_coming(core);
    return true;
}

static bool rematch(cn_core *core, const char *body)
{
    unsigned dealer = (unsigned)strtoul(body, NULL, 10);
    if (core->game.pub.phase != CN_PHASE_GAME_END || dealer >= core->rules.seat_count) return false;
    cn_game_start(&core->game, &core->rules, dealer);
    return true;
}

static bool change_pace(cn_core *core, const char *body)
{
    unsigned long pace = strtoul(body, NULL, 10);
    if (pace > CN_PACE_MS_MAX) return false;
    core->pace_ms = (uint32_t)pace;
    return true;
}

/* The old invitation opens nothing any more. */
static bool change_invite(cn_core *core, json_object *body)
{
    const char *sit = string_of(body, "sit"), *watch = string_of(body, "watch");
    if (string_of(body, "watching") != NULL) core->watch_later = is_watched_later(body);
    return (sit == NULL || copy_text(core->invite, sizeof core->invite, sit)) &&
           (watch == NULL || copy_text(core->watch, sizeof core->watch, watch));
}

static bool change_pause(cn_core *core, const cn_entry *entry)
{
    const char *body = entry->body;
    if (core->paused && core->began > 0) core->began += entry->time - core->stood;
    core->paused = strcmp(body, "1") == 0;
    core->stood = core->paused ? entry->time : 0;
    return core->paused || strcmp(body, "0") == 0;
}

static bool with_json(cn_core *core, const cn_entry *entry)
{
    json_object *body = json_tokener_parse(entry->body);
    bool good = json_object_is_type(body, json_type_object);
    if (good && entry->kind == CN_ENTRY_CREATE) good = create(core, body);
    if (good && entry->kind == CN_ENTRY_SEAT) good = change_seat(core, entry->seat, body);
    if (good && entry->kind == CN_ENTRY_INVITE) good = change_invite(core, body);
    json_object_put(body);
    return good;
}

/* Where the first hand will begin. */
static bool begin(const cn_core *core, cn_outcome *outcome)
{
    note_start(core, &outcome->start);
    return true;
}

bool cn_core_apply(cn_core *core, const cn_entry *entry, cn_outcome *outcome)
{
    outcome->event_count = 0;
    outcome->scored = false;
    if ((entry->seq == 1) != (entry->kind == CN_ENTRY_CREATE)) return false;
    switch (entry->kind) {
    case CN_ENTRY_CREATE: return with_json(core, entry) && begin(core, outcome);
    case CN_ENTRY_INVITE:
    case CN_ENTRY_SEAT: return with_json(core, entry);
    case CN_ENTRY_DEAL: return deal(core, entry, outcome);
    case CN_ENTRY_PLAY: return play(core, entry, outcome);
    case CN_ENTRY_REMATCH: return rematch(core, entry->body);
    case CN_ENTRY_PACE: return change_pace(core, entry->body);
    case CN_ENTRY_PAUSE: return change_pause(core, entry);
    case CN_ENTRY_COMMIT: return cn_deals_commit(core, entry);
    case CN_ENTRY_SEED: return cn_deals_seed(core, entry);
    case CN_ENTRY_REVEAL: return cn_deals_reveal(core, entry);
    case CN_ENTRY_ARCHIVED:
    case CN_ENTRY_PERSON: return false;
    case CN_ENTRY_KINDS: return false;
    }
    return false;
}

bool cn_core_is_legal(const cn_core *core, const cn_entry *entry)
{
    cn_play play;
    cn_reason shape;
    cn_text_error error;
    cn_game game;
    if (entry->kind != CN_ENTRY_PLAY || core->lost || core->game.pub.seat >= core->rules.seat_count)
        return true;
    cn_game_copy(&game, &core->game, &core->rules);
    const cn_public *pub = &game.pub;
    if (cn_play_parse(entry->body, strlen(entry->body), 1, &play, &shape, &error) != CN_PLAY_OK)
        return false;
    cn_play_settle(&core->rules, pub, &game.hand[pub->seat], &play);
    for (unsigned i = 0; i < play.count; i++)
        if (cn_game_apply(&game, &core->rules, play.step[i], NULL).code != CN_OK) return false;
    return true;
}
