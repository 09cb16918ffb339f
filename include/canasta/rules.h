/* A rule set made ready for one table: its parameters and the tables derived from them.
 * Not here: reading rule files (text/rules_text.h).
 * Invariant: what cn_rules_compile made is complete, consistent and never changes. */
#ifndef CANASTA_RULES_H
#define CANASTA_RULES_H

#include "canasta/card.h"
#include "canasta/params.h"

enum {
    CN_SEATS_MAX = 8,
    CN_SIDES_MAX = 8,
    CN_PLAYERS_MAX = 8,
    CN_RULES_NAME_MAX = 48,
    CN_SEAT_NONE = 255
};

/* Whether the pile is frozen for a player (P49, P194) depends on these together. */
enum {
    CN_PILE_FROZEN = 1, /* a card that freezes it lies in it */
    CN_PILE_TAKEN = 2,  /* somebody has taken it in this hand */
    CN_PILE_OPENED = 4, /* the side has opened */
    CN_PILE_TAKEN_HIMSELF = 8,
    CN_PILE_STATES = 16
};

enum {
    CN_WILD_CAPS = 16,
    CN_NATURALS_MAX = 4 * CN_PACKS_MAX,
    CN_PLAIN_WILDS_MAX = 6, /* in a meld, by plain rules */
    CN_BLACK3_MAX = 2 * CN_PACKS_MAX
};

/* What the wilds in hand make of a plain turn. */
typedef struct cn_held_wilds {
    _Alignas(CN_VECTOR) uint8_t too_few[CN_COUNTS]; /* naturals that begin no meld of their rank */
    uint64_t lays;                                  /* of the wilds onto a meld of rank 0 */
} cn_held_wilds;

/* The takes of a plain turn, bits of their steps: those that each of these allows. */
typedef struct cn_take_tables {
    uint8_t place[CN_FACES]; /* of a top card: its rank, or the last place, where no card lies */
    uint32_t held[CN_NATURALS_MAX + 1];   /* by the naturals of its rank in hand, */
    uint32_t twos[CN_NATURALS_MAX + 1];   /* the twos, */
    uint32_t jokers[CN_NATURALS_MAX + 1]; /* the jokers, */
    uint32_t meld[CN_NATURALS_MAX + 1][CN_PLAIN_WILDS_MAX + 2]; /* its meld's naturals and wilds, */
    uint32_t frozen[2], taken[2]; /* what cn_public says of the pile, */
    uint32_t unopened;            /* and of a side without melds instead of `meld` */
} cn_take_tables;

/* What melds of a rank take; filled and read by step/shape.c and table/takers.h. */
typedef struct cn_shape_tables {
    uint64_t takes_natural[CN_NATURALS_MAX + 1]; /* by naturals of a meld of a rank or of twos: bit
                                                    w says that with w wilds it takes a natural */
    uint64_t takes_wild[2][CN_NATURALS_MAX + 1]; /* the same of a wild after the opening and, [1],
                                                    in it; no_wild_ranks, initial_only_wild_ranks
                                                    and complete canastas (P57) apart */
    bool caps;                        /* the same, if a run begins with the card, is told by: */
    uint8_t natural_below[CN_COUNTS]; /* a natural is taken with fewer wilds than this; by naturals,
                                         the last entry for all above */
    uint8_t wild_below[2][CN_COUNTS]; /* a wild likewise, complete canastas minded */
    uint8_t wilds_to_begin[2][CN_COUNTS]; /* by naturals: wilds that make a new meld of them after
                                             the opening and, [1], in it; no_wild_ranks and the
                                             like apart */
} cn_shape_tables;

/* What counts tell of a plain turn; filled and read in plain/ and legal/. */
typedef struct cn_plain_tables {
    cn_held_wilds with_wilds[4]; /* of plain turns, by those in hand: 1 a two, 2 a joker */
    _Alignas(CN_VECTOR) uint8_t wilds_until[CN_COUNTS]; /* by rank: a meld has so many at most */
    uint64_t turn_at_rest;    /* the rare fields of a turn (CN_TURN_RARE), if nothing but counts
                                 tells its lays; what they never are where more is to be asked */
    uint16_t draws_told_from; /* so many cards in the stock: no question before the draw */
    cn_take_tables takes;
    bool out_counted; /* there counts tell whether a side that has melded goes out */
    _Alignas(CN_VECTOR) uint8_t canasta_over[CN_COUNTS]; /* there a canasta is made of more naturals
                                                            than this, of each rank */
    uint8_t black3_left[CN_BLACK3_MAX + 1]; /* there, of so many black threes in hand: cards that
                                               stay while all else is laid (P65) */
    bool may_ask;   /* somebody may put the question: there are partners, or may be */
    bool asks_vary; /* ... but not always */
} cn_plain_tables;

