/* Follows commitments, seeds, deals and what is revealed. Not here: as in the header.
 * Invariant: as in the header. */
#include "fair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "link.h"
#include "message.h"
#include "oracle.h"
#include "text/base/hex.h"
#include "text/cards/card_text.h"

enum { HEX_BYTES = 2 * CN_FAIR_SEED_BYTES + 1 };

static void write_seed(const cn_fair_deal *deal, char out[HEX_BYTES])
{
    cn_writer writer = cn_writer_make(out, HEX_BYTES);
    cn_write_hex(&writer, deal->seed, sizeof deal->seed);
}

/* Whether a text holds the seed of a deal that nobody may know yet. */
static bool tells(const char *text, const cn_fair_deal *deal)
{
    char hex[HEX_BYTES];
    if (deal->deal == 0 || text == NULL) return false;
    write_seed(deal, hex);
    return strstr(text, hex) != NULL;
}

static bool read_member(const char *body, const char *key, uint32_t deal, uint8_t *bytes,
                        size_t size)
{
    json_object *all = json_tokener_parse(body), *number = NULL, *text = NULL;
    const bool good = json_object_object_get_ex(all, "deal", &number) &&
                      json_object_get_int64(number) == (int64_t)deal &&
                      json_object_object_get_ex(all, key, &text) &&
                      cn_read_hex(json_object_get_string(text),
                                  (size_t)json_object_get_string_len(text), bytes, size);
    json_object_put(all);
    return good;
}

static bool fits(const cn_fair_deal *deal)
{
    const cn_fair_hash commit = cn_fair_commitment(deal);
    return memcmp(&commit, &deal->commit, sizeof commit) == 0;
}

static void follow_commit(sim *s, fair_story *story, const char *table, const cn_entry *entry)
{
    cn_fair_deal *next = &story->next;
    if (next->deal != 0)
        sim_fail(s, "table %s: deal %u is committed to once more, after %d seeds", table,
                 next->deal, __builtin_popcount(next->places));
    *next = (cn_fair_deal){.deal = story->deals + 1};
    memcpy(next->table, table, CN_FAIR_TABLE_BYTES);
    if (entry->secret == NULL ||
        !read_member(entry->body, "commit", next->deal, next->commit.byte, CN_FAIR_HASH_BYTES))
        sim_fail(s, "table %s: this is no commitment: %s", table, entry->body);
    memcpy(next->seed, entry->secret, CN_FAIR_SEED_BYTES);
    if (!fits(next)) sim_fail(s, "table %s: the seed is not the one committed to", table);
}

static void follow_seed(sim *s, fair_story *story, const char *table, const cn_entry *entry)
{
    cn_fair_deal *next = &story->next;
    if (next->deal == 0) sim_fail(s, "table %s: a seed before a commitment", table);
    if ((next->places >> entry->seat & 1) != 0) sim_fail(s, "table %s: a second seed", table);
    next->places |= (uint8_t)(1U << entry->seat);
    if (!cn_read_hex(entry->body, strlen(entry->body), next->part[entry->seat], CN_FAIR_PART_BYTES))
        sim_fail(s, "table %s: this is no seed: %s", table, entry->body);
}

static void follow_deal(sim *s, fair_story *story, const char *table, const cn_entry *entry)
{
    cn_fair_deal *deal = &story->dealt;
    if (story->next.deal == 0) sim_fail(s, "table %s: a deal without a commitment", table);
    *deal = story->next;
    story->next = (cn_fair_deal){0};
    story->deals++;
    story->revealed = false;
    if (!read_member(entry->body, "root", deal->deal, deal->root.byte, CN_FAIR_HASH_BYTES) ||
        entry->secret == NULL || memcmp(entry->secret, deal->seed, CN_FAIR_SEED_BYTES) != 0)
        sim_fail(s, "table %s: a deal of another seed: %s", table, entry->body);
}

static void follow_reveal(sim *s, fair_story *story, const char *table, const cn_entry *entry)
{
    cn_fair_deal told = story->dealt;
    if (!read_member(entry->body, "seed", told.deal, told.seed, CN_FAIR_SEED_BYTES) || !fits(&told))
        sim_fail(s, "table %s: the seed that is told was not committed to", table);
    story->revealed = true;
}

