/* The search through all arrangements: twos, sequences, wilds, black threes, ranks.
 * Not here: goals. Invariant: every lay is asked of shape.c, so that plans and steps agree.
 *
 * Naturals of a piece are laid before its wilds: no shape is lost by that (S7). New pieces of one
 * rank come in falling size, so that no set of them is met twice. What failed is remembered by its
 * counts. */
#include "arrange.h"

#include <string.h>

#include "arrange_stage.h"
#include "out_ranks.h"
#include "possible.h"
#include "rare.h"

static bool stage_wilds(cn_arrangement *a);
static bool stage_black3(cn_arrangement *a);
static bool place_rank(cn_arrangement *a, unsigned rank);
static bool grow_pieces(cn_arrangement *a, unsigned rank, unsigned from);

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
    memcpy(a->held, hand->kind, sizeof a->held);
    a->twos = hand->kind[CN_KIND_TWO];
    a->jokers = hand->kind[CN_KIND_JOKER];
    a->black3 = hand->kind[CN_KIND_BLACK3];
    a->only_black3 = pub->turn.laid_black3 != CN_BLACK3_NONE;
    for (unsigned rank = 0; rules->p.sequences && rank < CN_RANKS; rank++)
        if (hand->kind[rank] > 0) spread_suits(a->face + rank * CN_SUITS, hand->suits[rank]);
    a->piece_count = a->old_count = a->side->meld_count;
    for (unsigned i = 0; i < a->old_count; i++) {
        const cn_meld *meld = &a->side->meld[i];
        const bool sequence = meld->rank == CN_MELD_SEQUENCE;
        a->piece[i] = (cn_piece){.shape = cn_shape_of(pub, a->side, i),
                                 .low = sequence ? meld->low : 0,
                                 .suit = sequence ? meld->suit : 0,
                                 .twos = meld->twos,
                                 .jokers = meld->jokers};
    }
}

bool cn_arrange_finished(const cn_arrangement *a, const cn_piece *piece)
{
    if (piece->shape.rank == CN_PIECE_GONE) return true;
    if (piece->shape.rank == CN_MELD_SEQUENCE) return piece->shape.naturals >= a->rules->p.meld_min;
    return cn_shape_is_finished(a->rules, &piece->shape);
}

/* ---- what has failed ---- */

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

/* ---- single lays ---- */

static bool rank_is_dead(const cn_arrangement *a, unsigned rank)
{
    if (a->rules->p.dead_rank == CN_DEAD_RANK_NONE || rank >= CN_MELD_WILD) return false;
    if (cn_public_dead(a->rules, a->pub, rank)) return true;
    for (unsigned i = 0; i < a->piece_count; i++) /* a canasta made by this arrangement */
        if (a->piece[i].shape.rank == rank &&
            cn_shape_canasta(a->rules, &a->piece[i].shape) != CN_CANASTA_NONE)
            return true;
    return false;
}

static uint8_t *naturals_held(cn_arrangement *a, unsigned rank)
{
    if (rank == CN_MELD_BLACK3) return &a->black3;
    return rank == CN_MELD_TWOS ? &a->twos : &a->held[rank];
}

bool cn_arrange_natural(cn_arrangement *a, cn_piece *piece)
{
    uint8_t *held = naturals_held(a, piece->shape.rank);
    if (*held == 0 || rank_is_dead(a, piece->shape.rank)) return false;
    if (!cn_shape_takes(a->rules, &piece->shape, false)) return false;
    cn_shape_add(&piece->shape, false);
    piece->added++;
    piece->after = (uint8_t)(piece->after + piece->joined);
    --*held;
    return true;
}

static void unlay_natural(cn_arrangement *a, cn_piece *piece)
{
    piece->shape.naturals--;
    piece->added--;
    piece->after = (uint8_t)(piece->after - piece->joined);
    ++*naturals_held(a, piece->shape.rank);
}

/* Jokers are the wilds of twos; of all other pieces it stays open which wild it is. */
bool cn_arrange_wild(cn_arrangement *a, cn_piece *piece)
{
    bool of_twos = piece->shape.rank == CN_MELD_TWOS;
    if (of_twos ? a->jokers == 0 : cn_arrangement_wilds(a) == 0) return false;
    if (rank_is_dead(a, piece->shape.rank)) return false;
    if (!cn_shape_takes(a->rules, &piece->shape, true)) return false;
    cn_shape_add(&piece->shape, true);
    piece->new_wilds++;
    piece->added++;
    piece->after = (uint8_t)(piece->after + piece->joined);
    piece->chosen = of_twos;
    if (of_twos)
        a->jokers--;
    else
        a->open_wilds++;
    return true;
}

