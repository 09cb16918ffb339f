/* What has failed in a search, remembered by counts; and the keys by which it is known again.
 * Not here: what follows from it (arrange_ranks.c, arrange_sequences.c). Invariant: two places of a
 * search with one key come to the same end. */
#include <string.h>

#include "engine/cards/rare.h"
#include "engine/finish/arrange.h"
#include "engine/finish/arrange_stage.h"
#include "engine/finish/arrangement.h"

void cn_failures_start(cn_failures *failures)
{
    failures->slots = CN_FAILURES_FEW;
    failures->noted = 0;
    memset(failures->key, 0, CN_FAILURES_FEW * sizeof failures->key[0]);
}

enum { WAYS = 8 }; /* places that a key may have, side by side */

static uint64_t *ways_of(cn_failures *failures, uint64_t key)
{
    return failures->key + (key & (failures->slots / WAYS - 1)) * WAYS;
}

bool cn_has_failed(cn_failures *failures, uint64_t key)
{
    const uint64_t *way = ways_of(failures, key);
    for (unsigned i = 0; i < WAYS && way[i] != 0; i++)
        if (way[i] == key) return true;
    return false;
}

/* The oldest of those side by side gives way. */
static void put_failure(cn_failures *failures, uint64_t key)
{
    uint64_t *way = ways_of(failures, key);
    unsigned free = 0;
    while (free < WAYS && way[free] != 0) free++;
    if (free == WAYS) memmove(way, way + 1, (WAYS - 1) * sizeof *way);
    way[free == WAYS ? WAYS - 1 : free] = key;
}

static CN_RARE void grow_failures(cn_failures *failures)
{
    uint64_t few[CN_FAILURES_MANY / CN_FAILURES_GROW];
    const size_t count = failures->slots;
    memcpy(few, failures->key, count * sizeof few[0]);
    failures->slots *= CN_FAILURES_GROW;
    memset(failures->key, 0, failures->slots * sizeof failures->key[0]);
    for (size_t i = 0; i < count; i++)
        if (few[i] != 0) put_failure(failures, few[i]);
}

void cn_note_failure(cn_failures *failures, uint64_t key)
{
    if (4 * ++failures->noted > failures->slots && failures->slots < CN_FAILURES_MANY)
        grow_failures(failures);
    put_failure(failures, key);
}

/* ---- keys ---- */

uint64_t cn_digest_word(uint64_t key, uint64_t word)
{
    key = (key ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

/* Eight bytes as a word, the same on every machine. */
static uint64_t word_of(const unsigned char *byte)
{
    return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 |
           (uint64_t)byte[3] << 24 | (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 |
           (uint64_t)byte[6] << 48 | (uint64_t)byte[7] << 56;
}

uint64_t cn_digest_bytes(uint64_t key, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (; count >= sizeof key; count -= sizeof key, byte += sizeof key)
        key = cn_digest_word(key, word_of(byte));
    for (size_t i = 0; i < count; i++) key = cn_digest_word(key, byte[i]);
    return key;
}

/* What is known of melds that lock the wilds: unfinished ones, and whether old and new ones got
 * cards (P61, P133). A join changes it and nothing else of the key. */
static uint8_t lock_digest(const cn_arrangement *a)
{
    const int32_t lock = a->rules->p.wild_meld_locks_wilds;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_NO) return 0;
    const bool of_twos = lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
    const unsigned locker = of_twos ? CN_MELD_TWOS : CN_MELD_WILD;
    unsigned unfinished = 0, grown = 0, begun = 0;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != locker || piece->added == 0) continue;
        *(i < a->old_count ? &grown : &begun) = 1;
    }
    for (unsigned i = 0; i < a->old_count; i++)
        unfinished += a->piece[i].shape.rank == locker &&
                      cn_shape_size(&a->piece[i].shape) < (unsigned)a->rules->p.canasta_size;
    return (uint8_t)(unfinished << 2 | grown << 1 | begun);
}

uint64_t cn_arrange_key(const cn_arrangement *a, unsigned rank)
{
    const uint8_t few[] = {
        (uint8_t)rank, a->twos,
        a->jokers,     a->black3,
        a->open_wilds, a->piece_count > CN_MELDS_MAX - 12 ? a->piece_count : (uint8_t)0,
        a->discarded,  lock_digest(a)};
    uint64_t key = cn_digest_bytes(UINT64_C(14695981039346656037), few, sizeof few);
    key = cn_digest_bytes(key, a->held + rank, CN_RANKS - rank);
    key = a->digest(a, rank, key);
    return key == 0 ? 1 : key;
}
