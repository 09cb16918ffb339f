/* Frames: JSON objects of a few fixed shapes, nothing missing, nothing besides.
 * Not here: what plays mean.
 * Invariant: a string is taken only whole, a number only within its range. */
#include "server/table/command.h"

#include <stdio.h>
#include <string.h>

#include "server/base/json_read.h"
#include "text/base/hex.h"

/* What people may say: nothing else, so that nothing needs to be read before others see it, and
 * pages say it in their own language. None of them is about cards. */
static const char *const phrases[] = {"hello", "good_luck",  "well_played", "thank_you",
                                      "sorry", "one_moment", "good_game",   "good_bye",
                                      "smile", "laugh",      "clap",        "heart"};

#define CN_SEQ_MAX ((uint64_t)1 << 53)

/* True if the object has exactly as many members as the shape; their names were asked for. */
static bool has_members(json_object *object, int count)
{
    return json_object_object_length(object) == count;
}

static const char *parse_hello(json_object *object, cn_frame *frame)
{
    uint64_t version;
    char table[64], token[64] = "", watch[64] = "";
    const bool has_token = cn_json_has_key(object, "token");
    const bool has_watch = cn_json_has_key(object, "watch");
    const bool has_proofs = cn_json_has_key(object, "proofs");
    const bool has_seq = cn_json_has_key(object, "seq");
    frame->kind = CN_FRAME_HELLO;
    if (!cn_json_get_number(object, "v", 1, 1, &version)) return "v must be 1";
    if (!cn_json_get_text(object, "inst", frame->inst, CN_INST_MIN, CN_INST_MAX))
        return "inst must be text of 8 to 40 characters";
    if (!cn_json_get_text(object, "table", table, 1, sizeof table - 1))
        return "table must be a short text";
    if (has_token && !cn_json_get_text(object, "token", token, 1, sizeof token - 1))
        return "token must be a short text";
    if (has_watch && !cn_json_get_text(object, "watch", watch, 1, sizeof watch - 1))
        return "watch must be a short text";
    if (has_proofs && !cn_json_get_flag(object, "proofs", &frame->proofs))
        return "proofs must be true or false";
    if (has_seq && !cn_json_get_number(object, "seq", 0, CN_SEQ_MAX, &frame->at))
        return "seq must be a number from 0";
    if (strlen(table) < sizeof frame->table) strcpy(frame->table, table);
    strcpy(frame->token, strlen(token) < sizeof frame->token ? token : "?");
    strcpy(frame->watch, strlen(watch) < sizeof frame->watch ? watch : "?");
    return has_members(object, 4 + has_token + has_watch + has_seq + has_proofs)
               ? NULL
               : "a hello has t, v, inst, table, token, watch, seq and proofs only";
}

static const char *parse_play(json_object *object, cn_frame *frame, const char **code)
{
    frame->kind = CN_FRAME_PLAY;
    char text[CN_FRAME_BYTES_MAX];
    if (!cn_json_get_text(object, "play", text, 0, sizeof text - 1)) return "play must be text";
    if (strlen(text) > CN_PLAY_TEXT_MAX) {
        *code = "TOO_LONG";
        return "no play is as long as this";
    }
    strcpy(frame->play, text);
    return has_members(object, 4) ? NULL : "a play has t, n, at and play only";
}

static const char *parse_seed(json_object *object, cn_frame *frame)
{
    uint64_t deal;
    uint8_t bytes[CN_FAIR_PART_BYTES];
    const size_t size = sizeof frame->seed - 1;
    frame->kind = CN_FRAME_SEED;
    if (!cn_json_get_number(object, "deal", 1, UINT32_MAX, &deal))
        return "deal must be a number from 1";
    frame->deal = (uint32_t)deal;
    if (!cn_json_get_text(object, "seed", frame->seed, size, size) ||
        !cn_read_hex(frame->seed, size, bytes, sizeof bytes))
        return "seed must be 64 small hexadecimal digits";
    return has_members(object, 6) ? NULL : "a seed has t, n, at, do, deal and seed only";
}

