/* What everybody at the table may know.
 * Not here: hands and stock (game.h), one seat's knowledge (view.h), legality (legal.h).
 * Invariant: equal for the game and for every view after the same events. */
#ifndef CANASTA_PUBLIC_H
#define CANASTA_PUBLIC_H

#include <stddef.h>

#include "canasta/card.h"
#include "canasta/rules.h"
#include "canasta/step.h"

typedef enum cn_phase {
    CN_PHASE_START,    /* a hand is to be dealt */
    CN_PHASE_DRAW,     /* `seat` draws or takes the pile */
    CN_PHASE_MELD,     /* `seat` lays, asks or discards */
    CN_PHASE_ANSWER,   /* `seat` answers the question of `asker` */
    CN_PHASE_HAND_END, /* the hand is over and waits for its score */
    CN_PHASE_SCORED,   /* scored; the next hand is to be dealt */
    CN_PHASE_GAME_END  /* scored; the game is over */
} cn_phase;

typedef enum cn_hand_end {
    CN_END_NONE,
    CN_END_OUT,       /* somebody went out */
    CN_END_STOCK,     /* a needed draw was impossible, or the stock is used up (P89 to P93) */
    CN_END_RED_THREE, /* the last draw brought only threes (P30) */
    CN_END_SPECIAL    /* somebody declared a special hand (P105) */
} cn_hand_end;

typedef enum cn_answer { CN_ANSWER_NONE, CN_ANSWER_YES, CN_ANSWER_NO } cn_answer;

/* One meld. Its cards are counted, their order is not kept. */
typedef struct cn_meld {
    uint8_t rank; /* 0..10, or CN_MELD_* */
    uint8_t naturals;
    uint8_t wilds; /* the twos of a meld of twos are its naturals */
    union {
        uint8_t jokers; /* of its wilds */
        cn_card lowest; /* of a sequence: the natural of its lowest place */
    };
    union {
        uint16_t natural_suits; /* four counts of four bits, as in cn_cards */
        uint16_t wild_places;   /* of a sequence: the ranks that wilds stand for, one bit each */
    };
    union {
        uint16_t two_suits;  /* of the twos that are wilds */
        uint16_t wild_cards; /* of a sequence: three bits for each of its wilds, from the lowest
                                place up, the suit of a two or CN_WILD_JOKER */
    };
} cn_meld;

enum {
    CN_WILD_BITS = 3,
    CN_WILD_JOKER = 4,
    CN_WILD_JOKERS = 044444, /* of all the wilds of a sequence */
    CN_SEQUENCE_WILDS_MAX = 5
};

static inline unsigned cn_meld_wilds(const cn_meld *meld)
{
    return meld->wilds;
}

static inline uint8_t cn_meld_jokers(const cn_meld *meld)
{
    if (meld->rank != CN_MELD_SEQUENCE) return meld->jokers;
    return (uint8_t)__builtin_popcount(meld->wild_cards & CN_WILD_JOKERS);
}

static inline uint8_t cn_meld_twos(const cn_meld *meld)
{
    return (uint8_t)(meld->wilds - cn_meld_jokers(meld));
}

static inline unsigned cn_meld_size(const cn_meld *meld)
{
    return meld->naturals + cn_meld_wilds(meld);
}

/* Of a sequence: the rank of its lowest place, of its highest, and its suit. */
static inline uint8_t cn_meld_low(const cn_meld *meld)
{
    return (uint8_t)cn_card_row(meld->lowest);
}

static inline unsigned cn_meld_high(const cn_meld *meld)
{
    return (unsigned)cn_meld_low(meld) + cn_meld_size(meld) - 1;
}

/* Of a sequence: the ranks of its naturals, one bit each. */
static inline uint32_t cn_meld_ranks(const cn_meld *meld)
{
    const uint32_t places = (UINT32_C(1) << cn_meld_size(meld)) - 1;
    return places << cn_meld_low(meld) & ~(uint32_t)meld->wild_places;
}

static inline uint8_t cn_meld_suit(const cn_meld *meld)
{
    return (uint8_t)cn_card_suit(meld->lowest);
}

/* The suits of the twos that are wilds in a meld, four counts of four bits. */
static inline unsigned cn_meld_two_suits(const cn_meld *meld)
{
    if (meld->rank != CN_MELD_SEQUENCE) return meld->two_suits;
    unsigned suits = 0;
    for (unsigned i = 0; i < meld->wilds; i++) {
        const unsigned wild = (unsigned)meld->wild_cards >> CN_WILD_BITS * i & 7;
        if (wild != CN_WILD_JOKER) suits += 1U << 4 * wild;
    }
    return suits;
}

