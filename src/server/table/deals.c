/* Bodies as JSON in one fixed form, which is all that is read. Not here: as in the header.
 * Invariant: as in the header. */
#include "server/table/deals.h"

#include <stdlib.h>
#include <string.h>

#include "fair/proof.h"
#include "text/base/hex.h"

static_assert((int)CN_SECRET_BYTES == (int)CN_FAIR_SEED_BYTES, "what is sealed is a seed");

/* {"deal":7,"WORD":"HEX"} */
static void write_body(uint32_t deal, const char *word, const uint8_t *bytes, size_t size,
                       char out[CN_DEALS_BODY_BYTES])
{
    cn_writer writer = cn_writer_make(out, CN_DEALS_BODY_BYTES);
    cn_write(&writer, "{\"deal\":%u,\"%s\":\"", (unsigned)deal, word);
    cn_write_hex(&writer, bytes, size);
    cn_write(&writer, "\"}");
    assert(!writer.overflow);
}

/* False unless the body is exactly what is written of this deal and some bytes. */
static bool read_body(const char *body, uint32_t deal, const char *word, uint8_t *bytes,
                      size_t size)
{
    char same[CN_DEALS_BODY_BYTES];
    const size_t length = strlen(body);
    if (length < 2 * size + 2) return false;
    if (!cn_read_hex(body + length - 2 - 2 * size, 2 * size, bytes, size)) return false;
    write_body(deal, word, bytes, size, same);
    return strcmp(body, same) == 0;
}

/* One whose seed is not known here is never dealt, and its number used up. */
static uint32_t next_number(const cn_core *core)
{
    return core->deals + 1 + (core->next.deal != 0);
}

void cn_deals_write_commit(const cn_core *core, const uint8_t seed[CN_SECRET_BYTES],
                           char out[CN_DEALS_BODY_BYTES])
{
    cn_fair_deal deal = {.deal = next_number(core)};
    memcpy(deal.table, core->table, sizeof deal.table);
    memcpy(deal.seed, seed, sizeof deal.seed);
    const cn_fair_hash commit = cn_fair_commitment(&deal);
    write_body(deal.deal, "commit", commit.byte, sizeof commit.byte, out);
}

/* Whether the seed is the one that was committed to. */
static bool is_seed(const cn_fair_deal *deal)
{
    const cn_fair_hash commit = cn_fair_commitment(deal);
    return cn_fair_hash_equal(&commit, &deal->commit);
}

bool cn_deals_commit(cn_core *core, const cn_entry *entry)
{
    cn_fair_deal *next = &core->next;
    if (next->deal != 0 && core->next_known) return false;
    core->deals = next_number(core) - 1;
    *next = (cn_fair_deal){.deal = core->deals + 1};
    memcpy(next->table, core->table, sizeof next->table);
    core->next_known = entry->secret != NULL;
    if (core->next_known) memcpy(next->seed, entry->secret, sizeof next->seed);
    return read_body(entry->body, next->deal, "commit", next->commit.byte,
                     sizeof next->commit.byte) &&
           (!core->next_known || is_seed(next));
}

bool cn_deals_seed(cn_core *core, const cn_entry *entry)
{
    cn_fair_deal *next = &core->next;
    if (next->deal == 0 || entry->seat >= core->rules.player_count) return false;
    if ((next->places >> entry->seat & 1) != 0) return false;
    next->places |= (uint8_t)(1U << entry->seat);
    return cn_read_hex(entry->body, strlen(entry->body), next->part[entry->seat],
                       CN_FAIR_PART_BYTES);
}

void cn_deals_take_back(cn_core *core, unsigned seat)
{
    core->next.places &= (uint8_t) ~(1U << seat);
    memset(core->next.part[seat], 0, sizeof core->next.part[seat]);
}

/* The deck that the deal makes, 42 KB; to be freed. */
static cn_fair_deck *make_deck(const cn_core *core, const cn_fair_deal *deal)
{
    cn_fair_deck *deck = malloc(sizeof *deck);
    if (deck == NULL) abort();
    cn_fair_deck_make(deck, deal, &core->rules);
    return deck;
}

void cn_deals_write_deal(const cn_core *core, char out[CN_DEALS_BODY_BYTES])
{
    cn_fair_deck *deck = make_deck(core, &core->next);
    const cn_fair_hash *root = cn_fair_tree_root(&deck->tree);
    write_body(core->next.deal, "root", root->byte, sizeof root->byte, out);
    free(deck);
}

bool cn_deals_deal(cn_core *core, const cn_entry *entry, cn_card cards[CN_DECK_CARDS_MAX])
{
    cn_fair_deal deal = core->next;
    if (deal.deal == 0 || entry->secret == NULL) return false;
    memcpy(deal.seed, entry->secret, sizeof deal.seed);
    if (!is_seed(&deal) ||
        !read_body(entry->body, deal.deal, "root", deal.root.byte, sizeof deal.root.byte))
        return false;
    cn_fair_deck *deck = make_deck(core, &deal);
    const bool same = cn_fair_hash_equal(cn_fair_tree_root(&deck->tree), &deal.root);
    memcpy(cards, deck->card, deck->count * sizeof *cards);
    free(deck);
    core->dealt = deal;
    return same;
}

void cn_deals_write_reveal(const cn_core *core, char out[CN_DEALS_BODY_BYTES])
{
    write_body(core->dealt.deal, "seed", core->dealt.seed, sizeof core->dealt.seed, out);
}

bool cn_deals_reveal(cn_core *core, const cn_entry *entry)
{
    uint8_t seed[CN_SECRET_BYTES];
    const unsigned phase = core->game.pub.phase;
    if (core->dealt.deal == 0 || core->revealed) return false;
    if (phase != CN_PHASE_SCORED && phase != CN_PHASE_GAME_END) return false;
    core->revealed = true;
    return read_body(entry->body, core->dealt.deal, "seed", seed, sizeof seed) &&
           memcmp(seed, core->dealt.seed, sizeof seed) == 0;
}
