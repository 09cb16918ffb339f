/* The fields of an observation: which there are, how large, in which range, in words.
 * Not here: writing them (row.c). Invariant: the table has one line for each cn_env_field_id. */
#include "layout.h"

#include <assert.h>
#include <string.h>

/* Sizes and limits that depend on the rules; positive numbers mean themselves. */
enum {
    SEATS = -1,
    SIDES = -2,
    MELD_ROWS = -3,
    TAKEN = -4,
    COPIES = -5,
    DECK = -6,
    POINTS = -7,
    LAST_SEAT = -8,
    LAST_SIDE = -9,
    PLACES = -10,
    NO_SIZE = 0
};

/* When there is such a field. */
typedef enum when {
    ALWAYS,
    SUITS, /* with sequences */
    RANKED,
    LISTED,
    BURIED,
    IN_PART, /* only some cards of the pile are taken */
    SETS_ASIDE,
    FORMS,
    BOTH_THREES,
    RESERVES,
    TALONS,
    ASKS,
    ONE_BY_ONE /* the cards of a draw */
} when;

typedef struct spec {
    const char *name;
    when when;
    int shape[CN_ENV_DIMENSIONS_MAX];
    int high; /* the lowest value is 0, of points -high */
    const char *meaning;
} spec;

/* clang-format off */
static const spec specs[CN_FIELDS] = {
    [CN_FIELD_PHASE] = {"phase", ALWAYS, {3}, 1,
        "one of: before drawing, after drawing, answering a question; all 0 once the hand is over"},
    [CN_FIELD_HAND] = {"hand", ALWAYS, {CN_KINDS}, COPIES,
        "own cards by kind: 4 5 6 7 8 9 T J Q K A, black 3, 2, joker, red 3"},
    [CN_FIELD_HAND_FACES] = {"hand_faces", SUITS, {CN_RANKS, CN_SUITS}, COPIES,
        "own natural cards by rank (4 to A) and suit (clubs, diamonds, hearts, spades)"},
    [CN_FIELD_STOCK] = {"stock", ALWAYS, {1}, DECK, "cards in the stock"},
    [CN_FIELD_PILE_COUNT] = {"pile_count", ALWAYS, {1}, DECK,
        "cards in the discard pile, buried ones included"},
    [CN_FIELD_PILE] = {"pile", ALWAYS, {CN_KINDS}, COPIES, "open cards of the pile by kind"},
    [CN_FIELD_PILE_FACES] = {"pile_faces", SUITS, {CN_RANKS, CN_SUITS}, COPIES,
        "its natural cards by rank and suit"},
    [CN_FIELD_PILE_BURIED] = {"pile_buried", BURIED, {1}, DECK,
        "cards that lie face down at its bottom"},
    [CN_FIELD_PILE_ORDER] = {"pile_order", IN_PART, {TAKEN}, CN_KINDS,
        "as many cards as are taken, from the top down: kind + 1, 0 for none and for a buried one"},
    [CN_FIELD_PILE_TOP] = {"pile_top", ALWAYS, {CN_KINDS}, 1,
        "1 at the kind of the top card; all 0 without one"},
    [CN_FIELD_PILE_TOP_SUIT] = {"pile_top_suit", SUITS, {CN_SUITS}, 1,
        "1 at its suit; all 0 for a joker or no card"},
    [CN_FIELD_FROZEN] = {"frozen", ALWAYS, {1}, 1, "the pile is frozen for the own side"},
    [CN_FIELD_FROZEN_BY_CARD] = {"frozen_by_card", ALWAYS, {1}, 1,
        "a card in the pile freezes it, for everybody"},
    [CN_FIELD_PILE_TAKEN] = {"pile_taken", ALWAYS, {1}, 1,
        "somebody has taken the pile in this hand"},
    [CN_FIELD_NEED_POINTS] = {"need_points", ALWAYS, {1}, POINTS,
        "least count of the own side's first meld at its total, whether it has melded or not"},
    [CN_FIELD_NEED_CANASTA] = {"need_canasta", ALWAYS, {1}, 2,
        "what it must contain: 0 no canasta, 1 any, 2 a natural one"},
    [CN_FIELD_MELDS] = {"melds", RANKED, {SIDES, MELD_ROWS, CN_ENV_MELD_PARTS}, COPIES,
        "cards of each side's melds, staged ones too, by rank (4 to A, black 3, 2): naturals, "
        "twos, jokers"},
    [CN_FIELD_MELD_LIST] = {"meld_list", LISTED, {SIDES, CN_MELDS_MAX, CN_ENV_LISTED_PARTS}, PLACES,
        "each side's melds in the order begun, staged ones too: kind + 1 (1 to 11 ranks, 12 black "
        "threes, 13 twos, 14 wilds, 15 a sequence; 0 none), naturals, twos, jokers, and of a "
        "sequence its lowest rank + 1 and suit + 1"},
    [CN_FIELD_MELDED_FACES] = {"melded_faces", SUITS, {CN_RANKS, CN_SUITS}, COPIES,
        "natural cards in the melds of all sides by rank and suit"},
    [CN_FIELD_OPENED] = {"opened", ALWAYS, {SIDES}, 1, "the side has melded, not merely staged"},
    [CN_FIELD_CANASTAS] = {"canastas", ALWAYS, {SIDES}, CN_MELDS_MAX, "complete canastas"},
    [CN_FIELD_CONCEALED] = {"concealed_canastas", ALWAYS, {SIDES}, CN_MELDS_MAX,
        "of these, those laid down complete from hand"},
    [CN_FIELD_SET_ASIDE] = {"set_aside", SETS_ASIDE, {SIDES}, DECK,
        "black threes put out of play"},
    [CN_FIELD_FORMED] = {"formed", FORMS, {1}, 1, "the sides have formed"},
    [CN_FIELD_SIDE] = {"side", ALWAYS, {SEATS}, LAST_SIDE,
        "whose melds the seat plays with: a place in the fields by side"},
    [CN_FIELD_TOTALS] = {"totals", ALWAYS, {SEATS}, POINTS,
        "total of the seat's side before this hand; after the hand with it"},
    [CN_FIELD_HAND_COUNT] = {"hand_count", ALWAYS, {SEATS}, DECK, "cards in the hand"},
    [CN_FIELD_RED_THREES] = {"red_threes", ALWAYS, {SEATS}, COPIES, "red threes laid out"},
    [CN_FIELD_BLACK_THREES] = {"black_threes", BOTH_THREES, {SEATS}, COPIES,
        "black threes laid out"},
    [CN_FIELD_PACKETS] = {"packets", RESERVES, {SEATS}, CN_LIST_MAX,
        "reserve packets not yet picked up"},
    [CN_FIELD_TALON] = {"talon", TALONS, {SEATS}, DECK, "talon cards waiting for the seat"},
    [CN_FIELD_QUESTIONS] = {"questions", ASKS, {SEATS}, CN_ENV_COUNT_MAX,
        "questions put in this hand"},
    [CN_FIELD_HAS_LAID] = {"has_laid", ALWAYS, {SEATS}, 1,
        "has laid a card in an earlier turn of this hand"},
    [CN_FIELD_OWN_CANASTA] = {"own_canasta", ALWAYS, {SEATS}, 1,
        "has completed a canasta himself in this hand"},
    [CN_FIELD_DISCARDED] = {"discarded", ALWAYS, {SEATS, CN_KINDS}, CN_ENV_COUNT_MAX,
        "what the seat has discarded in this hand, by kind"},
    [CN_FIELD_DECLINED] = {"declined", ALWAYS, {SEATS, CN_KINDS}, CN_ENV_COUNT_MAX,
        "top cards the seat did not take but drew, by kind"},
    [CN_FIELD_KNOWN] = {"known", ALWAYS, {SEATS, CN_KINDS}, COPIES,
        "cards taken from the pile and not seen to leave the hand, by kind: at least so many are "
        "in it; of the own seat, what the others know"},
    [CN_FIELD_KNOWN_FACES] = {"known_faces", SUITS, {SEATS, CN_RANKS, CN_SUITS}, COPIES,
        "the same of natural cards by rank and suit"},
    [CN_FIELD_DEALER] = {"dealer", ALWAYS, {1}, LAST_SEAT, "the dealer's seat"},
    [CN_FIELD_HAND_NUMBER] = {"hand_number", ALWAYS, {1}, CN_ENV_POINTS_MAX, "1 in the first hand"},
    [CN_FIELD_TURN_NUMBER] = {"turn_number", ALWAYS, {1}, CN_ENV_POINTS_MAX,
        "1 in the first turn of a hand"},
    [CN_FIELD_TURN_OF] = {"turn_of", ALWAYS, {1}, LAST_SEAT,
        "whose turn it is: while a question is answered the seat that asked"},
    [CN_FIELD_TOOK] = {"took", ALWAYS, {1}, 1, "the pile was taken in this turn"},
    [CN_FIELD_STAGING] = {"staging", ALWAYS, {1}, 1,
        "the melds of the side whose turn it is are staged: the opening is not made yet"},
    [CN_FIELD_STAGED_POINTS] = {"staged_points", ALWAYS, {1}, POINTS, "what they count so far"},
    [CN_FIELD_TURN_OPENED] = {"turn_opened", ALWAYS, {1}, 1,
        "this turn made the side's opening"},
    [CN_FIELD_OPENED_TOOK] = {"opened_took", ALWAYS, {1}, 1, "and it took the pile"},
    [CN_FIELD_OPENED_FIRST] = {"opened_first", ALWAYS, {1}, 1,
        "and no other side had opened before"},
    [CN_FIELD_OPENED_EXEMPT] = {"opened_exempt", ALWAYS, {1}, 1,
        "and it counted too little: the last card must go out now"},
    [CN_FIELD_LAID] = {"laid", ALWAYS, {1}, 1, "something was laid in this turn"},
    [CN_FIELD_LAID_BEYOND] = {"laid_beyond", ALWAYS, {1}, 1, "besides the melds of a take"},
    [CN_FIELD_ADDED_OLD] = {"added_old", ALWAYS, {1}, 1,
        "a card went to a meld begun before this turn"},
    [CN_FIELD_BLACK3_GROUP] = {"black3_group", ALWAYS, {1}, 2,
        "the black threes of this turn: 0 none, 1 begun, 2 closed"},
    [CN_FIELD_RUN_BEFORE] = {"run_before", ALWAYS, {1}, DECK,
        "cards in the meld of the current run of lays when the run began"},
    [CN_FIELD_RUN_WILDS] = {"run_wilds", ALWAYS, {1}, DECK, "wild cards laid in the run"},
    [CN_FIELD_RUN_OF_TAKE] = {"run_of_take", ALWAYS, {1}, 1, "the run belongs to a take"},
    [CN_FIELD_FIRST_MELD] = {"first_meld", ALWAYS, {1}, CN_MELDS_MAX,
        "melds the side had before this turn"},
    [CN_FIELD_OPEN_MELD] = {"open_meld", ALWAYS, {1}, PLACES,
        "the meld that must be finished first: row or place in the list, + 1; 0 none"},
    [CN_FIELD_RUN_MELD] = {"run_meld", ALWAYS, {1}, PLACES, "the meld of the run, likewise"},
    [CN_FIELD_TAKE_MELD] = {"take_meld", ALWAYS, {1}, PLACES,
        "the meld that got the top card of a take, likewise"},
    [CN_FIELD_TO_MELD] = {"to_meld", ALWAYS, {1}, PLACES,
        "the meld that was just named, likewise"},
    [CN_FIELD_TURN_ASKED] = {"turn_asked", ALWAYS, {1}, 1,
        "the question has been put in this turn"},
    [CN_FIELD_ASKED_DRAWING] = {"asked_drawing", ALWAYS, {1}, 1, "before drawing"},
    [CN_FIELD_ANSWER] = {"answer", ALWAYS, {2}, 1, "the answer to it: yes, no; both 0 without one"},
    [CN_FIELD_TO_DRAW] = {"to_draw", ONE_BY_ONE, {1}, 5, "cards that may still be drawn"},
};
/* clang-format on */