/* What a complete canasta is; CN_CANASTA_NONE for anything smaller and for black threes. */
typedef enum cn_canasta {
    CN_CANASTA_NONE,
    CN_CANASTA_NATURAL, /* one rank without wilds (twos of a meld of twos are naturals) */
    CN_CANASTA_MIXED,
    CN_CANASTA_WILD,
    CN_CANASTA_SEQUENCE,
    CN_CANASTA_SEQUENCE_MIXED /* with wilds (P179) */
} cn_canasta;

cn_canasta cn_meld_canasta(const cn_rules *rules, const cn_meld *meld);

/* As what it counts for going out: a sequence with wilds is a mixed one (P179), and a canasta of
 * wilds may be asked for as another kind (P191). */
static inline cn_canasta cn_canasta_counts_as(const cn_rules *rules, cn_canasta canasta)
{
    if (canasta == CN_CANASTA_SEQUENCE_MIXED) return CN_CANASTA_MIXED;
    if (canasta != CN_CANASTA_WILD) return canasta;
    switch (rules->p.wild_canasta_counts) {
    case CN_WILD_CANASTA_COUNTS_WILD: break;
    case CN_WILD_CANASTA_COUNTS_NATURAL: return CN_CANASTA_NATURAL;
    case CN_WILD_CANASTA_COUNTS_MIXED: return CN_CANASTA_MIXED;
    }
    return CN_CANASTA_WILD;
}

static inline cn_canasta cn_meld_counts_as(const cn_rules *rules, const cn_meld *meld)
{
    return cn_canasta_counts_as(rules, cn_meld_canasta(rules, meld));
}

enum { CN_NO_MELD = 255 };

/* A side's table: its melds in the order they were begun (P129), and its total. */
typedef struct cn_side {
    /* Naturals on the table by the melds' rank (CN_MELD_* too), all melds of a rank together: */
    _Alignas(CN_VECTOR) uint8_t naturals[CN_COUNTS];
    uint8_t wilds[CN_COUNTS];  /* the same of their wilds */
    uint8_t latest[CN_COUNTS]; /* by rank: the index of the latest meld of it, and 1; 0: none */
    int32_t total_points;      /* before this hand; after scoring, with it */
    uint16_t opened_turn;      /* the turn of the hand that made its opening; 0: none (P188) */
    uint8_t meld_count;
    uint8_t concealed_canastas; /* laid down complete from hand (P87) */
    uint8_t set_aside;          /* black threes put out of play (P140) */
    uint64_t beside;            /* faces that would lengthen some sequence, however long it is */
    cn_meld meld[CN_MELDS_MAX];
} cn_side;

/* The black threes of this turn: one group, laid in one action, which `open` ends (P65, P123). */
typedef enum cn_black3_group { CN_BLACK3_NONE, CN_BLACK3_BEGUN, CN_BLACK3_CLOSED } cn_black3_group;

/* With TOP_ALONE the top card is counted in `run_before` (P40, S2). */
typedef enum cn_run_of_take { CN_RUN_OF_NONE, CN_RUN_OF_TAKE, CN_RUN_OF_TOP_ALONE } cn_run_of_take;

/* What the pile was taken for and has not been laid yet (P202): a new meld, or a card of one of
 * cn_public.owed_ranks. */
typedef enum cn_owes { CN_OWES_NOTHING, CN_OWES_NEW_MELD, CN_OWES_CARD } cn_owes;

/* What the seat on turn has done so far in this turn. The first CN_TURN_RARE fields are nearly
 * always as at its start, so that they are looked at together. */
