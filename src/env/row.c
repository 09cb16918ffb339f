/* Writes what one seat may know as a row of numbers.
 * Not here: bookkeeping (watch.c). Invariant: every value of the row is written. */
#include "row.h"

#include <string.h>

/* What the parts of a row share. */
typedef struct writing {
    const cn_env_layout *layout;
    const cn_rules *rules;
    const cn_public *pub;
    const cn_env_watch *watch;
    unsigned seat;
    uint8_t side[CN_SIDES_MAX];  /* by place: the own side first */
    uint8_t place[CN_SIDES_MAX]; /* by side */
    int16_t *row;
} writing;

static int16_t *field(const writing *w, cn_env_field_id id)
{
    return w->row + w->layout->at[id];
}

static bool has(const writing *w, cn_env_field_id id)
{
    return w->layout->at[id] != CN_ENV_ABSENT;
}

static void put(const writing *w, cn_env_field_id id, int value)
{
    *field(w, id) = (int16_t)value;
}

/* Sides that form during play stand in the order in which their seats follow the own one; one
 * without a seat is last. */
static void order_sides(writing *w)
{
    unsigned count = 0, seen = 0;
    for (unsigned i = 0; i < w->rules->seat_count + w->rules->side_count; i++) {
        const bool seated = i < w->rules->seat_count;
        const unsigned side =
            seated ? w->pub->side_of[w->layout->order[w->seat][i]] : i - w->rules->seat_count;
        if ((seen >> side & 1) != 0 || count >= CN_SIDES_MAX) continue;
        seen |= 1U << side;
        w->place[side] = (uint8_t)count;
        w->side[count++] = (uint8_t)side;
    }
}

static unsigned relative_seat(const writing *w, unsigned seat)
{
    return w->layout->place[w->seat][seat];
}

typedef uint8_t bytes_16 __attribute__((vector_size(16)));
typedef uint64_t words_2 __attribute__((vector_size(16)));

/* Between the bytes lie noughts: one instruction, which compilers do not find by themselves. */
static inline void widen_eight(int16_t *out, const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    const bytes_16 narrow = (bytes_16)(words_2){word, 0}, nought = {0};
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    const bytes_16 wide = __builtin_shufflevector(nought, narrow, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                                                  5, 21, 6, 22, 7, 23);
#else
    const bytes_16 wide = __builtin_shufflevector(narrow, nought, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                                                  5, 21, 6, 22, 7, 23);
#endif
    memcpy(out, &wide, sizeof wide);
}

/* Eight or more, the last eight as well where some of them are written twice. */
static inline void widen(int16_t *out, const uint8_t *bytes, unsigned count)
{
    for (unsigned i = 0; i + 8 < count; i += 8) widen_eight(out + i, bytes + i);
    widen_eight(out + count - 8, bytes + count - 8);
}

static void widen_kinds(int16_t out[CN_KINDS], const uint8_t kinds[CN_KINDS])
{
    widen(out, kinds, CN_KINDS);
}

static void widen_faces(int16_t out[CN_ENV_FACES], const uint8_t faces[CN_ENV_FACES])
{
    widen(out, faces, CN_ENV_FACES);
}

/* Four counts of four bits as four values, each pair of steps half as wide as the one before. */
static inline void spread_suits(int16_t out[CN_SUITS], uint64_t suits)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (unsigned suit = 0; suit < CN_SUITS; suit++) out[suit] = (int16_t)(suits >> 4 * suit & 15);
#else
    suits = (suits | suits << 24) & UINT64_C(0x000000ff000000ff);
    suits = (suits | suits << 12) & UINT64_C(0x000f000f000f000f);
    memcpy(out, &suits, sizeof suits);
#endif
}

static void write_hand(const writing *w, const cn_cards *hand)
{
    widen_kinds(field(w, CN_FIELD_HAND), hand->kind);
    if (!w->layout->suits) return;
    int16_t *faces = field(w, CN_FIELD_HAND_FACES);
    for (unsigned rank = 0; rank < CN_RANKS; rank++, faces += CN_SUITS)
        spread_suits(faces, hand->suits[rank]);
}

static void write_top(const writing *w)
{
    const cn_card top = cn_public_top(w->pub);
    int16_t *kinds = field(w, CN_FIELD_PILE_TOP);
    memset(kinds, 0, CN_KINDS * sizeof *kinds);
    const unsigned kind = cn_card_kind(top);
    if (kind < CN_KINDS) kinds[kind] = 1;
    if (!w->layout->suits) return;
    int16_t *suits = field(w, CN_FIELD_PILE_TOP_SUIT);
    memset(suits, 0, CN_SUITS * sizeof *suits);
    if (top < CN_CARD_JOKER) suits[cn_card_suit(top)] = 1;
}

