/* JSON for commitments, seeds and proofs. Not here: as in the header. Invariant: as in the header.
 */
#include "server/talk/encode_fair.h"

#include "text/base/hex.h"
#include "text/cards/card_text.h"

static void add(json_object *object, const char *key, json_object *value)
{
    json_object_object_add(object, key, value);
}

static json_object *hex_of(const uint8_t *bytes, size_t size)
{
    char text[2 * CN_FAIR_SEED_BYTES + 1];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_hex(&writer, bytes, size);
    return json_object_new_string_len(text, (int)writer.length);
}

static json_object *hash_of(const cn_fair_hash *hash)
{
    return hex_of(hash->byte, sizeof hash->byte);
}

static json_object *next_of(const cn_fair_deal *next)
{
    json_object *object = json_object_new_object(), *given = json_object_new_array();
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++)
        if ((next->places >> i & 1) != 0) json_object_array_add(given, json_object_new_int((int)i));
    add(object, "deal", json_object_new_int64(next->deal));
    add(object, "commit", hash_of(&next->commit));
    add(object, "given", given);
    return object;
}

static json_object *seeds_of(const cn_fair_deal *deal)
{
    json_object *list = json_object_new_array();
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++) {
        if ((deal->places >> i & 1) == 0) continue;
        json_object *entry = json_object_new_object();
        add(entry, "seat", json_object_new_int((int)i));
        add(entry, "seed", hex_of(deal->part[i], CN_FAIR_PART_BYTES));
        json_object_array_add(list, entry);
    }
    return list;
}

static json_object *dealt_of(const cn_fair_deal *deal)
{
    json_object *object = json_object_new_object();
    add(object, "deal", json_object_new_int64(deal->deal));
    add(object, "commit", hash_of(&deal->commit));
    add(object, "root", hash_of(&deal->root));
    add(object, "seeds", seeds_of(deal));
    return object;
}

json_object *cn_encode_fair(const cn_table *table)
{
    json_object *object = json_object_new_object();
    const cn_fair_deal *next = cn_table_next_deal(table), *last = cn_table_last_deal(table);
    if (next->deal != 0) add(object, "next", next_of(next));
    if (last->deal == 0) return object;
    json_object *dealt = dealt_of(last);
    if (cn_table_revealed(table)) add(dealt, "seed", hex_of(last->seed, CN_FAIR_SEED_BYTES));
    add(object, "dealt", dealt);
    return object;
}

void cn_encode_add_deal(json_object *object, const cn_table *table, const cn_change *change)
{
    const cn_fair_deal *next = cn_table_next_deal(table), *last = cn_table_last_deal(table);
    const cn_fair_deal *deal = change->deal == next->deal ? next : last;
    if (change->kind == CN_ENTRY_DEAL) {
        if (last->deal != 0) add(object, "fair", dealt_of(last));
        return;
    }
    if (change->kind == CN_ENTRY_SEED) return;
    add(object, "deal", json_object_new_int64(change->deal));
    if (change->kind == CN_ENTRY_COMMIT)
        add(object, "commit", hash_of(&deal->commit));
    else
        add(object, "seed", hex_of(last->seed, CN_FAIR_SEED_BYTES));
}

static void add_proof(void *user, const cn_fair_proof *proof)
{
    char text[4];
    json_object *object = json_object_new_object(), *path = json_object_new_array();
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_card(&writer, proof->card);
    add(object, "at", json_object_new_int(proof->at));
    add(object, "card", json_object_new_string_len(text, (int)writer.length));
    add(object, "salt", hex_of(proof->salt, sizeof proof->salt));
    for (unsigned i = 0; i < proof->count; i++)
        json_object_array_add(path, hash_of(&proof->path[i]));
    add(object, "path", path);
    json_object_array_add(user, object);
}

void cn_encode_add_proofs(json_object *object, const cn_table *table, unsigned seat, bool fresh)
{
    if (cn_table_last_deal(table)->deal == 0) return;
    json_object *list = json_object_new_array();
    cn_table_prove(table, seat, fresh, add_proof, list);
    add(object, "proofs", list);
}