static bool is_ranked(const cn_rules *rules)
{
    return !rules->many && rules->p.add_natural_to_canasta &&
           rules->p.natural_canasta_takes == CN_CANASTA_TAKES_ANY &&
           rules->p.mixed_canasta_takes == CN_CANASTA_TAKES_ANY && rules->wild_most == 0;
}

static bool has_field(const cn_rules *rules, when condition)
{
    const cn_params *p = &rules->p;
    switch (condition) {
    case ALWAYS: return true;
    case SUITS: return p->sequences;
    case RANKED: return is_ranked(rules);
    case LISTED: return !is_ranked(rules);
    case BURIED: return p->upcard_extra_pile != CN_UPCARD_EXTRA_PILE_NONE;
    case IN_PART: return cn_most_by_hand(&p->take_amount) > 0;
    case SETS_ASIDE: return p->black3_from_pile.on;
    case FORMS: return p->team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
    case BOTH_THREES: return p->threes_mode == CN_THREES_MODE_BOTH_COLOURS_BONUS;
    case RESERVES: return rules->packet_count > 0;
    case TALONS: return p->talon_first > 0 || p->talon_second > 0;
    case ASKS: return p->ask_partner != CN_ASK_PARTNER_NONE;
    case ONE_BY_ONE: return p->draw_stepwise != CN_DRAW_STEPWISE_NO;
    }
    return false;
}