enum { CN_TURN_RARE = 8 };
typedef struct cn_turn {
    uint8_t staging;       /* the side's melds are staged, `open` has not been made (P124) */
    uint8_t opened_exempt; /* the opening reached no count: the last card must go out now (P86) */
    uint8_t laid_black3;   /* cn_black3_group; once begun no other meld may follow (P65) */
    uint8_t asked;         /* the question has been put in this turn */
    uint8_t asked_drawing; /* ... before drawing: the answer returns to PHASE_DRAW */
    uint8_t answer;        /* cn_answer: binding ones bind for this turn */
    uint8_t open_meld;     /* index of the unfinished meld, CN_NO_MELD if none (P122) */
    uint8_t to_meld;       /* index of the meld just named by TO_MELD, CN_NO_MELD if none */
    uint8_t run_meld;      /* index of the meld the current run of lays goes to, or CN_NO_MELD */
    uint8_t run_before;    /* cards in that meld when the run began (P57) */
    uint8_t run_wilds;     /* wilds laid in the run */
    uint8_t run_of_take;   /* cn_run_of_take: the run follows a take and belongs to it (P38, P67) */
    uint8_t take_meld;     /* index of the meld the top card went to, until `open` or for ever in a
                              turn of a side that had opened; CN_NO_MELD without a take */
    uint8_t first_meld;    /* melds from this index on were begun in this turn */
    uint8_t took;          /* the pile was taken in this turn */
    uint8_t laid;          /* something was laid in this turn, the take included */
    uint8_t laid_beyond;   /* something was laid besides the melds of the take (P67) */
    uint8_t added_old;     /* a card went to a meld begun before this turn (P84 d) */
    uint8_t opened;        /* this turn made the side's opening */
    uint8_t opened_took;   /* ... and that opening took the pile */
    uint8_t opened_first;  /* ... and no other side had opened before it */
    uint8_t picked;        /* the top card was picked up as one of those drawn (P153) */
    uint8_t drawn;         /* where cards come one by one: those that have come (P154) */
    uint8_t showed_twos;   /* the pile was taken by showing twos (P201) */
    uint8_t owes;          /* cn_owes: what must be laid for the pile, in this turn */
} cn_turn;

/* Whose next turn ends it, a bit for each seat; CN_FREEZER_TAKE: nothing but a take does. */
enum cn_freezer { CN_FREEZER_TAKE = 1 << CN_SEATS_MAX };

typedef struct cn_public {
    uint8_t phase; /* cn_phase */
    uint8_t seat;  /* to act; in PHASE_ANSWER the partner who answers */
    uint8_t asker; /* whose turn it is while the partner answers; otherwise equal to seat */
    uint8_t dealer;
    uint16_t hand_number; /* 1.. */
    uint16_t turn_number; /* 1.. within the hand */
    uint16_t minutes; /* that the game had lasted when its last hand ended (P169); who knows of no
                         clock leaves it at 0 */
    uint16_t stock_count;
    uint16_t pile_count;
    uint8_t pile_frozen; /* the flag of P49: 1 if a wild, a red three, ... lies in it */
    uint16_t freezers;   /* what keeps it so, where wilds may for a while only: cn_freezer (P158) */
    uint8_t pile_taken;  /* 1 if somebody has taken it in this hand */
    uint8_t end;         /* cn_hand_end */
    uint8_t out_seat;    /* who went out or declared a special hand, CN_SEAT_NONE if nobody */
    uint8_t out_concealed;
    uint8_t out_melded; /* ... and melded the last card */
    uint8_t special;    /* the special hand declared: its index + 1, 0 if none */
    uint8_t formed;     /* lone_vs_two: the sides have formed (P11) */
    uint8_t refills;    /* of the stock, so far in this hand (P170) */
    uint8_t stalled;    /* no turn that has ended since the last of them laid a card (P173) */
    uint8_t picks;      /* top cards picked up, and piles taken by showing twos, since a card left
                           the stock or was laid (P153, P201) */
    uint16_t acting;    /* the side of the asker, in bytes from the first: see cn_public_acting */
    uint16_t hand_count[CN_SEATS_MAX];
    uint8_t has_laid[CN_SEATS_MAX];    /* laid a card in an earlier turn of this hand (P84 a) */
    uint8_t side_of[CN_SEATS_MAX];     /* whose melds the seat plays with now */
    uint8_t packets[CN_SEATS_MAX];     /* reserve packets not yet picked up */
    uint8_t talon[CN_SEATS_MAX];       /* talon cards waiting for the seat's next turn (P96) */
    uint8_t asked[CN_SEATS_MAX];       /* questions put in this hand (ask_limit) */
    uint8_t has_taken[CN_SEATS_MAX];   /* has taken the pile in this hand (P194) */
    uint8_t own_canasta[CN_SEATS_MAX]; /* has completed a canasta himself in this hand (P112) */
    uint8_t three[CN_SEATS_MAX][4];    /* threes laid out, by suit */
    uint16_t owed_ranks;               /* while the turn owes a card: ranks of the taken pile */
    uint8_t turn_wilds[CN_MELDS_MAX];  /* wilds that each meld of the side on turn has got in this
                                          turn, where they are limited (P157) */
    uint64_t old_canastas;             /* its melds that were canastas as the turn began, one bit
                                          each, where that matters (P200) */
    cn_turn turn;
    cn_cards pile_cards; /* the open cards of the pile, counted */
    cn_side side[CN_SIDES_MAX];
    /* Bottom first; the top is pile[pile_count - 1]. Cards buried face down are CN_CARD_HIDDEN, at
     * the bottom (P20). */
    _Alignas(CN_VECTOR) cn_card pile[CN_DECK_CARDS_MAX];
} cn_public;