/* What an opening needs, and no canasta (P2, P143), with totals from this, below that; none is told
 * by: 0, 0. */
typedef struct cn_usual_need {
    int32_t need, from, below;
} cn_usual_need;

/* Special hands. */
typedef struct cn_special_tables {
    bool any;                 /* there are some that may be held, */
    bool mixed;               /* of them some with a group of twos and jokers, */
    uint8_t least[CN_COUNTS]; /* with sizes of the groups from this one, */
    uint8_t most[CN_COUNTS];  /* to this, by the number of groups; 128 to 0: there are none */
} cn_special_tables;

/* What discards do and may not. */
typedef struct cn_discard_bans {
    uint16_t freezing; /* kinds, one bit each, that freeze the pile when they are discarded (P49) */
    uint16_t never_discarded; /* kinds, one bit each: discard_threes */
    uint16_t bans_until;      /* some cards may not be discarded, up to this turn (P75 to P78) */
    uint16_t only_wilds_banned_from; /* ... of them wilds only, with so many cards in the pile */
} cn_discard_bans;

typedef struct cn_rules {
    char name[CN_RULES_NAME_MAX]; /* what the file calls it; no rule ever reads it */
    cn_params p;
    uint8_t player_count;          /* people at the table; five play on four seats in turn (P10) */
    uint8_t seat_count;            /* seats of a hand */
    uint8_t side_count;            /* sides that have a total of their own */
    uint16_t deck_size;            /* cards in the deck */
    uint8_t side_of[CN_SEATS_MAX]; /* whose total the seat plays for; during a hand see
                                      cn_public.side_of, which `lone_vs_two` changes (P11) */
    uint8_t partner[CN_SEATS_MAX]; /* the next seat of the side, CN_SEAT_NONE if alone; not where
                                      sides form during play: see cn_partner */
    uint8_t next[CN_SEATS_MAX];    /* who plays after the seat */
    uint8_t packet_count;
    uint16_t packet_cards;          /* in all packets of one seat */
    uint8_t black3_most;            /* largest group of black threes, never 0 */
    uint8_t wild_most;              /* largest meld of wilds only, 0: there are none */
    uint8_t wild_cap[CN_WILD_CAPS]; /* most wilds in a meld of so many naturals, the last entry for
                                       all above; max_wilds and wild_ratio together (P59) */
    bool set_apart;     /* cards dealt or drawn may wait where nobody sees them: packets, talons,
                           buried cards */
    bool wilds_free;    /* nothing but max_wilds limits the wilds of a meld (P57, P59) */
    uint16_t frozen_in; /* states of CN_PILE_*, one bit each, in which the pile is frozen */
    cn_shape_tables shapes;
    uint16_t bonus;       /* kinds that are laid out as a bonus, one bit each: red threes,
                                black ones too where both are */
    uint16_t idle_threes; /* threes that are no cards for who goes out, one bit each (P204) */
    cn_discard_bans bans;
    bool ranks_free; /* melds of ranks take what they are given (out_ranks.h) */
    cn_usual_need usual;
    cn_special_tables special;
    uint16_t tellers; /* which of them say something by these rules, one bit each (tellers.h) */
    bool many;        /* a side may have two melds between which a card could choose: see step.h */
    bool plain;       /* the closed form of the plain game decides about dead ends (plan.h) */
    bool plain_while_single; /* so it does where the side to act has one meld of a rank (P56) */
    cn_plain_tables counted;
    uint8_t dearest[CN_COUNTS]; /* the ranks by falling value, then from four on; behind them 255 */
    int16_t value[CN_COUNTS];   /* points on the table; red three 0 */
    int16_t value_in_hand[CN_COUNTS]; /* points subtracted when left in hand; negative ones are
                                         added; not those of threes by red3_sign (P166) */
} cn_rules;

/* 1 where more points are better, -1 where fewer are: what wins the game (P164). */
static inline int32_t cn_win_sign(const cn_rules *rules)
{
    return rules->p.win_rule == CN_WIN_RULE_LOWEST_TOTAL ? -1 : 1;
}