static void unlay_wild(cn_arrangement *a, cn_piece *piece)
{
    piece->shape.wilds--;
    piece->shape.run_wilds--;
    piece->new_wilds--;
    piece->added--;
    piece->after = (uint8_t)(piece->after - piece->joined);
    if (piece->shape.rank == CN_MELD_TWOS)
        a->jokers++;
    else
        a->open_wilds--;
}

/* ---- melds of one rank, of twos, of black threes ---- */

/* The piece could do without one of its new cards for a while: until others are joined, or it is
 * itself. */
static bool can_wait(const cn_arrangement *a, unsigned piece_i)
{
    const cn_piece *piece = &a->piece[piece_i];
    if (piece->joined) return piece->late || piece->after > 0;
    if (piece->added == 0) return false;
    if (piece_i < a->old_count && a->pub->turn.open_meld != piece_i) return true;
    if (piece->shape.rank == CN_MELD_SEQUENCE) return piece->shape.naturals > a->rules->p.meld_min;
    cn_shape shape = piece->shape;
    if (piece->new_wilds > 0)
        shape.wilds--;
    else
        shape.naturals--;
    return cn_shape_is_finished(a->rules, &shape);
}

/* Emptying the hand ends it (P126), so all melds must be joined before the last card is laid. */
static bool some_card_can_be_last(const cn_arrangement *a)
{
    bool joins = false;
    for (unsigned i = 0; i < a->piece_count; i++) joins |= a->piece[i].joined;
    if (!joins) return true;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        bool begins_later = !piece->joined && i >= a->old_count && piece->added > 0;
        if (begins_later || can_wait(a, i)) return true;
    }
    return false;
}

/* The begun meld is finished before anything else (P122); while wilds (twos) are locked it must do
 * with its naturals (P61, P133). */
static bool open_piece_comes_first(const cn_arrangement *a)
{
    unsigned open = a->pub->turn.open_meld;
    if (open == CN_NO_MELD || a->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO)
        return true;
    /* One that has been joined was looked at before. */
    if (a->piece[open].joined || a->piece[open].shape.rank == CN_PIECE_GONE) return true;
    unsigned rank = a->side->meld[open].rank, wild = a->jokers > 0 ? CN_KIND_JOKER : CN_KIND_TWO;
    if (rank >= CN_RANKS || !cn_is_locked(a->rules, a->side, wild, rank)) return true;
    cn_shape shape = a->piece[open].shape;
    shape.wilds = (uint8_t)(shape.wilds - a->piece[open].new_wilds);
    return cn_shape_is_finished(a->rules, &shape);
}

bool cn_arrange_discard(cn_arrangement *a, unsigned kind)
{
    uint8_t *held = kind == CN_KIND_JOKER ? &a->jokers : naturals_held(a, kind);
    if (a->discarded || *held == 0 || (a->last >> kind & 1) == 0) return false;
    --*held;
    a->discarded = true;
    return true;
}

static void unchoose_discard(cn_arrangement *a, unsigned kind)
{
    ++*(kind == CN_KIND_JOKER ? &a->jokers : naturals_held(a, kind));
    a->discarded = false;
}

/* Every card is laid, but the one that is discarded. */
static bool finish_all(cn_arrangement *a)
{
    if (a->black3 > 0) return false;
    if (cn_arrangement_wilds(a) == 0) {
        if (!a->discarded && (a->discard_due || !some_card_can_be_last(a))) return false;
        return a->arranged(a);
    }
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++) {
        if (cn_arrangement_wilds(a) > 1 || !cn_arrange_discard(a, kind)) continue;
        bool found = a->arranged(a);
        unchoose_discard(a, kind);
        if (found) return true;
    }
    return false;
}

bool cn_arrange_settled(cn_arrangement *a)
{
    if (!cn_effort_spend(a->effort)) return false;
    if (!open_piece_comes_first(a)) return false;
    for (unsigned i = 0; i < a->piece_count; i++)
        if (!cn_arrange_finished(a, &a->piece[i])) return false;
    return a->all ? finish_all(a) : a->arranged(a);
}

static bool has_piece(const cn_arrangement *a, unsigned rank)
{
    for (unsigned i = 0; i < a->piece_count; i++)
        if (a->piece[i].shape.rank == rank) return true;
    return false;
}

/* ---- joining melds of one rank (P56, S5) ---- */

static bool may_join(const cn_arrangement *a)
{
    return a->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !a->opening;
}

