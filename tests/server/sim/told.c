/* Reads proofs and checks them. Not here: as in the header. Invariant: as in the header. */
#include "told.h"

#include <string.h>

#include "message.h"
#include "text/base/hex.h"
#include "text/cards/card_text.h"

typedef struct telling {
    sim *s;
    unsigned link, seat;
    json_object *message;
    const oracle *o;
    const oracle_moment *at; /* what the message tells of */
} telling;

static json_object *member(json_object *object, const char *key)
{
    json_object *value = NULL;
    json_object_object_get_ex(object, key, &value);
    return value;
}

static bool read_hex(json_object *text, uint8_t *bytes, size_t size)
{
    return cn_read_hex(json_object_get_string(text), (size_t)json_object_get_string_len(text),
                       bytes, size);
}

static void read_proof(const telling *t, json_object *object, cn_fair_proof *proof)
{
    json_object *path = member(object, "path");
    const char *card = text_of(t->s, object, "card");
    size_t bad;
    proof->at = (uint16_t)number_of(t->s, object, "at");
    proof->count = (uint8_t)json_object_array_length(path);
    bool good = cn_cards_parse(card, strlen(card), &proof->card, 1, &bad) == 1 &&
                proof->count <= CN_FAIR_PATH_MAX &&
                read_hex(member(object, "salt"), proof->salt, sizeof proof->salt);
    for (unsigned i = 0; good && i < proof->count; i++)
        good =
            read_hex(json_object_array_get_idx(path, i), proof->path[i].byte, CN_FAIR_HASH_BYTES);
    if (!good) sim_fail(t->s, "link %u: no proof: %s", t->link, json_object_to_json_string(object));
}

static bool is_shown(const telling *t, const char *card)
{
    json_object *events = member(t->message, "events");
    for (size_t i = 0; i < json_object_array_length(events); i++)
        if (strstr(json_object_get_string(json_object_array_get_idx(events, i)), card) != NULL)
            return true;
    return false;
}

static void check_proof(const telling *t, json_object *object)
{
    cn_fair_proof proof;
    read_proof(t, object, &proof);
    if (!cn_fair_proof_holds(&proof, t->o->core.rules.deck_size, &t->at->root))
        sim_fail(t->s, "link %u: this proves nothing: %s", t->link,
                 json_object_to_json_string(object));
    if (!is_shown(t, text_of(t->s, object, "card")) ||
        (t->at->shown.to[proof.at] >> t->seat & 1) == 0)
        sim_fail(t->s, "link %u: seat %u was not shown what is proven: %s", t->link, t->seat,
                 json_object_to_json_string(object));
}

/* An event may be one that was missed, of an earlier hand. */
static const oracle_moment *moment_of(const oracle *o, json_object *message)
{
    json_object *seq = member(message, "seq");
    const uint64_t number = seq != NULL ? json_object_get_uint64(seq) : o->seq;
    return &o->moment[number <= o->seq ? number : o->seq];
}

void told_check(sim *s, unsigned link, unsigned seat, json_object *message, const oracle *o)
{
    const telling t = {s, link, seat, message, o, moment_of(o, message)};
    const char *text = json_object_to_json_string(message);
    if (fair_tells(&o->fair, text))
        sim_fail(s, "link %u: a seed is told too early: %s", link, text);
    json_object *proofs = member(message, "proofs");
    for (size_t i = 0; proofs != NULL && i < json_object_array_length(proofs); i++)
        check_proof(&t, json_object_array_get_idx(proofs, i));
}