static unsigned meld_rows(const cn_rules *rules)
{
    return rules->p.twos_as_rank ? CN_ENV_MELD_ROWS : CN_ENV_MELD_ROWS - 1;
}

static int number_of(const cn_rules *rules, int code)
{
    const bool grows = rules->p.stock_refill == CN_STOCK_REFILL_ADD_PACK; /* P170 */
    const int packs = grows ? CN_PACKS_MAX : rules->p.decks, suited = 4 * packs;
    const int jokers = rules->p.jokers_total;
    switch (code) {
    case SEATS: return rules->seat_count;
    case SIDES: return rules->side_count;
    case MELD_ROWS: return (int)meld_rows(rules);
    case TAKEN: return cn_most_by_hand(&rules->p.take_amount);
    case COPIES: return suited > jokers ? suited : jokers;
    case DECK: return grows ? CN_DECK_CARDS_MAX : rules->deck_size;
    case POINTS: return CN_ENV_POINTS_MAX;
    case LAST_SEAT: return rules->seat_count - 1;
    case LAST_SIDE: return rules->side_count - 1;
    case PLACES: return CN_MELDS_MAX;
    }
    return code;
}

/* The field as it lies in the row, at that offset; returns how many values it has. */
static unsigned describe(const cn_rules *rules, const spec *s, unsigned offset, cn_env_field *field)
{
    unsigned values = 1;
    *field = (cn_env_field){.name = s->name, .offset = offset, .meaning = s->meaning};
    for (unsigned i = 0; i < CN_ENV_DIMENSIONS_MAX && s->shape[i] != NO_SIZE; i++) {
        field->shape[field->dimensions++] = (uint32_t)number_of(rules, s->shape[i]);
        values *= field->shape[i];
    }
    field->high = number_of(rules, s->high);
    field->low = s->high == POINTS ? -field->high : 0;
    return values;
}