/* The piece `second` becomes part of `first`. */
static void join_pieces(cn_arrangement *a, unsigned first, unsigned second)
{
    cn_piece *to = &a->piece[first];
    cn_piece *from = &a->piece[second];
    bool late = can_wait(a, first) || can_wait(a, second);
    to->shape.naturals = (uint8_t)(to->shape.naturals + from->shape.naturals);
    to->shape.wilds = (uint8_t)(to->shape.wilds + from->shape.wilds);
    to->shape.run_before = (uint8_t)cn_shape_size(&to->shape);
    to->shape.run_wilds = 0;
    to->added = (uint8_t)(to->added + from->added);
    to->new_wilds = (uint8_t)(to->new_wilds + from->new_wilds);
    to->new_twos = (uint8_t)(to->new_twos + from->new_twos);
    to->late = late;
    to->after = 0;
    to->joined = true;
    *from = (cn_piece){.shape = {.rank = CN_PIECE_GONE}};
}

bool cn_arrange_join(cn_arrangement *a, unsigned first, unsigned second)
{
    const cn_piece *to = &a->piece[first], *joins = &a->piece[second];
    const unsigned open = a->pub->turn.open_meld;
    if (!may_join(a) || !cn_arrange_finished(a, to) || !cn_arrange_finished(a, joins)) return false;
    if (!cn_shape_union_fits(a->rules, &to->shape, &joins->shape)) return false;
    if ((first == open || second == open) && !open_piece_comes_first(a)) return false;
    join_pieces(a, first, second);
    return true;
}

typedef bool join_then(cn_arrangement *a, unsigned rank);

/* Goes on with `then` as the pieces of the rank are, and after every way to join some of them. */
static bool with_joins(cn_arrangement *a, unsigned rank, unsigned from, join_then *then)
{
    if (then(a, rank)) return true;
    for (unsigned first = from; first < a->piece_count; first++) {
        if (a->piece[first].shape.rank != rank) continue;
        for (unsigned second = first + 1; second < a->piece_count; second++) {
            if (a->piece[second].shape.rank != rank) continue;
            const cn_piece to = a->piece[first], joins = a->piece[second];
            if (!cn_arrange_join(a, first, second)) continue;
            if (with_joins(a, rank, first, then)) return true;
            a->piece[first] = to;
            a->piece[second] = joins;
        }
    }
    return false;
}

static bool grow_from_first(cn_arrangement *a, unsigned rank)
{
    return grow_pieces(a, rank, 0);
}

/* Melds may be joined before cards go to them, and after it. */
static bool join_and_grow(cn_arrangement *a, unsigned rank)
{
    return may_join(a) ? with_joins(a, rank, 0, grow_from_first) : grow_pieces(a, rank, 0);
}

/* Something can be done about the rank: cards laid, or melds joined. */
static bool needs_visit(const cn_arrangement *a, unsigned rank)
{
    if (a->held[rank] > 0) return true;
    if (cn_arrangement_wilds(a) == 0 && !may_join(a)) return false;
    unsigned pieces = 0;
    for (unsigned i = 0; i < a->piece_count; i++) pieces += a->piece[i].shape.rank == rank;
    return (pieces > 0 && cn_arrangement_wilds(a) > 0) || (pieces > 1 && may_join(a));
}

static bool next_stage(cn_arrangement *a, unsigned rank)
{
    if (rank != CN_MELD_BLACK3) return place_rank(a, rank + 1);
    return a->only_black3 ? cn_arrange_settled(a) : place_rank(a, 0);
}

/* The stage after a rank or black threes are settled. */
static bool after_rank(cn_arrangement *a, unsigned rank)
{
    unsigned left = a->all ? *naturals_held(a, rank) : 0;
    if (left == 0) return next_stage(a, rank);
    if (left > 1 || !cn_arrange_discard(a, rank)) return false;
    bool found = next_stage(a, rank);
    unchoose_discard(a, rank);
    return found;
}

/* A begun meld of the rank waits for cards that do not come. */
static bool leaves_unfinished(const cn_arrangement *a, unsigned rank)
{
    unsigned open = a->pub->turn.open_meld;
    if (open == CN_NO_MELD || a->piece[open].shape.rank != rank) return false;
    return !cn_arrange_finished(a, &a->piece[open]);
}

static bool place_rank(cn_arrangement *a, unsigned rank)
{
    if (!cn_effort_spend(a->effort)) return false;
    for (; rank < CN_RANKS && !needs_visit(a, rank); rank++)
        if (leaves_unfinished(a, rank)) return false;
    if (a->hopeless != NULL && a->hopeless(a, rank)) return false;
    if (rank >= CN_RANKS) return a->all ? stage_wilds(a) : cn_arrange_settled(a);
    if (a->failed == NULL) return join_and_grow(a, rank);
    uint64_t key = cn_arrange_key(a, rank);
    if (cn_has_failed(a->failed, key)) return false;
    if (join_and_grow(a, rank)) return true;
    cn_note_failure(a->failed, key);
    return false;
}