/* What is wrong with a set of parameters for a table. */
typedef enum cn_rules_error {
    CN_RULES_OK,
    CN_RULES_PLAYERS, /* player_count is not in `players` */
    CN_RULES_RANGE,   /* a value is outside the range of the parameter table */
    CN_RULES_LAYOUT,  /* the sides cannot be formed with so many players */
    CN_RULES_DEAL,    /* more cards are dealt than the deck holds, or too few to keep any */
    CN_RULES_BANDS,   /* floors do not rise, or no opening could meet the minimum of a band */
    CN_RULES_BLACK3,  /* black3_meld_min is above the largest group */
    CN_RULES_ASK,     /* a required question binds */
    CN_RULES_RESERVE, /* packets that nobody could pick up, a trigger without packets, ... */
    CN_RULES_MELD,    /* no meld, or no canasta, could ever be made */
    CN_RULES_OUT,     /* nobody could ever go out */
    CN_RULES_TAKE,    /* a take that nobody could ever make */
    CN_RULES_THREES,  /* threes that are neither laid out nor playable */
    CN_RULES_SPECIAL, /* a special hand that cannot be held */
    CN_RULES_GAME,    /* the game could never end */
} cn_rules_error;

/* The values of the root: the default column of the parameter table. */
cn_params cn_params_default(void);

/* Checks the values and derives the tables. On an error `*param_name` (may be NULL) names the
 * parameter to blame, `*why` (may be NULL) says why in words, and `*rules` is unspecified. */
cn_rules_error cn_rules_compile(cn_rules *rules, const char *name, const cn_params *params,
                                unsigned player_count, const char **param_name, const char **why);

/* What the hand of that number (1..) is played with (P190). */
static inline unsigned cn_hand_size(const cn_rules *rules, unsigned hand_number)
{
    return (unsigned)cn_in_hand(&rules->p.hand_size, hand_number);
}

static inline unsigned cn_draw_count(const cn_rules *rules, unsigned hand_number)
{
    return (unsigned)cn_in_hand(&rules->p.draw_count, hand_number);
}

/* Cards that a pile so large loses to whoever takes it, the top one among them (P183, S17). */
static inline unsigned cn_take_amount(const cn_rules *rules, unsigned hand_number, unsigned pile)
{
    const unsigned most = (unsigned)cn_in_hand(&rules->p.take_amount, hand_number);
    return most == 0 || most > pile ? pile : most;
}

/* The first packet that is dealt, of those that the rules name (P207). */
static inline unsigned cn_first_packet(const cn_rules *rules, unsigned hand_number)
{
    return (unsigned)cn_in_hand(&rules->p.reserve_left_out, hand_number);
}

/* Cards dealt as hands and packets, before any red three is replaced. */
static inline unsigned cn_dealt_count(const cn_rules *rules, unsigned hand_number)
{
    unsigned each = cn_hand_size(rules, hand_number);
    for (unsigned i = cn_first_packet(rules, hand_number); i < rules->packet_count; i++)
        each += (unsigned)rules->p.reserve_packets.value[i];
    return rules->seat_count * each;
}

/* Total of a schedule for `count` cards (P3). */
int32_t cn_list_at(const cn_list *list, unsigned count);

static inline unsigned cn_next_seat(const cn_rules *rules, unsigned seat)
{
    return rules->next[seat];
}

/* Who sits on a seat in the hand of that number (1..), and where a person sits: CN_SEAT_NONE while
 * he rests. The same number but with five players (P10): there persons 0, 1, 2 are the side of
 * three, who share seats 0 and 2, and persons 3 and 4 have seats 1 and 3. */
unsigned cn_person_at(const cn_rules *rules, unsigned hand_number, unsigned seat);
unsigned cn_seat_of(const cn_rules *rules, unsigned hand_number, unsigned person);

/* True for the kinds that are laid out as a bonus; CN_KIND_NONE is none. */
static inline bool cn_is_bonus(const cn_rules *rules, unsigned kind)
{
    static_assert(CN_KIND_NONE % CN_COUNTS >= CN_KINDS, "no kind has its bit");
    return (rules->bonus >> kind % CN_COUNTS & 1) != 0;
}

/* True if the threes laid out from the hands dealt, in the draw of a turn, or from a packet are not
 * replaced: CN_WORD_DEALT, CN_WORD_DRAWN or CN_WORD_PACKET (P167, P182). */
static inline bool cn_is_unreplaced(const cn_rules *rules, int32_t word)
{
    return (rules->p.red3_not_replaced & word) != 0;
}

/* The whole deck in ascending face order; `deck` has room for rules->deck_size cards. */
void cn_deck_sorted(const cn_rules *rules, cn_card *deck);

/* True if `deck` holds exactly the cards of this rule set's pack. */
bool cn_deck_valid(const cn_rules *rules, const cn_card *deck);

#endif