static void write_order(const writing *w)
{
    if (!has(w, CN_FIELD_PILE_ORDER)) return;
    int16_t *order = field(w, CN_FIELD_PILE_ORDER);
    const unsigned count = w->pub->pile_count,
                   most = (unsigned)cn_most_by_hand(&w->rules->p.take_amount);
    for (unsigned i = 0; i < most; i++) {
        const unsigned kind = i < count ? cn_card_kind(w->pub->pile[count - 1 - i]) : CN_KIND_NONE;
        order[i] = (int16_t)(kind < CN_KINDS ? kind + 1 : 0);
    }
}

static void write_pile(const writing *w)
{
    const cn_public *pub = w->pub;
    put(w, CN_FIELD_STOCK, pub->stock_count);
    put(w, CN_FIELD_PILE_COUNT, pub->pile_count);
    widen_kinds(field(w, CN_FIELD_PILE), w->watch->pile);
    if (w->layout->suits) widen_faces(field(w, CN_FIELD_PILE_FACES), w->watch->pile_faces);
    if (has(w, CN_FIELD_PILE_BURIED)) put(w, CN_FIELD_PILE_BURIED, (int)cn_public_buried(pub));
    write_order(w);
    write_top(w);
    put(w, CN_FIELD_FROZEN, cn_public_frozen_for(w->rules, pub, w->seat));
    put(w, CN_FIELD_FROZEN_BY_CARD, pub->pile_frozen);
    put(w, CN_FIELD_PILE_TAKEN, pub->pile_taken);
    put(w, CN_FIELD_NEED_POINTS, w->watch->need_points[w->seat]);
    put(w, CN_FIELD_NEED_CANASTA, w->watch->need_canasta[w->seat]);
}

/* The usual table of twelve rows is copied in a few wide moves; a list as far as it is filled. */
static void copy_melds(const writing *w, int16_t *out, unsigned side_i)
{
    enum { USUAL = (CN_ENV_MELD_ROWS - 1) * CN_ENV_MELD_PARTS };
    const uint8_t *melds = w->watch->melds[side_i];
    const unsigned values = w->layout->meld_values;
    if (values == USUAL) {
        widen(out, melds, USUAL);
    } else if (w->layout->ranked) {
        widen(out, melds, values);
    } else {
        const unsigned listed = w->watch->listed[side_i] * CN_ENV_LISTED_PARTS;
        unsigned filled = 0;
        for (; filled < listed; filled += 8) widen_eight(out + filled, melds + filled);
        memset(out + filled, 0, (values - filled) * sizeof *out);
    }
}

static void write_sides(const writing *w)
{
    const cn_public *pub = w->pub;
    const unsigned values = w->layout->meld_values;
    int16_t *melds = field(w, w->layout->ranked ? CN_FIELD_MELDS : CN_FIELD_MELD_LIST);
    int16_t *opened = field(w, CN_FIELD_OPENED), *canastas = field(w, CN_FIELD_CANASTAS);
    int16_t *concealed = field(w, CN_FIELD_CONCEALED);
    const unsigned staging = pub->turn.staging ? pub->side_of[pub->asker] : CN_SIDES_MAX;
    for (unsigned i = 0; i < w->rules->side_count; i++) {
        const unsigned side_i = w->side[i];
        const cn_side *side = &pub->side[side_i];
        copy_melds(w, melds + i * values, side_i);
        opened[i] = side->meld_count != 0 && side_i != staging;
        canastas[i] = w->watch->canastas[side_i];
        concealed[i] = side->concealed_canastas;
        if (has(w, CN_FIELD_SET_ASIDE)) field(w, CN_FIELD_SET_ASIDE)[i] = side->set_aside;
    }
    if (w->layout->suits) widen_faces(field(w, CN_FIELD_MELDED_FACES), w->watch->melded_faces);
    if (w->layout->forming) put(w, CN_FIELD_FORMED, pub->formed);
}

static void put_by_seat(const writing *w, cn_env_field_id id, const uint8_t *by_seat)
{
    if (!has(w, id)) return;
    int16_t *out = field(w, id);
    for (unsigned i = 0; i < w->rules->seat_count; i++)
        out[i] = by_seat[w->layout->order[w->seat][i]];
}