static const char *parse_deed(json_object *object, cn_frame *frame)
{
    char deed[16];
    uint64_t ms;
    if (!cn_json_get_text(object, "do", deed, 1, sizeof deed - 1)) return "do must be a known word";
    if (strcmp(deed, "seed") == 0) return parse_seed(object, frame);
    bool is_pace = strcmp(deed, "pace") == 0;
    if (is_pace)
        frame->kind = CN_FRAME_PACE;
    else if (strcmp(deed, "deal") == 0)
        frame->kind = CN_FRAME_DEAL;
    else if (strcmp(deed, "pause") == 0)
        frame->kind = CN_FRAME_PAUSE;
    else if (strcmp(deed, "resume") == 0)
        frame->kind = CN_FRAME_RESUME;
    else if (strcmp(deed, "next") == 0)
        frame->kind = CN_FRAME_NEXT;
    else if (strcmp(deed, "rematch") == 0)
        frame->kind = CN_FRAME_REMATCH;
    else
        return "do must be deal, next, rematch, pace, seed, pause or resume";
    if (!is_pace) return has_members(object, 4) ? NULL : "this command has t, n, at and do only";
    if (!cn_json_get_number(object, "ms", 0, CN_PACE_MS_MAX, &ms)) return "ms must be 0 to 5000";
    frame->pace_ms = (uint32_t)ms;
    return has_members(object, 5) ? NULL : "a pace has t, n, at, do and ms only";
}

static const char *parse_command(json_object *object, cn_frame *frame, const char **code)
{
    uint64_t n, at;
    if (!cn_json_get_number(object, "n", 1, INT32_MAX, &n)) return "n must be a number from 1";
    frame->n = (uint32_t)n;
    if (!cn_json_get_number(object, "at", 0, CN_SEQ_MAX, &at)) return "at must be a number from 0";
    frame->at = at;
    if (cn_json_has_key(object, "play")) return parse_play(object, frame, code);
    return parse_deed(object, frame);
}

static const char *parse_resync(json_object *object, cn_frame *frame)
{
    const bool has_seq = cn_json_has_key(object, "seq");
    frame->kind = CN_FRAME_RESYNC;
    if (has_seq && !cn_json_get_number(object, "seq", 0, CN_SEQ_MAX, &frame->at))
        return "seq must be a number from 0";
    return has_members(object, 1 + has_seq) ? NULL : "a resync has t and seq only";
}

static const char *parse_say(json_object *object, cn_frame *frame)
{
    char what[16];
    frame->kind = CN_FRAME_SAY;
    if (!cn_json_get_text(object, "what", what, 1, sizeof what - 1)) what[0] = '\0';
    for (unsigned i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strcmp(what, phrases[i]) == 0) frame->phrase = phrases[i];
    if (frame->phrase == NULL) return "what must be one of the phrases there are";
    return has_members(object, 2) ? NULL : "this frame has t and what only";
}

static const char *parse_plain(json_object *object, cn_frame *frame, cn_frame_kind kind)
{
    frame->kind = kind;
    return has_members(object, 1) ? NULL : "this frame has t only";
}

const char *cn_frame_parse(const char *text, size_t length, cn_frame *frame, const char **code)
{
    memset(frame, 0, sizeof *frame);
    *code = "FORMAT";
    json_object *object = cn_json_read(text, length);
    if (object == NULL) return "this is not one JSON object";
    char type[16];
    const char *wrong = "t must be hello, cmd, resync, nudge, say or ping";
    if (!cn_json_get_text(object, "t", type, 1, sizeof type - 1)) type[0] = '\0';
    if (strcmp(type, "cmd") == 0)
        wrong = parse_command(object, frame, code);
    else if (strcmp(type, "hello") == 0)
        wrong = parse_hello(object, frame);
    else if (strcmp(type, "resync") == 0)
        wrong = parse_resync(object, frame);
    else if (strcmp(type, "nudge") == 0)
        wrong = parse_plain(object, frame, CN_FRAME_NUDGE);
    else if (strcmp(type, "say") == 0)
        wrong = parse_say(object, frame);
    else if (strcmp(type, "ping") == 0)
        wrong = parse_plain(object, frame, CN_FRAME_PING);
    json_object_put(object);
    return wrong;
}
