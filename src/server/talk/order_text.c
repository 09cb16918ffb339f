/* Reading orders. Not here: as in the header. Invariant: as in the header. */
#include "server/talk/order_text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/base/json_read.h"
#include "server/table/bot.h"
#include "server/table/lesson.h"
#include "server/talk/pending.h"
#include "text/rules/rules_text.h"

static_assert((int)CN_OVERRIDES_BYTES_MAX > (int)CN_HOUSE_OVERRIDES_MAX,
              "every code makes a table");

/* A rule set of one's own becomes changes of a built-in one, and its title what they are called. */
static void keep_title(cn_order_text *text, const char *asked, const cn_ruleset_about *about)
{
    if (strcmp(asked, text->rules) == 0 || text->house.name[0] != '\0') return;
    snprintf(text->house.name, sizeof text->house.name, "%.*s", CN_HOUSE_NAME_CHARACTERS,
             about->title);
}

/* Checks rules and seat of an order. False with text->wrong if there are none such. */
static bool check_rules(const cn_own_rules *own, cn_order_text *text, cn_table_order *order)
{
    cn_ruleset_about about;
    cn_rules rules;
    cn_text_error error = {0};
    char asked[CN_HOUSE_CODE_MAX];
    memcpy(asked, text->rules, sizeof asked);
    if (!cn_own_rules_describe(own, text->rules, &about)) {
        snprintf(text->wrong, sizeof text->wrong, "there is no rule set '%.64s'", text->rules);
        return false;
    }
    if (cn_own_rules_settle(own, text->rules, text->overrides, &order->player_count, &error) &&
        cn_rules_load(&rules, text->rules, text->overrides, order->player_count, &error)) {
        order->player_count = rules.player_count;
        keep_title(text, asked, &about);
        if (order->seat < rules.player_count) return true;
        strcpy(text->wrong, "the table has no such seat");
        return false;
    }
    snprintf(text->wrong, sizeof text->wrong, "%s", error.message);
    return false;
}

/* False, or a word; true is an elder one for `live`. */
static bool read_watch(json_object *body, cn_table_order *order)
{
    order->may_be_watched = order->watched_later = false;
    if (!cn_json_has_key(body, "watch")) return true;
    if (cn_json_get_flag(body, "watch", &order->may_be_watched)) return true;
    order->may_be_watched = true;
    return cn_read_choice(body, "watch", "live", "hand", &order->watched_later);
}

/* Reads who plays the other seats, and whether hints are allowed; the usual where nobody says. */
static void read_company(const cn_hall *hall, json_object *body, cn_order_text *text,
                         cn_table_order *order)
{
    strcpy(text->bot, CN_BOT_USUAL);
    order->bot = text->bot;
    order->hints = true;
    if (cn_json_has_key(body, "hints") && !cn_json_get_flag(body, "hints", &order->hints))
        strcpy(text->wrong, "hints must be true or false");
    if (!read_watch(body, order)) strcpy(text->wrong, "watch must be false, live or hand");
    uint64_t clock = 0;
    if (cn_json_has_key(body, "clock") &&
        !cn_json_get_number(body, "clock", 0, CN_CLOCK_S_MAX, &clock))
        strcpy(text->wrong, "clock must be 0 to 3600 seconds");
    order->clock_s = (uint32_t)clock;
    order->open = false;
    if (cn_json_has_key(body, "open") && !cn_json_get_flag(body, "open", &order->open))
        strcpy(text->wrong, "open must be true or false");
    if (!cn_read_choice(body, "join", "next", "now", &order->joins_at_once))
        strcpy(text->wrong, "join must be next or now");
    if (!cn_read_choice(body, "deal", "later", "now", &order->deals_at_once))
        strcpy(text->wrong, "deal must be later or now");
    if (!cn_json_has_key(body, "bot")) return;
    if (!cn_json_get_text(body, "bot", text->bot, 1, CN_BOT_WORD_MAX))
        strcpy(text->wrong, "bot must be one of /v1/bots");
    else if (!cn_programs_offers(cn_hall_settings(hall)->programs, text->bot))
        snprintf(text->wrong, sizeof text->wrong, "'%s' is none of /v1/bots", text->bot);
}

/* Everybody is shown the changes: only what was read of them. */
static void drop_comments(char *text)
{
    char *out = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '#') at += strcspn(at, "\n");
        if (*at == '\0') break;
        *out++ = *at;
    }
    *out = '\0';
}