/* What only some rule sets have. */
static void write_rare(const writing *w)
{
    const cn_public *pub = w->pub;
    put_by_seat(w, CN_FIELD_PACKETS, pub->packets);
    put_by_seat(w, CN_FIELD_TALON, pub->talon);
    put_by_seat(w, CN_FIELD_QUESTIONS, pub->asked);
    for (unsigned i = 0; has(w, CN_FIELD_BLACK_THREES) && i < w->rules->seat_count; i++)
        field(w, CN_FIELD_BLACK_THREES)[i] =
            (int16_t)cn_public_threes(pub, w->layout->order[w->seat][i], false);
    for (unsigned i = 0; w->layout->suits && i < w->rules->seat_count; i++)
        widen_faces(field(w, CN_FIELD_KNOWN_FACES) + i * CN_ENV_FACES,
                    w->watch->known_faces[w->layout->order[w->seat][i]]);
}

/* What changes little: places of sides, totals, what has been done. */
static void write_standing(const writing *w)
{
    const cn_public *pub = w->pub;
    const uint8_t *order = w->layout->order[w->seat];
    int16_t *side = field(w, CN_FIELD_SIDE), *totals = field(w, CN_FIELD_TOTALS);
    int16_t *count = field(w, CN_FIELD_HAND_COUNT), *red = field(w, CN_FIELD_RED_THREES);
    int16_t *laid = field(w, CN_FIELD_HAS_LAID), *own = field(w, CN_FIELD_OWN_CANASTA);
    for (unsigned i = 0, seats = w->rules->seat_count; i < seats; i++) {
        const unsigned seat = order[i];
        side[i] = w->place[pub->side_of[seat]];
        totals[i] = w->watch->totals[seat];
        count[i] = (int16_t)pub->hand_count[seat];
        red[i] = (int16_t)(pub->three[seat][CN_SUIT_DIAMONDS] + pub->three[seat][CN_SUIT_HEARTS]);
        laid[i] = pub->has_laid[seat];
        own[i] = pub->own_canasta[seat];
    }
}

static void write_seats(const writing *w)
{
    const cn_env_watch *watch = w->watch;
    const uint8_t *order = w->layout->order[w->seat];
    int16_t *discarded = field(w, CN_FIELD_DISCARDED), *declined = field(w, CN_FIELD_DECLINED);
    int16_t *known = field(w, CN_FIELD_KNOWN);
    for (unsigned i = 0, seats = w->rules->seat_count; i < seats; i++) {
        const unsigned seat = order[i], at = i * CN_KINDS;
        widen_kinds(discarded + at, watch->seat[seat].discarded);
        widen_kinds(declined + at, watch->seat[seat].declined);
        widen_kinds(known + at, watch->seat[seat].known);
    }
    write_standing(w);
    write_rare(w);
}

/* A meld of the side whose turn it is: its row, or its place in the list, + 1. */
static int16_t meld_place(const writing *w, unsigned meld_i)
{
    if (meld_i == CN_NO_MELD) return 0;
    if (!w->layout->ranked) return (int16_t)(meld_i + 1);
    return (int16_t)(cn_public_acting(w->pub)->meld[meld_i].rank + 1);
}

/* The fields of the turn lie in a row, one value each. */
static void write_turn(const writing *w)
{
    const cn_public *pub = w->pub;
    const cn_turn *turn = &pub->turn;
    const int32_t staged = turn->staging ? cn_public_staged_points(w->rules, pub) : 0;
    int16_t *out = field(w, CN_FIELD_TOOK);
#define PUT(name, value) out[CN_FIELD_##name - CN_FIELD_TOOK] = (int16_t)(value)
    PUT(TOOK, turn->took);
    PUT(STAGING, turn->staging);
    PUT(STAGED_POINTS, staged == 0 ? 0 : staged / w->layout->points_unit);
    PUT(TURN_OPENED, turn->opened);
    PUT(OPENED_TOOK, turn->opened_took);
    PUT(OPENED_FIRST, turn->opened_first);
    PUT(OPENED_EXEMPT, turn->opened_exempt);
    PUT(LAID, turn->laid);
    PUT(LAID_BEYOND, turn->laid_beyond);
    PUT(ADDED_OLD, turn->added_old);
    PUT(BLACK3_GROUP, turn->laid_black3);
    PUT(RUN_BEFORE, turn->run_before);
    PUT(RUN_WILDS, turn->run_wilds);
    PUT(RUN_OF_TAKE, turn->run_of_take != CN_RUN_OF_NONE);
    PUT(FIRST_MELD, turn->first_meld);
    PUT(OPEN_MELD, meld_place(w, turn->open_meld));
    PUT(RUN_MELD, meld_place(w, turn->run_meld));
    PUT(TAKE_MELD, meld_place(w, turn->take_meld));
    PUT(TO_MELD, meld_place(w, turn->to_meld));
    PUT(TURN_ASKED, turn->asked);
    PUT(ASKED_DRAWING, turn->asked_drawing);
    PUT(ANSWER, turn->answer == CN_ANSWER_YES);
    out[CN_FIELD_ANSWER - CN_FIELD_TOOK + 1] = turn->answer == CN_ANSWER_NO;
#undef PUT
    const bool draws = pub->phase == CN_PHASE_DRAW;
    if (has(w, CN_FIELD_TO_DRAW))
        put(w, CN_FIELD_TO_DRAW, draws ? (int)cn_public_to_draw(w->rules, pub) : 0);
}