bool cn_arrange_may_begin(const cn_arrangement *a, unsigned rank)
{
    if (a->piece_count == CN_MELDS_MAX) return false;
    if (rank == CN_MELD_BLACK3) return !has_piece(a, rank);
    if (a->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) return true;
    for (unsigned i = a->piece_count; i > 0; i--)
        if (a->piece[i - 1].shape.rank == rank)
            return cn_shape_is_closed(a->rules, &a->piece[i - 1].shape);
    return true;
}

static bool after_twos(cn_arrangement *a);

static bool settle_joined(cn_arrangement *a, unsigned rank)
{
    return rank == CN_MELD_TWOS ? after_twos(a) : after_rank(a, rank);
}

static bool settle(cn_arrangement *a, unsigned rank)
{
    return may_join(a) && rank != CN_MELD_BLACK3 ? with_joins(a, rank, 0, settle_joined)
                                                 : settle_joined(a, rank);
}

/* Begins further melds of the rank, none with more naturals than `most`. */
static bool begin_pieces(cn_arrangement *a, unsigned rank, unsigned most)
{
    if (!cn_effort_spend(a->effort)) return false;
    if (*naturals_held(a, rank) == 0 || !cn_arrange_may_begin(a, rank)) return settle(a, rank);
    unsigned piece_i = a->piece_count;
    cn_piece *piece = &a->piece[piece_i];
    *piece = (cn_piece){.shape = cn_shape_new(rank, a->opening)};
    a->piece_count++;
    unsigned naturals = 0;
    while (naturals < most && cn_arrange_natural(a, piece)) naturals++;
    bool found = false;
    for (; naturals > 0; naturals--) {
        unsigned wilds = 0;
        for (;;) {
            found = cn_arrange_finished(a, piece) && begin_pieces(a, rank, naturals);
            if (found || !cn_arrange_wild(a, piece)) break;
            wilds++;
        }
        if (found) return true;
        for (; wilds > 0; wilds--) unlay_wild(a, piece);
        unlay_natural(a, piece);
    }
    a->piece_count--;
    return settle(a, rank);
}

bool cn_arrange_takes_cards(const cn_arrangement *a, unsigned piece_i)
{
    if (a->rules->many) return true;
    for (unsigned i = piece_i + 1; i < a->old_count; i++)
        if (a->piece[i].shape.rank == a->piece[piece_i].shape.rank) return false;
    return true;
}

/* Adds to the old melds of the rank from index `from` on, then begins new ones. */
static bool grow_pieces(cn_arrangement *a, unsigned rank, unsigned from)
{
    if (!cn_effort_spend(a->effort)) return false;
    while (from < a->old_count &&
           (a->piece[from].shape.rank != rank || !cn_arrange_takes_cards(a, from)))
        from++;
    if (from == a->old_count) return begin_pieces(a, rank, CN_DECK_CARDS_MAX);
    cn_piece *piece = &a->piece[from];
    unsigned naturals = 0;
    while (cn_arrange_natural(a, piece)) naturals++;
    for (;; naturals--) {
        unsigned wilds = 0;
        bool found;
        for (;;) {
            found = cn_arrange_finished(a, piece) && grow_pieces(a, rank, from + 1);
            if (found || !cn_arrange_wild(a, piece)) break;
            wilds++;
        }
        if (found) return true;
        for (; wilds > 0; wilds--) unlay_wild(a, piece);
        if (naturals == 0) return false;
        unlay_natural(a, piece);
    }
}

static bool stage_black3(cn_arrangement *a)
{
    const cn_turn *turn = &a->pub->turn;
    bool may = !a->no_black3 && a->rules->p.black3_meld == CN_BLACK3_MELD_GOING_OUT &&
               turn->laid_black3 != CN_BLACK3_CLOSED;
    if (!may) return after_rank(a, CN_MELD_BLACK3);
    return grow_pieces(a, CN_MELD_BLACK3, 0);
}

/* ---- melds of wilds only ---- */

/* In a free search the wilds of these melds are chosen one by one; where all must be laid only
 * their number matters. */
