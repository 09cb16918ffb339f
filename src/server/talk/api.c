/* Who answers which call, and those that are about nobody.
 * Not here: tables (table_calls.c), persons (me.c), plays, which go through the WebSocket.
 * Invariant: as in the header. */
#include "server/talk/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/player.h"
#include "server/base/json_read.h"
#include "server/table/bot.h"
#include "server/talk/account.h"
#include "server/talk/lobby.h"
#include "server/talk/me.h"
#include "server/talk/records.h"
#include "server/talk/routes.h"
#include "server/talk/table_calls.h"
#include "text/explain/explain.h"
#include "text/rules/rules_text.h"

bool cn_api_owns(const char *path)
{
    return strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0 ||
           strncmp(path, "/v1/", 4) == 0;
}

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

/* Whether the log can be written is known when it has been tried. */
typedef struct probe {
    cn_job job;
    cn_hall *hall;
    cn_caller *caller;
    bool ready; /* it is asked whether people may come, and not only whether all is well */
    bool well;
} probe;

static void run_probe(cn_job *job, cn_log *log)
{
    ((probe *)job)->well = cn_log_well(log);
}

/* What is not as it should be, NULL if nothing. */
static const char *trouble_of(const probe *asked)
{
    const cn_hall_state state = cn_hall_look(asked->hall);
    if (asked->ready && state.draining) return "DRAIN";
    if (!asked->well) return "STORE";
    return asked->ready && state.paused > 0 ? "PAUSED" : NULL;
}

static void done_probe(cn_job *job)
{
    probe *asked = (probe *)job;
    const char *trouble = trouble_of(asked);
    json_object *object = json_object_new_object();
    json_object_object_add(object, "ok", json_object_new_boolean(trouble == NULL));
    add_text(object, "version", CANASTA_VERSION);
    if (trouble != NULL) add_text(object, "error", trouble);
    asked->caller->give(asked->caller, cn_reply_json(trouble == NULL ? 200 : 503, object));
    free(asked);
}

static void look_at_health(cn_hall *hall, bool ready, cn_caller *caller)
{
    probe *asking = calloc(1, sizeof *asking);
    if (asking == NULL) abort();
    *asking = (probe){.job = {.run = run_probe, .done = done_probe},
                      .hall = hall,
                      .caller = caller,
                      .ready = ready};
    /* Where the answer is known, or the disk would keep it waiting, the disk is not asked. */
    if ((ready && cn_hall_look(hall).draining) || cn_hall_log_hangs(hall) ||
        !cn_hall_ask(hall, &asking->job))
        done_probe(&asking->job);
}

static json_object *counts_of(unsigned bits)
{
    json_object *list = json_object_new_array();
    for (int count = 2; count <= CN_PLAYERS_MAX; count++)
        if ((bits >> count & 1) != 0) json_object_array_add(list, json_object_new_int(count));
    return list;
}

/* How long a game is with each of these numbers of players. */
static void add_lengths(json_object *entry, const cn_own_rules *own, const cn_ruleset_about *about)
{
    json_object *targets = json_object_new_array(), *rounds = json_object_new_array();
    for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
        cn_rules rules;
        if ((about->player_counts >> count & 1) == 0) continue;
        if (!cn_own_rules_load(own, &rules, about->name, "", count, NULL)) continue;
        json_object_array_add(targets, json_object_new_int(rules.p.target));
        json_object_array_add(rounds, json_object_new_int(rules.p.rounds));
    }
    json_object_object_add(entry, "targets", targets);
    json_object_object_add(entry, "rounds", rounds);
}

static void add_rule_set(json_object *list, const cn_own_rules *own, const cn_ruleset_about *about)
{
    json_object *entry = json_object_new_object();
    add_text(entry, "name", about->name);
    add_text(entry, "title", about->title);
    add_text(entry, "about", about->about);
    json_object_object_add(entry, "club", json_object_new_boolean(cn_is_club(about->name)));
    add_text(entry, "parent", about->parent);
    json_object_object_add(entry, "players", counts_of(about->player_counts));
    json_object_object_add(entry, "usual", json_object_new_int((int)about->usual_count));
    add_lengths(entry, own, about);
    json_object_array_add(list, entry);
}

json_object *cn_api_rule_list(const cn_own_rules *own)
{
    json_object *object = json_object_new_object();
    json_object *list = json_object_new_array();
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        if (cn_ruleset_describe(cn_rulesets[i], &about)) add_rule_set(list, own, &about);
    }
    for (unsigned i = 0; cn_clubs[i] != NULL; i++) {
        cn_ruleset_about about;
        if (cn_ruleset_describe(cn_clubs[i], &about)) add_rule_set(list, own, &about);
    }
    for (unsigned i = 0; i < own->count; i++) add_rule_set(list, own, &own->set[i].about);
    json_object_object_add(object, "rulesets", list);
    return object;
}

static void add_bot(json_object *list, const char *name, const char *summary)
{
    json_object *entry = json_object_new_object();
    add_text(entry, "name", name);
    add_text(entry, "summary", summary);
    json_object_array_add(list, entry);
}

/* Who may play where nobody sits. */
static cn_reply bots_list(const cn_hall *hall)
{
    const char *name;
    const cn_programs *programs = cn_hall_settings(hall)->programs;
    json_object *object = json_object_new_object();
    json_object *list = json_object_new_array();
    for (unsigned i = 0; cn_levels[i] != NULL; i++)
        add_bot(list, cn_levels[i]->name, cn_levels[i]->summary);
    for (unsigned i = 0; (name = cn_programs_offer_name(programs, i)) != NULL; i++)
        add_bot(list, name, "a program of this server");
    json_object_object_add(object, "bots", list);
    add_text(object, "usual", CN_BOT_USUAL);
    return cn_reply_json(200, object);
}