unsigned cn_env_fields(const cn_rules *rules, cn_env_field fields[CN_ENV_FIELDS_MAX])
{
    static_assert((int)CN_FIELDS <= (int)CN_ENV_FIELDS_MAX, "there is room for every field");
    unsigned count = 0, offset = 0;
    for (unsigned id = 0; id < CN_FIELDS; id++)
        if (has_field(rules, specs[id].when))
            offset += describe(rules, &specs[id], offset, &fields[count++]);
    return count;
}

static uint32_t action_count(const cn_rules *rules)
{
    if (rules->p.take_with != CN_TAKE_WITH_TOP) return CN_STEPS;
    if (rules->p.sequence_wilds > 0) return CN_STEP_TAKE_ALL;
    if (rules->p.swap_wild != CN_SWAP_WILD_NEVER) return CN_STEP_SEQUENCE_TWO;
    if (rules->many || rules->p.pick_top != CN_PICK_TOP_NEVER) return CN_STEP_SWAP_TWO;
    const bool wilds = rules->wild_most > 0 || rules->p.twos_as_rank;
    return wilds ? CN_STEP_LAY_JOKER_TWOS + 1 : CN_STEPS_PLAIN;
}

static void order_seats(cn_env_layout *layout, const cn_rules *rules)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        unsigned next = seat;
        for (unsigned i = 0; i < rules->seat_count; i++, next = cn_next_seat(rules, next)) {
            layout->order[seat][i] = (uint8_t)next;
            layout->place[seat][next] = (uint8_t)i;
        }
    }
}

static void order_sides(cn_env_layout *layout, const cn_rules *rules)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        unsigned count = 0, seen = 0;
        for (unsigned i = 0; i < rules->seat_count; i++) {
            const unsigned side = rules->side_of[layout->order[seat][i]];
            if ((seen >> side & 1) != 0) continue;
            seen |= 1U << side;
            layout->side_place[seat][side] = (uint8_t)count;
            layout->side[seat][count++] = (uint8_t)side;
        }
    }
}

cn_env_layout cn_env_layout_make(const cn_rules *rules)
{
    cn_env_layout layout = {.actions = action_count(rules),
                            .points_unit = cn_env_points_unit(rules),
                            .suits = rules->p.sequences,
                            .ranked = is_ranked(rules),
                            .forming = has_field(rules, FORMS)};
    layout.meld_values =
        layout.ranked ? meld_rows(rules) * CN_ENV_MELD_PARTS : CN_MELDS_MAX * CN_ENV_LISTED_PARTS;
    for (unsigned id = 0; id < CN_FIELDS; id++) {
        cn_env_field field;
        layout.at[id] = CN_ENV_ABSENT;
        if (!has_field(rules, specs[id].when)) continue;
        layout.at[id] = (uint16_t)layout.size;
        layout.size += describe(rules, &specs[id], layout.size, &field);
    }
    order_seats(&layout, rules);
    order_sides(&layout, rules);
    return layout;
}

unsigned cn_env_observation_size(const cn_rules *rules)
{
    return cn_env_layout_make(rules).size;
}

unsigned cn_env_action_count(const cn_rules *rules)
{
    return action_count(rules);
}

int32_t cn_env_points_unit(const cn_rules *rules)
{
    int32_t unit = 1;
    while (rules->p.target / unit > 16000) unit *= 5;
    return unit;
}