static bool lay_chosen(cn_arrangement *a, cn_piece *piece, bool two)
{
    uint8_t *held = two ? &a->twos : &a->jokers;
    if (*held == 0) return false;
    if (!cn_shape_takes(a->rules, &piece->shape, true)) return false;
    cn_shape_add(&piece->shape, true);
    piece->chosen = true;
    piece->added++;
    piece->new_wilds++;
    if (two) piece->new_twos++;
    --*held;
    return true;
}

static void unlay_chosen(cn_arrangement *a, cn_piece *piece, bool two)
{
    piece->shape.wilds--;
    piece->shape.run_wilds--;
    piece->added--;
    piece->new_wilds--;
    if (two) piece->new_twos--;
    ++*(two ? &a->twos : &a->jokers);
}

static bool after_wilds(cn_arrangement *a)
{
    return a->all ? cn_arrange_settled(a) : stage_black3(a);
}

static bool wilds_from(cn_arrangement *a, unsigned from);

/* Tries every number of twos and jokers on the piece, then goes on behind it. */
static bool fill_chosen(cn_arrangement *a, cn_piece *piece, unsigned next)
{
    unsigned twos = 0;
    for (;;) {
        unsigned jokers = 0;
        bool found;
        for (;;) {
            found = cn_arrange_finished(a, piece) && wilds_from(a, next);
            if (found || !lay_chosen(a, piece, false)) break;
            jokers++;
        }
        if (found) return true;
        for (; jokers > 0; jokers--) unlay_chosen(a, piece, false);
        if (!lay_chosen(a, piece, true)) break;
        twos++;
    }
    for (; twos > 0; twos--) unlay_chosen(a, piece, true);
    return false;
}

static bool fill_open(cn_arrangement *a, cn_piece *piece, unsigned next)
{
    unsigned wilds = 0;
    while (cn_arrange_wild(a, piece)) wilds++;
    for (;; wilds--) {
        if (cn_arrange_finished(a, piece) && wilds_from(a, next)) return true;
        if (wilds == 0) return false;
        unlay_wild(a, piece);
    }
}

/* Old melds of wilds from index `from` on, then new ones. */
static bool wilds_from(cn_arrangement *a, unsigned from)
{
    if (!cn_effort_spend(a->effort)) return false;
    while (from < a->old_count &&
           (a->piece[from].shape.rank != CN_MELD_WILD || !cn_arrange_takes_cards(a, from)))
        from++;
    if (from < a->old_count)
        return a->all ? fill_open(a, &a->piece[from], from + 1)
                      : fill_chosen(a, &a->piece[from], from + 1);
    bool enough = cn_arrangement_wilds(a) >= (unsigned)a->rules->p.meld_min;
    if (enough && a->rules->wild_most > 0 && cn_arrange_may_begin(a, CN_MELD_WILD) &&
        !(a->opening && a->rules->p.initial_naturals_only)) {
        cn_piece *piece = &a->piece[a->piece_count++];
        *piece = (cn_piece){.shape = cn_shape_new(CN_MELD_WILD, a->opening)};
        if (a->all ? fill_open(a, piece, from) : fill_chosen(a, piece, from)) return true;
        a->piece_count--;
    }
    return after_wilds(a);
}

static bool stage_wilds(cn_arrangement *a)
{
    return wilds_from(a, 0);
}

/* ---- twos as a rank, and the whole ---- */

bool cn_arrange_after_sequences(cn_arrangement *a)
{
    if (a->tell != NULL) {
        const cn_told told = a->tell(a);
        if (told != CN_TOLD_NOTHING) return cn_effort_spend(a->effort) && told == CN_TOLD_YES;
    }
    return a->all ? stage_black3(a) : stage_wilds(a);
}

static bool after_twos(cn_arrangement *a)
{
    if (a->tell != NULL && a->rules->p.twos_as_rank && cn_twos_are_stuck(a)) return false;
    return a->rules->p.sequences ? cn_arrange_sequences(a) : cn_arrange_after_sequences(a);
}

/* Where only black threes may be laid, a natural of another rank can only be the discard. */
static bool stage_only_black3(cn_arrangement *a)
{
    unsigned rank = 0;
    while (rank < CN_RANKS && a->held[rank] == 0) rank++;
    if (rank == CN_RANKS || !a->all) return stage_black3(a);
    if (!cn_arrange_discard(a, rank)) return false;
    bool found = stage_only_black3(a);
    unchoose_discard(a, rank);
    return found;
}

bool cn_arrange(cn_arrangement *a)
{
    if (a->only_black3) return stage_only_black3(a);
    a->orphans = cn_arrange_orphans(a);
    if (a->rules->p.twos_as_rank) return grow_pieces(a, CN_MELD_TWOS, 0);
    return after_twos(a);
}