/* Copies what is in use, which is less than an assignment does; what lies behind the last meld of a
 * side, its last side or the last card of the pile in `to` means nothing, before and after. */
void cn_public_copy(cn_public *to, const cn_public *from, const cn_rules *rules);

static inline cn_card cn_public_top(const cn_public *pub)
{
    return pub->pile_count == 0 ? (cn_card)CN_CARD_NONE : pub->pile[pub->pile_count - 1];
}

/* It is the seat's turn. To be called again when its side changes. */
static inline void cn_public_act_for(cn_public *pub, unsigned seat)
{
    pub->asker = (uint8_t)seat;
    pub->acting = (uint16_t)(pub->side_of[seat] * sizeof(cn_side));
}

/* The side of the seat whose turn it is. Where it lies is kept, because every step asks for it some
 * times. */
static inline const cn_side *cn_public_acting(const cn_public *pub)
{
    return (const cn_side *)(const void *)((const char *)pub->side + pub->acting);
}

/* Packs of 52 and jokers in play: those of the deal, and what has been added since (P170). */
static inline unsigned cn_public_packs(const cn_rules *rules, const cn_public *pub)
{
    const bool added = rules->p.stock_refill == CN_STOCK_REFILL_ADD_PACK;
    return (unsigned)rules->p.decks + (added ? pub->refills : 0U);
}

unsigned cn_public_jokers(const cn_rules *rules, const cn_public *pub);
unsigned cn_public_deck_size(const cn_rules *rules, const cn_public *pub);

/* Cards with which the stock would be refilled if one were wanted now (P170 to P173); 0: none. */
unsigned cn_public_refill_size(const cn_rules *rules, const cn_public *pub);

/* Cards that can be drawn: those of the stock, and what it would be refilled with. */
static inline unsigned cn_public_stock_reach(const cn_rules *rules, const cn_public *pub)
{
    if (rules->p.stock_refill == CN_STOCK_REFILL_NONE) return pub->stock_count;
    return pub->stock_count + cn_public_refill_size(rules, pub);
}

/* Counts the pile's kinds anew, after its cards were written one by one. */
void cn_public_count_pile(cn_public *pub);

/* Counts the melds anew, after they were written one by one. */
void cn_side_count(cn_side *side);

/* Notes which melds of the side on turn are canastas, where that matters later in its turn (P200).
 */
void cn_public_note_canastas(cn_public *pub, const cn_rules *rules);

/* Notes what lies beside the side's sequences. */
void cn_side_note_beside(cn_side *side);

/* Index of the side's latest meld of a rank (or CN_MELD_*), CN_NO_MELD if it has none. */
static inline unsigned cn_side_find_meld(const cn_side *side, unsigned rank)
{
    assert(rank < CN_COUNTS);
    const unsigned latest = side->latest[rank];
    return latest > 0 ? latest - 1 : (unsigned)CN_NO_MELD;
}

/* A taken pile waits for the opening that takes it, and comes to the hand with it (P124). */
static inline bool cn_pile_waits(const cn_public *pub)
{
    return pub->turn.staging && pub->turn.take_meld != CN_NO_MELD;
}

/* Canastas that a side needs to go out (P81). */
static inline unsigned cn_canastas_needed(const cn_rules *rules, const cn_public *pub)
{
    return (unsigned)cn_in_hand(&rules->p.out_canastas, pub->hand_number);
}

/* The kinds of canastas among them (P132, P190). */
static inline const cn_needs *cn_out_needs(const cn_rules *rules, const cn_public *pub)
{
    const cn_needs_by_hand *needs = &rules->p.out_needs;
    const int32_t at = pub->hand_number > 0 ? pub->hand_number - 1 : 0;
    return &needs->hand[at < needs->count ? at : needs->count - 1];
}

/* Complete canastas on the side's table. */
unsigned cn_side_canastas(const cn_rules *rules, const cn_side *side);

/* True if the side has a complete canasta of the rank (P51, P100). */
bool cn_side_has_canasta(const cn_rules *rules, const cn_side *side, unsigned rank);

/* True if the rank is closed to everybody (P100). */
bool cn_public_dead(const cn_rules *rules, const cn_public *pub, unsigned rank);