void fair_follow(sim *s, fair_story *story, const char *table, const cn_entry *entry)
{
    const bool hides = !story->revealed && entry->kind != CN_ENTRY_REVEAL;
    if (story->owes_commit != (entry->kind == CN_ENTRY_COMMIT))
        sim_fail(s, "table %s: entry %" PRIu64 " is %sa commitment", table, entry->seq,
                 story->owes_commit ? "not " : "");
    story->owes_commit = entry->kind == CN_ENTRY_CREATE || entry->kind == CN_ENTRY_DEAL;
    if (entry->kind == CN_ENTRY_COMMIT) follow_commit(s, story, table, entry);
    if (entry->kind == CN_ENTRY_SEED) follow_seed(s, story, table, entry);
    if (entry->kind == CN_ENTRY_DEAL) follow_deal(s, story, table, entry);
    if (entry->kind == CN_ENTRY_REVEAL) follow_reveal(s, story, table, entry);
    const cn_fair_deal none = {0}, *running = hides ? &story->dealt : &none;
    if (tells(entry->body, running) || tells(entry->base, running) ||
        tells(entry->body, &story->next) || tells(entry->base, &story->next))
        sim_fail(s, "table %s: entry %" PRIu64 " has a seed in clear", table, entry->seq);
}

static json_object *member(json_object *object, const char *key)
{
    json_object *value = NULL;
    json_object_object_get_ex(object, key, &value);
    return value;
}

static void read_proof(link *l, json_object *object, cn_fair_proof *proof)
{
    json_object *path = member(object, "path");
    const char *card = text_of(l->s, object, "card"), *salt = text_of(l->s, object, "salt");
    size_t bad;
    proof->at = (uint16_t)number_of(l->s, object, "at");
    proof->count = (uint8_t)json_object_array_length(path);
    bool good = cn_cards_parse(card, strlen(card), &proof->card, 1, &bad) == 1 &&
                proof->count <= CN_FAIR_PATH_MAX &&
                cn_read_hex(salt, strlen(salt), proof->salt, sizeof proof->salt);
    for (unsigned i = 0; good && i < proof->count; i++) {
        json_object *hash = json_object_array_get_idx(path, i);
        good = cn_read_hex(json_object_get_string(hash), (size_t)json_object_get_string_len(hash),
                           proof->path[i].byte, CN_FAIR_HASH_BYTES);
    }
    if (!good)
        sim_fail(l->s, "link %u: no proof: %s", l->number, json_object_to_json_string(object));
}

/* Its card is among those that the message shows. */
static void check_proof(link *l, json_object *message, json_object *object, const oracle *o)
{
    cn_fair_proof proof;
    read_proof(l, object, &proof);
    if (!cn_fair_proof_holds(&proof, o->core.rules.deck_size, &o->fair.dealt.root))
        sim_fail(l->s, "link %u: this proves nothing: %s", l->number,
                 json_object_to_json_string(object));
    json_object *events = member(message, "events");
    const char *card = text_of(l->s, object, "card");
    bool shown = false;
    for (size_t i = 0; !shown && i < json_object_array_length(events); i++)
        shown = strstr(json_object_get_string(json_object_array_get_idx(events, i)), card) != NULL;
    if (!shown || (o->core.shown.to[proof.at] >> l->seat & 1) == 0)
        sim_fail(l->s, "link %u: seat %u was not shown what is proven: %s", l->number, l->seat,
                 json_object_to_json_string(object));
}

void fair_check_message(link *l, json_object *message, const oracle *o)
{
    const char *text = json_object_to_json_string(message);
    if (tells(text, &o->fair.next) || (!o->fair.revealed && tells(text, &o->fair.dealt)))
        sim_fail(l->s, "link %u: a seed is told too early: %s", l->number, text);
    json_object *proofs = member(message, "proofs");
    for (size_t i = 0; proofs != NULL && i < json_object_array_length(proofs); i++)
        check_proof(l, message, json_object_array_get_idx(proofs, i), o);
}