static void write_course(const writing *w)
{
    const cn_public *pub = w->pub;
    int16_t *phase = field(w, CN_FIELD_PHASE);
    phase[0] = pub->phase == CN_PHASE_DRAW;
    phase[1] = pub->phase == CN_PHASE_MELD;
    phase[2] = pub->phase == CN_PHASE_ANSWER;
    const unsigned turns = pub->turn_number, hands = pub->hand_number;
    put(w, CN_FIELD_DEALER, (int)relative_seat(w, pub->dealer));
    put(w, CN_FIELD_HAND_NUMBER, (int)(hands < CN_ENV_POINTS_MAX ? hands : CN_ENV_POINTS_MAX));
    put(w, CN_FIELD_TURN_NUMBER, (int)(turns < CN_ENV_POINTS_MAX ? turns : CN_ENV_POINTS_MAX));
    put(w, CN_FIELD_TURN_OF, (int)relative_seat(w, pub->asker));
}

void cn_env_row_write(const cn_env_layout *layout, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, const cn_env_watch *watch, unsigned seat, int16_t *row)
{
    writing w = {
        .layout = layout, .rules = rules, .pub = pub, .watch = watch, .seat = seat, .row = row};
    memcpy(w.side, layout->side[seat], sizeof w.side);
    memcpy(w.place, layout->side_place[seat], sizeof w.place);
    if (layout->forming) order_sides(&w);
    write_hand(&w, hand);
    write_pile(&w);
    write_sides(&w);
    write_seats(&w);
    write_course(&w);
    write_turn(&w);
}

/* Every byte with each of its bits as a byte, the lowest first in memory. */
#define BIT(bits, i, at) ((uint64_t)((bits) >> (i)&1) << (8 * (at)))
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SPREAD(b)                                                                                  \
    (BIT(b, 0, 7) | BIT(b, 1, 6) | BIT(b, 2, 5) | BIT(b, 3, 4) | BIT(b, 4, 3) | BIT(b, 5, 2) |     \
     BIT(b, 6, 1) | BIT(b, 7, 0))
#else
#define SPREAD(b)                                                                                  \
    (BIT(b, 0, 0) | BIT(b, 1, 1) | BIT(b, 2, 2) | BIT(b, 3, 3) | BIT(b, 4, 4) | BIT(b, 5, 5) |     \
     BIT(b, 6, 6) | BIT(b, 7, 7))
#endif
#define SPREAD_4(b)  SPREAD(b), SPREAD((b) + 1), SPREAD((b) + 2), SPREAD((b) + 3)
#define SPREAD_16(b) SPREAD_4(b), SPREAD_4((b) + 4), SPREAD_4((b) + 8), SPREAD_4((b) + 12)
#define SPREAD_64(b) SPREAD_16(b), SPREAD_16((b) + 16), SPREAD_16((b) + 32), SPREAD_16((b) + 48)
static const uint64_t spread[256] = {SPREAD_64(0), SPREAD_64(64), SPREAD_64(128), SPREAD_64(192)};

void cn_env_mask_write(const cn_mask *mask, unsigned count, uint8_t *bytes)
{
    unsigned first = 0;
    for (; first + 64 <= count; first += 64) {
        uint64_t bits = mask->word[first / 64];
        for (unsigned i = 0; i < 64; i += 8, bits >>= 8)
            memcpy(bytes + first + i, &spread[bits & 255], 8);
    }
    for (; first < count; first++) bytes[first] = cn_mask_has(mask, first);
}