/* True if the seat's side has melds that count as laid, that is: any that are not merely staged. */
static inline bool cn_public_has_opened(const cn_public *pub, unsigned seat)
{
    const unsigned side = pub->side_of[seat];
    const unsigned staging = (pub->turn.staging != 0) & (pub->side_of[pub->asker] == side);
    return (pub->side[side].meld_count != 0) > staging;
}

/* True if the pile counts as frozen for the seat (all causes together), whose side has opened. */
static inline bool cn_pile_is_frozen(const cn_rules *rules, const cn_public *pub, unsigned seat,
                                     bool opened)
{
    const unsigned state =
        pub->pile_frozen * (unsigned)CN_PILE_FROZEN + pub->pile_taken * (unsigned)CN_PILE_TAKEN +
        pub->has_taken[seat] * (unsigned)CN_PILE_TAKEN_HIMSELF + opened * (unsigned)CN_PILE_OPENED;
    return (rules->frozen_in >> state & 1) != 0;
}

/* The same for the seat's side. */
static inline bool cn_public_frozen_for(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    return cn_pile_is_frozen(rules, pub, seat, cn_public_has_opened(pub, seat));
}

/* What the seat's side needs for its opening (P2, P143). */
typedef struct cn_need {
    int32_t points;  /* the minimum count; 0: none */
    uint8_t canasta; /* 0: no canasta needed, 1: any, 2: a natural one */
} cn_need;

cn_need cn_need_at_length(const cn_rules *rules, const cn_public *pub, unsigned seat);
static inline cn_need cn_public_need(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    const int32_t total = pub->side[rules->side_of[seat]].total_points;
    if (total >= rules->usual.from && total < rules->usual.below)
        return (cn_need){rules->usual.need, 0};
    return cn_need_at_length(rules, pub, seat);
}

/* Sum of the card values the seat on turn has staged, as far as they count (min_counts_top, P44);
 * with min_counts_bonuses the bonuses are in it. */
int32_t cn_public_staged_points(const cn_rules *rules, const cn_public *pub);

/* Threes of a colour laid out by a seat: red 1, black 0. */
unsigned cn_public_threes(const cn_public *pub, unsigned seat, bool red);

/* Cards that lie face down at the bottom of the pile (P20); the one moved first lies lowest. */
unsigned cn_public_buried(const cn_public *pub);

/* How many cards from the top of the pile the seat may look at beyond the top one (0: none), by
 * pile_inspection (P181): what a screen and a view's JSON give, never a rule. */
unsigned cn_public_inspectable(const cn_rules *rules, const cn_public *pub, unsigned seat);

/* Cards that are still to be drawn in this turn (P29, P153, P154). */
static inline unsigned cn_public_to_draw(const cn_rules *rules, const cn_public *pub)
{
    return cn_draw_count(rules, pub->hand_number) - pub->turn.picked - pub->turn.drawn;
}

/* The seat has drawn a card and not yet all of them (P154). */
static inline bool cn_public_in_draw(const cn_public *pub)
{
    return pub->phase == CN_PHASE_DRAW && (pub->turn.picked | pub->turn.drawn) != 0;
}

/* True while the turn card lies in the stock (P22); false too where there is none. */
bool cn_public_turn_card_in_stock(const cn_rules *rules, const cn_public *pub);

/* Talon cards due at the end of this turn to the seat whose turn it is, if it does not go out
 * (P95). */
unsigned cn_public_talon_due(const cn_rules *rules, const cn_public *pub);

/* The meld that gives its wild for a natural, if the step is a swap (S30); `meld` is CN_NO_MELD
 * where none does. */
typedef struct cn_giver {
    uint8_t side, meld;
} cn_giver;
cn_giver cn_swap_giver(const cn_rules *rules, const cn_public *pub, cn_step step);

/* The card that a possible swap brings, of twos the one of the lowest suit; out of a sequence the
 * one whose place the natural takes. */
cn_card cn_swap_brings(const cn_rules *rules, const cn_public *pub, cn_step step);

/* Hash of the public state, the same on every machine. */
uint64_t cn_public_hash(const cn_public *pub, const cn_rules *rules);

/* cn_partner, where sides form during play (P11). */
unsigned cn_partner_formed(const cn_rules *rules, const cn_public *pub, unsigned seat);

/* The partner who is asked (P69): the next member of the seat's side, CN_SEAT_NONE if it has none.
 */
static inline unsigned cn_partner(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    return rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO ? cn_partner_formed(rules, pub, seat)
                                                              : rules->partner[seat];
}

#endif
