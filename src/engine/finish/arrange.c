/* The search through all arrangements: its beginning, the order of its stages - twos, sequences,
 * then wilds, black threes and ranks - and what has failed, by keys. Not here: the stages.
 * Invariant: as in the header; two places of a search with one key come to the same end. */
#include "engine/finish/arrange.h"

#include <string.h>

#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/out_ranks.h"
#include "engine/rules/tellers.h"
#include "engine/step/limits.h"
#include "engine/step/sequence.h"

/* Four counts of four bits as four bytes. */
static void spread_suits(uint8_t *face, unsigned suits)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++) face[suit] = suits >> 4 * suit & 15;
}

void cn_arrange_start(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, cn_effort *effort)
{
    memset(a, 0, offsetof(cn_arrangement, piece));
    a->failed = NULL;
    a->effort = effort;
    a->rules = rules;
    a->pub = pub;
    a->side = cn_public_acting(pub);
    a->opening = !cn_public_has_opened(pub, pub->asker);
    memcpy(a->held, hand->kind, CN_RANKS);
    a->twos = a->all_twos = hand->kind[CN_KIND_TWO];
    a->jokers = a->all_jokers = hand->kind[CN_KIND_JOKER];
    a->black3 = hand->kind[CN_KIND_BLACK3];
    memcpy(a->lying, a->side->naturals, sizeof a->lying);
    a->open = pub->turn.open_meld;
    a->loose = CN_ALL_RANKS;
    a->dead = (uint16_t)(cn_dead_ranks(rules, pub) |
                         (uint32_t)cn_public_dead(rules, pub, CN_MELD_TWOS) << CN_MELD_TWOS);
    a->only_black3 = pub->turn.laid_black3 != CN_BLACK3_NONE;
    for (unsigned rank = 0; rules->p.sequences && rank < CN_RANKS; rank++)
        if (hand->kind[rank] > 0) spread_suits(a->face + rank * CN_SUITS, hand->suits[rank]);
    a->piece_count = a->old_count = a->side->meld_count;
    for (unsigned i = 0; i < a->old_count; i++) {
        const cn_meld *meld = &a->side->meld[i];
        const bool sequence = meld->rank == CN_MELD_SEQUENCE;
        a->piece[i] = (cn_piece){.shape = cn_shape_of(pub, a->side, i),
                                 .low = sequence ? cn_meld_low(meld) : 0,
                                 .suit = sequence ? cn_meld_suit(meld) : 0,
                                 .places = sequence ? meld->wild_places : 0,
                                 .twos = cn_meld_twos(meld),
                                 .jokers = cn_meld_jokers(meld)};
    }
}

bool cn_arrange_finished(const cn_arrangement *a, const cn_piece *piece)
{
    if (piece->shape.rank == CN_PIECE_GONE) return true;
    if (piece->shape.rank == CN_MELD_SEQUENCE)
        return cn_sequence_is_finished(&a->rules->p, piece->shape.naturals, piece->shape.wilds);
    return cn_shape_is_finished(a->rules, &piece->shape);
}

/* ---- what counts tell ---- */

/* Naturals that finish the begun meld, of its rank and in hand, so that another card is left for
 * joins after it; 0 if there are none such. */
static unsigned naturals_for_open(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    if (a->open == CN_NO_MELD) return 0;
    const cn_piece *piece = &a->piece[a->open];
    const int32_t size = (int32_t)cn_shape_size(&piece->shape), naturals = piece->shape.naturals;
    if (piece->shape.rank >= CN_RANKS || cn_arrange_finished(a, piece)) return 0;
    const int32_t lack = p->meld_min - size, few = p->min_naturals - naturals;
    const unsigned due = (unsigned)(lack > few ? lack : few);
    const unsigned left = cn_counts_sum_of(a->held, CN_ALL_RANKS) + cn_arrangement_wilds(a);
    return a->held[piece->shape.rank] >= due && left > due ? due : 0;
}

/* Counts tell yes once these naturals lie on the begun meld, which may be joined then. */
static bool goes_out_after_open(cn_arrangement *a, unsigned due)
{
    const cn_out_melds *melds = a->melds;
    const unsigned open = a->open;
    cn_piece *piece = &a->piece[open];
    const unsigned rank = piece->shape.rank;
    piece->shape.naturals = (uint8_t)(piece->shape.naturals + due);
    a->held[rank] = (uint8_t)(a->held[rank] - due);
    a->lying[rank] = (uint8_t)(a->lying[rank] + due);
    a->open = CN_NO_MELD;
    a->melds = NULL;
    const bool yes = a->tell(a) == CN_TOLD_YES;
    a->melds = melds;
    a->open = (uint8_t)open;
    a->lying[rank] = (uint8_t)(a->lying[rank] - due);
    a->held[rank] = (uint8_t)(a->held[rank] + due);
    piece->shape.naturals = (uint8_t)(piece->shape.naturals - due);
    return yes;
}

cn_told cn_arrange_told(cn_arrangement *a)
{
    const cn_told told = a->tell(a);
    if (told != CN_TOLD_NOTHING || !a->all) return told;
    const unsigned due = naturals_for_open(a);
    return due > 0 && goes_out_after_open(a, due) ? CN_TOLD_YES : CN_TOLD_NOTHING;
}

/* ---- the order of the stages ---- */

bool cn_arrange_after_sequences(cn_arrangement *a)
{
    a->settled++;
    if (a->tell != NULL) {
        const cn_told told = cn_arrange_told(a);
        if (told != CN_TOLD_NOTHING) return cn_effort_spend(a->effort) && told == CN_TOLD_YES;
    }
    return a->all ? cn_arrange_black3(a) : cn_arrange_wilds(a);
}

bool cn_arrange_after_twos(cn_arrangement *a)
{
    if (a->all && a->tell != NULL && a->rules->p.twos_as_rank && cn_twos_are_stuck(a)) return false;
    return a->rules->p.sequences ? cn_arrange_sequences(a) : cn_arrange_after_sequences(a);
}

/* Where only black threes may be laid, a natural of another rank can only be the discard. */
static bool stage_only_black3(cn_arrangement *a)
{
    unsigned rank = 0;
    while (rank < CN_RANKS && a->held[rank] == 0) rank++;
    if (rank == CN_RANKS || !a->all) return cn_arrange_black3(a);
    if (!cn_arrange_discard(a, rank)) return false;
    bool found = stage_only_black3(a);
    cn_arrange_undo_discard(a, rank);
    return found;
}

bool cn_arrange(cn_arrangement *a)
{
    if (!cn_understands(a->rules, CN_TELLER_BOUNDS)) {
        a->hopeless = NULL;
        a->failed = NULL;
        a->vain = NULL;
        a->tell = NULL;
    }
    if (a->only_black3) return stage_only_black3(a);
    a->orphans = cn_arrange_orphans(a);
    if (!a->rules->p.twos_as_rank) return cn_arrange_after_twos(a);
    if (a->all && a->tell != NULL) {
        const cn_told told = cn_arrange_placing(a);
        if (told != CN_TOLD_NOTHING) return told == CN_TOLD_YES;
    }
    return cn_arrange_grow(a, CN_MELD_TWOS, 0);
}

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
