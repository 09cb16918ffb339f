/* Follows commitments, seeds, deals and what is revealed. Not here: as in the header.
 * Invariant: as in the header. */
#include "fair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <json-c/json.h>

#include "text/base/hex.h"

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

/* A part goes with who gave it. */
static void follow_seat(fair_story *story, const cn_entry *entry)
{
    if (strstr(entry->body, "\"part\"") == NULL) return;
    story->next.places &= (uint8_t) ~(1U << entry->seat);
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

bool fair_tells(const fair_story *story, const char *text)
{
    return tells(text, &story->next) || (!story->revealed && tells(text, &story->dealt));
}

void fair_follow(sim *s, fair_story *story, const char *table, const cn_entry *entry)
{
    if (story->owes_commit != (entry->kind == CN_ENTRY_COMMIT))
        sim_fail(s, "table %s: entry %" PRIu64 " is %sa commitment", table, entry->seq,
                 story->owes_commit ? "not " : "");
    story->owes_commit = entry->kind == CN_ENTRY_CREATE || entry->kind == CN_ENTRY_DEAL;
    if (entry->kind == CN_ENTRY_COMMIT) follow_commit(s, story, table, entry);
    if (entry->kind == CN_ENTRY_SEED) follow_seed(s, story, table, entry);
    if (entry->kind == CN_ENTRY_SEAT) follow_seat(story, entry);
    if (entry->kind == CN_ENTRY_DEAL) follow_deal(s, story, table, entry);
    if (entry->kind == CN_ENTRY_REVEAL) follow_reveal(s, story, table, entry);
    if (fair_tells(story, entry->body) || fair_tells(story, entry->base))
        sim_fail(s, "table %s: entry %" PRIu64 " has a seed in clear", table, entry->seq);
}
