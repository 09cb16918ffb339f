/* The known answers of vectors.json, for the tests.
 * Not here: what they are compared with. Invariant: a file that cannot be read fails the test. */
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <json.h>

#include "text/base/hex.h"
#include "text/cards/card_text.h"

static json_object *member(json_object *of, const char *name)
{
    json_object *found = json_object_object_get(of, name);
    if (found == NULL) fail_msg("there is no '%s'", name);
    return found;
}

static uint32_t number(json_object *of, const char *name)
{
    return (uint32_t)json_object_get_int64(member(of, name));
}

static const char *text(json_object *of, const char *name)
{
    return json_object_get_string(member(of, name));
}

static void bytes(const char *digits, uint8_t *out, size_t size)
{
    if (!cn_read_hex(digits, strlen(digits), out, size)) fail_msg("'%s' is no hex", digits);
}

static void read_proof(json_object *from, cn_fair_proof *proof)
{
    json_object *path = member(from, "path");
    proof->at = (uint16_t)number(from, "at");
    assert_true(cn_card_parse(text(from, "card"), &proof->card) > 0);
    bytes(text(from, "salt"), proof->salt, sizeof proof->salt);
    proof->count = (uint8_t)json_object_array_length(path);
    assert_true(proof->count <= CN_FAIR_PATH_MAX);
    for (unsigned i = 0; i < proof->count; i++)
        bytes(json_object_get_string(json_object_array_get_idx(path, i)), proof->path[i].byte,
              CN_FAIR_HASH_BYTES);
}

static void read_deal(json_object *from, cn_fair_deal *deal)
{
    json_object *parts = member(from, "parts");
    assert_int_equal(strlen(text(from, "table")), CN_FAIR_TABLE_BYTES);
    memcpy(deal->table, text(from, "table"), sizeof deal->table);
    deal->deal = number(from, "deal");
    bytes(text(from, "seed"), deal->seed, sizeof deal->seed);
    bytes(text(from, "commit"), deal->commit.byte, sizeof deal->commit.byte);
    bytes(text(from, "root"), deal->root.byte, sizeof deal->root.byte);
    for (size_t i = 0; i < json_object_array_length(parts); i++) {
        json_object *part = json_object_array_get_idx(parts, i);
        const unsigned place = number(part, "place");
        assert_true(place < CN_PLAYERS_MAX);
        deal->places = (uint8_t)(deal->places | 1U << place);
        bytes(text(part, "part"), deal->part[place], CN_FAIR_PART_BYTES);
    }
}

static void read_vector(json_object *from, vector *v)
{
    const char *deck = text(from, "deck");
    json_object *proofs = member(from, "proofs");
    size_t bad = 0;
    memset(v, 0, sizeof *v);
    read_deal(from, &v->deal);
    v->packs = number(from, "packs");
    v->jokers = number(from, "jokers");
    v->cards = (unsigned)cn_cards_parse(deck, strlen(deck), v->card, CN_DECK_CARDS_MAX, &bad);
    v->proofs = (unsigned)json_object_array_length(proofs);
    assert_true(v->proofs > 0 && v->proofs <= VECTOR_PROOFS_MAX);
    for (unsigned i = 0; i < v->proofs; i++)
        read_proof(json_object_array_get_idx(proofs, i), &v->proof[i]);
}

unsigned vectors_read(vector out[VECTORS_MAX])
{
    const char *path = getenv("CANASTA_VECTORS");
    json_object *file = json_object_from_file(path == NULL ? "tests/fair/vectors.json" : path);
    if (file == NULL) fail_msg("vectors.json cannot be read: CANASTA_VECTORS names it");
    json_object *deals = member(file, "deals");
    const size_t count = json_object_array_length(deals);
    assert_true(count <= VECTORS_MAX);
    for (size_t i = 0; i < count; i++) read_vector(json_object_array_get_idx(deals, i), &out[i]);
    json_object_put(file);
    return (unsigned)count;
}