/* A code stands for its rule set, its name and its changes; those of the order go over them. */
static void read_house(cn_order_text *text)
{
    cn_text_error error;
    char changes[CN_OVERRIDES_BYTES_MAX + 1];
    if (!cn_house_is_code(text->rules)) return;
    if (!cn_house_parse(text->rules, &text->house, &error))
        snprintf(text->wrong, sizeof text->wrong, "rules: at letter %u of the code: %s",
                 error.column, error.message);
    else if (!cn_house_join(changes, sizeof changes, text->house.overrides, text->overrides))
        strcpy(text->wrong, "these rules have more than 3200 bytes of changes");
    if (text->wrong[0] != '\0') return;
    strcpy(text->rules, text->house.rules);
    strcpy(text->overrides, changes);
}

static bool read_order(const cn_hall *hall, json_object *body, cn_order_text *text,
                       cn_table_order *order)
{
    uint64_t pace = order->pace_ms, players = 0, seat = 0;
    if (!cn_json_get_text(body, "rules", text->rules, 1, sizeof text->rules - 1))
        strcpy(text->wrong, "rules must name a rule set, or be a code");
    else if (cn_json_has_key(body, "overrides") &&
             !cn_json_get_text(body, "overrides", text->overrides, 0, CN_OVERRIDES_BYTES_MAX))
        strcpy(text->wrong, "overrides must be text of at most 3200 bytes");
    else if (cn_json_has_key(body, "players") &&
             !cn_json_get_number(body, "players", 2, CN_PLAYERS_MAX, &players))
        strcpy(text->wrong, "players must be 2 to 8");
    else if (cn_json_has_key(body, "seat") &&
             !cn_json_get_number(body, "seat", 0, CN_PLAYERS_MAX - 1, &seat))
        strcpy(text->wrong, "seat must be 0 to 5");
    else if (cn_json_has_key(body, "pace_ms") &&
             !cn_json_get_number(body, "pace_ms", 0, CN_PACE_MS_MAX, &pace))
        strcpy(text->wrong, "pace_ms must be 0 to 5000");
    else
        read_company(hall, body, text, order);
    drop_comments(text->overrides);
    if (text->wrong[0] == '\0') read_house(text);
    if (text->wrong[0] != '\0') return false;
    order->house = text->house.name;
    order->rules = text->rules;
    order->overrides = text->overrides;
    order->bot = text->bot;
    order->pace_ms = (uint32_t)pace;
    order->player_count = (unsigned)players;
    order->seat = (unsigned)seat;
    return check_rules(cn_hall_settings(hall)->own_rules, text, order);
}

/* What the order of a lesson would say, if it had to; NULL if it says something of it itself. */
static json_object *order_of_lesson(const cn_lesson *lesson, json_object *body)
{
    static const char *const own[] = {"rules", "players", "overrides", "seat",  "bot", "hints",
                                      "join",  "deal",    "watch",     "clock", "open"};
    json_object *pace = NULL;
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        if (cn_json_has_key(body, own[i])) return NULL;
    json_object *order = json_object_new_object();
    json_object_object_add(order, "rules", json_object_new_string(lesson->rules));
    json_object_object_add(order, "overrides", json_object_new_string(lesson->overrides));
    json_object_object_add(order, "players", json_object_new_int((int)lesson->players));
    json_object_object_add(order, "seat", json_object_new_int((int)lesson->seat));
    json_object_object_add(order, "bot", json_object_new_string(lesson->bot));
    json_object_object_add(order, "deal", json_object_new_string("now"));
    if (json_object_object_get_ex(body, "pace_ms", &pace))
        json_object_object_add(order, "pace_ms", json_object_get(pace));
    return order;
}

bool cn_read_order(const cn_hall *hall, json_object *body, cn_order_text *text,
                   cn_table_order *order)
{
    *text = (cn_order_text){0};
    order->lesson = false;
    if (cn_json_has_key(body, "lesson") && !cn_json_get_flag(body, "lesson", &order->lesson)) {
        strcpy(text->wrong, "lesson must be true or false");
        return false;
    }
    if (!order->lesson) return read_order(hall, body, text, order);
    json_object *own = order_of_lesson(&cn_lesson_first, body);
    if (own == NULL) strcpy(text->wrong, "a lesson says itself what is played, and with whom");
    const bool good = own != NULL && read_order(hall, own, text, order);
    json_object_put(own);
    return good;
}
