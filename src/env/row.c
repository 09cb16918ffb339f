/* Writes what one seat may know as a row of numbers.
 * Not here: bookkeeping (watch.c). Invariant: every value of the row is written. */
#include "row.h"

#include <string.h>

enum { FACE_BYTES = CN_ENV_FACES * sizeof(int16_t), KIND_BYTES = CN_KINDS * sizeof(int16_t) };

/* What the parts of a row share. */
typedef struct writing {
    const cn_env_layout *layout;
    const cn_rules *rules;
    const cn_public *pub;
    const cn_env_watch *watch;
    unsigned seat;
    unsigned side_count;
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

/* Sides stand in the order in which their seats follow the own one; one without a seat is last. */
static void order_sides(writing *w)
{
    unsigned count = 0, seen = 0;
    for (unsigned i = 0; i < w->rules->seat_count + w->side_count; i++) {
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
    const uint8_t *order = w->layout->order[w->seat];
    unsigned place = 0;
    while (order[place] != seat) place++;
    return place;
}

static void write_hand(const writing *w, const cn_cards *hand)
{
    int16_t *kinds = field(w, CN_FIELD_HAND);
    for (unsigned kind = 0; kind < CN_KINDS; kind++) kinds[kind] = hand->kind[kind];
    if (!w->layout->suits) return;
    int16_t *faces = field(w, CN_FIELD_HAND_FACES);
    for (unsigned face = 0; face < CN_ENV_FACES; face++)
        faces[face] = (int16_t)(hand->suits[face / CN_SUITS] >> (4 * (face % CN_SUITS)) & 15);
}

static void write_top(const writing *w)
{
    const cn_card top = cn_public_top(w->pub);
    int16_t *kinds = field(w, CN_FIELD_PILE_TOP);
    memset(kinds, 0, KIND_BYTES);
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
    const unsigned count = w->pub->pile_count, most = (unsigned)w->rules->p.take_amount;
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
    memcpy(field(w, CN_FIELD_PILE), w->watch->pile, KIND_BYTES);
    if (w->layout->suits) memcpy(field(w, CN_FIELD_PILE_FACES), w->watch->pile_faces, FACE_BYTES);
    if (has(w, CN_FIELD_PILE_BURIED)) put(w, CN_FIELD_PILE_BURIED, (int)cn_public_buried(pub));
    write_order(w);
    write_top(w);
    put(w, CN_FIELD_FROZEN, cn_public_frozen_for(w->rules, pub, w->seat));
    put(w, CN_FIELD_FROZEN_BY_CARD, pub->pile_frozen);
    put(w, CN_FIELD_PILE_TAKEN, pub->pile_taken);
    put(w, CN_FIELD_NEED_POINTS, w->watch->need_points[w->seat]);
    put(w, CN_FIELD_NEED_CANASTA, w->watch->need_canasta[w->seat]);
}

static void write_sides(const writing *w)
{
    const cn_public *pub = w->pub;
    const unsigned values = w->layout->meld_values;
    int16_t *melds = field(w, w->layout->ranked ? CN_FIELD_MELDS : CN_FIELD_MELD_LIST);
    int16_t *opened = field(w, CN_FIELD_OPENED), *canastas = field(w, CN_FIELD_CANASTAS);
    int16_t *concealed = field(w, CN_FIELD_CONCEALED);
    const unsigned staging = pub->turn.staging ? pub->side_of[pub->asker] : CN_SIDES_MAX;
    for (unsigned i = 0; i < w->side_count; i++) {
        const unsigned side_i = w->side[i];
        const cn_side *side = &pub->side[side_i];
        memcpy(melds + i * values, w->watch->melds[side_i], values * sizeof *melds);
        opened[i] = side->meld_count != 0 && side_i != staging;
        canastas[i] = w->watch->canastas[side_i];
        concealed[i] = side->concealed_canastas;
        if (has(w, CN_FIELD_SET_ASIDE)) field(w, CN_FIELD_SET_ASIDE)[i] = side->set_aside;
    }
    if (w->layout->suits)
        memcpy(field(w, CN_FIELD_MELDED_FACES), w->watch->melded_faces, FACE_BYTES);
    if (w->layout->forming) put(w, CN_FIELD_FORMED, pub->formed);
}

/* What only some rule sets have. */
static void write_rare(const writing *w, unsigned i, unsigned seat)
{
    const cn_public *pub = w->pub;
    if (has(w, CN_FIELD_BLACK_THREES))
        field(w, CN_FIELD_BLACK_THREES)[i] = (int16_t)cn_public_threes(pub, seat, false);
    if (has(w, CN_FIELD_PACKETS)) field(w, CN_FIELD_PACKETS)[i] = pub->packets[seat];
    if (has(w, CN_FIELD_TALON)) field(w, CN_FIELD_TALON)[i] = pub->talon[seat];
    if (has(w, CN_FIELD_QUESTIONS)) field(w, CN_FIELD_QUESTIONS)[i] = pub->asked[seat];
    if (w->layout->suits)
        memcpy(field(w, CN_FIELD_KNOWN_FACES) + i * CN_ENV_FACES, w->watch->known_faces[seat],
               FACE_BYTES);
}

static void write_seats(const writing *w)
{
    const cn_public *pub = w->pub;
    const cn_env_watch *watch = w->watch;
    int16_t *side = field(w, CN_FIELD_SIDE), *totals = field(w, CN_FIELD_TOTALS);
    int16_t *count = field(w, CN_FIELD_HAND_COUNT), *red = field(w, CN_FIELD_RED_THREES);
    int16_t *laid = field(w, CN_FIELD_HAS_LAID), *own = field(w, CN_FIELD_OWN_CANASTA);
    int16_t *discarded = field(w, CN_FIELD_DISCARDED), *declined = field(w, CN_FIELD_DECLINED);
    int16_t *known = field(w, CN_FIELD_KNOWN);
    for (unsigned i = 0; i < w->rules->seat_count; i++) {
        const unsigned seat = w->layout->order[w->seat][i];
        side[i] = w->place[pub->side_of[seat]];
        totals[i] = watch->totals[seat];
        count[i] = (int16_t)pub->hand_count[seat];
        red[i] = (int16_t)cn_public_threes(pub, seat, true);
        laid[i] = pub->has_laid[seat];
        own[i] = pub->own_canasta[seat];
        memcpy(discarded + i * CN_KINDS, watch->discarded[seat], KIND_BYTES);
        memcpy(declined + i * CN_KINDS, watch->declined[seat], KIND_BYTES);
        memcpy(known + i * CN_KINDS, watch->known[seat], KIND_BYTES);
        write_rare(w, i, seat);
    }
}

/* A meld of the side whose turn it is: its row, or its place in the list, + 1. */
static void put_meld(const writing *w, cn_env_field_id id, unsigned meld_i)
{
    unsigned place = meld_i == CN_NO_MELD ? 0 : meld_i + 1;
    if (place != 0 && w->layout->ranked) place = cn_public_acting(w->pub)->meld[meld_i].rank + 1U;
    put(w, id, (int)place);
}

static void write_turn(const writing *w)
{
    const cn_public *pub = w->pub;
    const cn_turn *turn = &pub->turn;
    const int32_t staged = turn->staging ? cn_public_staged_points(w->rules, pub) : 0;
    put(w, CN_FIELD_TOOK, turn->took);
    put(w, CN_FIELD_STAGING, turn->staging);
    put(w, CN_FIELD_STAGED_POINTS, staged / w->layout->points_unit);
    put(w, CN_FIELD_TURN_OPENED, turn->opened);
    put(w, CN_FIELD_OPENED_TOOK, turn->opened_took);
    put(w, CN_FIELD_OPENED_FIRST, turn->opened_first);
    put(w, CN_FIELD_OPENED_EXEMPT, turn->opened_exempt);
    put(w, CN_FIELD_LAID, turn->laid);
    put(w, CN_FIELD_LAID_BEYOND, turn->laid_beyond);
    put(w, CN_FIELD_ADDED_OLD, turn->added_old);
    put(w, CN_FIELD_BLACK3_GROUP, turn->laid_black3);
    put(w, CN_FIELD_RUN_BEFORE, turn->run_before);
    put(w, CN_FIELD_RUN_WILDS, turn->run_wilds);
    put(w, CN_FIELD_RUN_OF_TAKE, turn->run_of_take);
    put(w, CN_FIELD_FIRST_MELD, turn->first_meld);
    put_meld(w, CN_FIELD_OPEN_MELD, turn->open_meld);
    put_meld(w, CN_FIELD_RUN_MELD, turn->run_meld);
    put_meld(w, CN_FIELD_TAKE_MELD, turn->take_meld);
    put_meld(w, CN_FIELD_TO_MELD, turn->to_meld);
    put(w, CN_FIELD_TURN_ASKED, turn->asked);
    put(w, CN_FIELD_ASKED_DRAWING, turn->asked_drawing);
    field(w, CN_FIELD_ANSWER)[0] = turn->answer == CN_ANSWER_YES;
    field(w, CN_FIELD_ANSWER)[1] = turn->answer == CN_ANSWER_NO;
}

static void write_course(const writing *w)
{
    const cn_public *pub = w->pub;
    int16_t *phase = field(w, CN_FIELD_PHASE);
    phase[0] = pub->phase == CN_PHASE_DRAW;
    phase[1] = pub->phase == CN_PHASE_MELD;
    phase[2] = pub->phase == CN_PHASE_ANSWER;
    const unsigned turns = pub->turn_number;
    put(w, CN_FIELD_DEALER, (int)relative_seat(w, pub->dealer));
    put(w, CN_FIELD_HAND_NUMBER, pub->hand_number & CN_ENV_POINTS_MAX);
    put(w, CN_FIELD_TURN_NUMBER, (int)(turns < CN_ENV_POINTS_MAX ? turns : CN_ENV_POINTS_MAX));
    put(w, CN_FIELD_TURN_OF, (int)relative_seat(w, pub->asker));
}

void cn_env_row_write(const cn_env_layout *layout, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, const cn_env_watch *watch, unsigned seat, int16_t *row)
{
    writing w = {.layout = layout,
                 .rules = rules,
                 .pub = pub,
                 .watch = watch,
                 .seat = seat,
                 .side_count = rules->side_count,
                 .row = row};
    order_sides(&w);
    write_hand(&w, hand);
    write_pile(&w);
    write_sides(&w);
    write_seats(&w);
    write_course(&w);
    write_turn(&w);
}

void cn_env_mask_write(const cn_mask *mask, unsigned count, uint8_t *bytes)
{
    for (unsigned first = 0; first < count; first += 8) {
        const uint64_t bits = mask->word[first / 64] >> (first % 64) & 255;
        /* Each byte gets its own bit, then 1 if it is not zero. */
        const uint64_t apart = bits * 0x0101010101010101U & 0x8040201008040201U;
        const uint64_t ones = (apart + 0x7f7f7f7f7f7f7f7fU) >> 7 & 0x0101010101010101U;
        for (unsigned i = 0; i < 8 && first + i < count; i++)
            bytes[first + i] = (uint8_t)(ones >> (8 * i));
    }
}