/* For who sits at this computer, whose address in the network the page cannot know. */
static cn_reply lan_list(const cn_hall_options *options, const cn_call *call)
{
    json_object *object = json_object_new_object();
    const bool tells = call->is_here && options->lan != NULL;
    json_object_object_add(object, "addresses",
                           tells ? options->lan(options->user) : json_object_new_array());
    return cn_reply_json(200, object);
}

/* The name in /v1/rules/NAME/explain; one that is too long is no rule set's. */
static void read_name(const char *path, char name[CN_RULES_NAME_MAX])
{
    const char *at = path + strlen("/v1/rules/");
    const size_t length = strcspn(at, "/");
    snprintf(name, CN_RULES_NAME_MAX, "%.*s", length < CN_RULES_NAME_MAX ? (int)length : 0, at);
}

/* The rules in plain English, for so many persons and with these overrides. */
static cn_reply explain(const cn_own_rules *own, const cn_call *call)
{
    char name[CN_RULES_NAME_MAX];
    cn_ruleset_about about;
    cn_rules rules;
    cn_text_error error = {0};
    const char *players = call->players;
    read_name(call->path, name);
    if (!cn_own_rules_describe(own, name, &about))
        return cn_reply_error(404, "NO_RULES", "there is no such rule set");
    if (strspn(players, "0123456789") != strlen(players) || strlen(players) > 1)
        return cn_reply_error(400, "FORMAT", "players must be a number");
    if (strlen(call->overrides) > CN_OVERRIDES_BYTES_MAX)
        return cn_reply_error(400, "FORMAT", "overrides must be text of at most 3200 bytes");
    const unsigned count = players[0] == '\0' ? 0 : (unsigned)(players[0] - '0');
    if (!cn_own_rules_load(own, &rules, name, call->overrides, count, &error))
        return cn_reply_error(400, "FORMAT", error.message);
    cn_reply reply =
        cn_reply_make(200, "text/plain; charset=utf-8", "no-store", CN_EXPLANATION_BYTES);
    cn_writer writer = cn_writer_make((char *)reply.memory, CN_EXPLANATION_BYTES);
    cn_write_explanation(&writer, &rules);
    reply.length = writer.length;
    return reply;
}

static void post(cn_hall *hall, const cn_call *call, cn_caller *caller,
                 void (*answer)(cn_hall *, const cn_call *, json_object *, cn_caller *))
{
    json_object *body = cn_json_read(call->body, call->body_length);
    if (body == NULL)
        caller->give(caller, cn_reply_error(400, "FORMAT", "the body must be one JSON object"));
    else
        answer(hall, call, body, caller);
    json_object_put(body);
}

static cn_reply refuse(const cn_call *call)
{
    const cn_route_method other = call->post ? CN_ROUTE_BY_GET : CN_ROUTE_BY_POST;
    if (cn_route_find(other, call->path) == CN_ROUTES)
        return cn_reply_error(404, "NOT_FOUND", "there is no such call");
    return cn_reply_error(405, "METHOD", call->post ? "ask with GET" : "ask with POST");
}

static void answer(cn_hall *hall, cn_route route, const cn_call *call, cn_caller *caller)
{
    const cn_hall_options *options = cn_hall_settings(hall);
    switch (route) {
    case CN_ROUTE_HEALTH:
    case CN_ROUTE_READY: look_at_health(hall, route == CN_ROUTE_READY, caller); return;
    case CN_ROUTE_RULES:
        caller->give(caller, cn_reply_json(200, json_object_get(options->rule_list)));
        return;
    case CN_ROUTE_EXPLAIN: caller->give(caller, explain(options->own_rules, call)); return;
    case CN_ROUTE_BOTS: caller->give(caller, bots_list(hall)); return;
    case CN_ROUTE_LAN: caller->give(caller, lan_list(options, call)); return;
    case CN_ROUTE_LOBBY: caller->give(caller, cn_lobby(hall)); return;
    case CN_ROUTE_GAMES:
    case CN_ROUTE_RECORD: cn_records_call(hall, call, caller); return;
    case CN_ROUTE_ME:
    case CN_ROUTE_EXPORT: cn_me_call(hall, call, NULL, caller); return;
    case CN_ROUTE_GUEST:
    case CN_ROUTE_RENAME:
    case CN_ROUTE_MAKE_CODE:
    case CN_ROUTE_USE_CODE:
    case CN_ROUTE_END_DEVICE:
    case CN_ROUTE_DELETE: post(hall, call, caller, cn_me_call); return;
    case CN_ROUTE_ACCOUNT:
    case CN_ROUTE_SESSION: post(hall, call, caller, cn_account_call); return;
    case CN_ROUTE_OPEN:
    case CN_ROUTE_LOOK:
    case CN_ROUTE_SIT:
    case CN_ROUTE_LEAVE:
    case CN_ROUTE_FREE:
    case CN_ROUTE_INVITE: post(hall, call, caller, cn_table_call); return;
    case CN_ROUTES: caller->give(caller, refuse(call)); return;
    }
}

void cn_api_answer(cn_hall *hall, const cn_call *call, cn_caller *caller)
{
    const cn_route_method method = call->post ? CN_ROUTE_BY_POST : CN_ROUTE_BY_GET;
    const int64_t later_ms =
        cn_limit_take(cn_hall_settings(hall)->limits, CN_LIMIT_CALLS, call->from);
    if (later_ms > 0)
        caller->give(caller, cn_reply_later(later_ms, "too many calls"));
    else
        answer(hall, cn_route_find(method, call->path), call, caller);
}
