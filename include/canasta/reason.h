/* Why a step or a play is refused: a code with its numbers.
 * Not here: the sentence (message catalogues), and legality itself (legal.h).
 * Invariant: cn_judge answers CN_OK exactly for legal steps. */
#ifndef CANASTA_REASON_H
#define CANASTA_REASON_H

#include "canasta/public.h"
#include "canasta/step.h"

/* X(code, numbers, meaning). `numbers`: 0, or 2 for "have, need". In the order of P150. */
#define CN_REASONS(X)                                                                              \
    X(OK, 0, "legal")                                                                              \
    X(PHASE, 0, "not at this point of the turn")                                                   \
    X(TURN, 0, "another seat is to act")                                                           \
    X(UNREAD, 0, "steps behind one that shows a card are not read (P128)")                         \
    X(NOT_HELD, 0, "the seat does not hold that card")                                             \
    X(MELD_TURN, 2, "nobody melds so early in the hand: turn, the first one allowed")              \
    X(RED3, 0, "red threes are never melded")                                                      \
    X(RANK, 0, "naturals of one meld have one rank")                                               \
    X(SEQ_WILD, 0, "a sequence takes no wild card")                                                \
    X(WILD_ONLY, 0, "melds of wild cards only are not played here")                                \
    X(WILD_CANASTA, 2, "a meld of wild cards is larger than it may be: have, most")                \
    X(SIZE, 2, "a meld has too few cards, or too many: have, need")                                \
    X(NATURALS, 2, "too few naturals in the meld: have, need")                                     \
    X(MAX_WILDS, 2, "too many wild cards in the meld: have, most")                                 \
    X(TURN_WILDS, 2, "too many wild cards for the meld in one turn: have, most")                   \
    X(RATIO, 2, "too many wild cards for the naturals of the meld: wilds, naturals")               \
    X(NO_WILD_RANK, 0, "this rank takes no wild card")                                             \
    X(RULE_OF_FIVE, 2, "a wild card joins only a meld with enough naturals: have, need")           \
    X(WILD_LOCK, 0, "the unfinished meld of wilds must be completed first")                        \
    X(CLOSED, 0, "nothing more may be added to this canasta")                                      \
    X(CLOSED_NOW, 0, "this canasta was completed in this turn and gets no more cards in it")       \
    X(DEAD, 0, "this rank is closed to everybody")                                                 \
    X(MELDS_FULL, 0, "the side can begin no further meld")                                         \
    X(MELD_AGAIN, 0, "every other meld of this rank must be a canasta, or a natural one, first")   \
    X(UNFINISHED, 0, "the begun meld must be finished first")                                      \
    X(NO_MELD, 0, "there is no such meld, or it takes no such card")                               \
    X(NO_MERGE, 0, "these melds are not joined")                                                   \
    X(NO_SWAP, 0, "no such wild lies where that natural may take its place")                       \
    X(BLACK3, 0, "black threes are melded only when going out, last of all")                       \
    X(BLACK3_WILD, 0, "no wild cards among black threes")                                          \
    X(BLACK3_HAND, 2, "black threes are not melded so early in the game: hand, first allowed")     \
    X(EMPTY_PILE, 0, "there is no pile to take")                                                   \
    X(STOP, 0, "a black three on top stops the take")                                              \
    X(TOP_WILD, 0, "a pile topped by a wild card cannot be taken")                                 \
    X(TOP_RED3, 0, "a pile topped by a red three cannot be taken")                                 \
    X(TOP_RANK, 0, "a pile topped by this rank cannot be taken")                                   \
    X(BLOCKED, 0, "a canasta of this rank blocks the pile")                                        \
    X(SINGLE, 0, "one card in hand never takes a pile of one")                                     \
    X(FROZEN, 0, "a frozen pile needs two naturals of the top card's rank")                        \
    X(PAIR_ONLY, 0, "natural and wild do not take the pile here")                                  \
    X(PAIR_NOT_ALLOWED, 0, "two naturals do not take the pile here")                               \
    X(ADD_NOT_ALLOWED, 0, "the top card alone does not take the pile here")                        \
    X(PICK_NOT_ALLOWED, 0, "the top card does not go to the hand without a meld here")             \
    X(PICK_ROUND, 0, "a whole round has only picked up top cards: the next card is drawn")         \
    X(TAKE_WHOLE, 0, "the pile is taken as it lies here, and melded for afterwards")               \
    X(TAKE_NO_USE, 0, "no card of the pile makes a meld with the hand, or fits one")               \
    X(TAKE_CARDS, 0, "these cards do not make a meld with the top card")                           \
    X(SHOW_TWOS, 0, "a two on top is taken with two twos of its colour")                           \
    X(OPEN_BY_HAND, 0, "the first meld of a side is made from the hand alone")                     \
    X(FORCED_TAKE, 0, "the stock is empty and the pile must be taken")                             \
    X(PILE_OWED, 0, "whoever takes the pile lays what he took it for in this turn")                \
    X(OPEN_FIRST, 0, "the staged groups must be opened first")                                     \
    X(NOTHING_STAGED, 0, "there is nothing to open with")                                          \
    X(MIN, 2, "the first meld counts too little: have, need")                                      \
    X(MIN_CANASTA, 0, "the first meld needs a canasta at this total")                              \
    X(NO_PURE, 0, "the first meld needs a meld without wild cards")                                \
    X(NATURALS_ONLY, 0, "the first meld takes no wild cards")                                      \
    X(MIXED_CANASTA, 0, "the first meld takes no complete mixed canasta")                          \
    X(DISCARD_THREE, 0, "this three is never discarded")                                           \
    X(DISCARD_WILD, 0, "a wild card is discarded only when nothing else is held")                  \
    X(EMPTY_PILE_BAN, 0, "this card is not thrown on an empty pile while others are held")         \
    X(RANK_BAN, 0, "this rank is not discarded before there is a canasta of it")                   \
    X(LAST_BAN, 0, "this rank is never the last discard")                                          \
    X(FIRST_TURN_BAN, 0, "no black three is discarded in a first turn")                            \
    X(MUST_DISCARD, 0, "the turn ends with a discard")                                             \
    X(KEEP_CARD, 0, "a card must be kept after the discard")                                       \
    X(NO_CANASTA, 0, "going out needs a canasta")                                                  \
    X(CANASTAS, 2, "going out needs more canastas: have, need")                                    \
    X(OUT_NEEDS, 0, "going out needs other canastas, or more red threes")                          \
    X(OUT_DISCARD, 0, "the last card must be a discard")                                           \
    X(OUT_MELD, 0, "the last card must be melded")                                                 \
    X(OUT_TURN, 2, "nobody goes out so early in the hand: turn, the first one allowed")            \
    X(PARTNER_PACKET, 0, "a partner has not picked up every packet")                               \
    X(INCOMPLETE_SPECIAL, 0, "an unfinished meld of aces, sevens or wilds forbids going out")      \
    X(ASK_NONE, 0, "there is no partner to ask")                                                   \
    X(ASK_LATE, 0, "the question comes before any meld but that of the take")                      \
    X(ASK_AGAIN, 0, "the question was asked in this turn")                                         \
    X(ASK_LIMIT, 2, "no further question in this hand: asked, most")                               \
    X(ASK_IMPOSSIBLE, 0, "the turn must be able to end both ways")                                 \
    X(ASK_REQUIRED, 0, "going out needs the partner to say yes in this turn")                      \
    X(ASK_YES, 0, "after a yes the seat must go out")                                              \
    X(ASK_NO, 0, "after a no the seat may not go out")                                             \
    X(SIDE_MELDED, 0, "a special hand is declared only while the side has not melded")             \
    X(SPECIAL, 0, "these cards are no special hand")                                               \
    X(NO_THREE, 0, "there is no held three to lay out")                                            \
    X(OVER, 0, "nobody is to act")                                                                 \
    X(STEP, 0, "no such step")

typedef enum cn_reason_code {
#define X(code, numbers, meaning) CN_REASON_##code,
    CN_REASONS(X)
#undef X
        CN_REASON_CODES,
    CN_OK = CN_REASON_OK
} cn_reason_code;

typedef struct cn_reason {
    uint8_t code; /* cn_reason_code */
    int32_t have, need;
} cn_reason;

/* "MIN", "FROZEN", ... */
const char *cn_reason_name(unsigned code);
/* How many numbers belong to the code: 0 or 2. */
unsigned cn_reason_numbers(unsigned code);

/* Why the seat to act may not make this step now; CN_OK if it may. */
cn_reason cn_judge(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, cn_step step);

/* Judges a run of steps as one play, as people do: the groups of an opening count together and the
 * end of the turn is looked at once, after the last step. On a refusal `*step_i` (may be NULL) gets
 * the index of the refused step. Steps after one that shows a new card are UNREAD (P128), except
 * lays onto the meld of a take that directly follow it: those belong to the take (P123). A play
 * that stops with something unfinished is refused (P128). */
cn_reason cn_judge_play(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_step *steps, unsigned step_count, unsigned *step_i);

/* The step with every card it uses named: where none is, the one of the lowest suit (P130). The
 * hand must hold what the step's number needs. */
cn_step cn_step_named(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_step step);

/* True if the step may show the seat a new card, so that a command ends with it (P128): a draw, a
 * take by a side that has melded, an open that completes a take. Read before the step is made. */
bool cn_step_shows_card(const cn_rules *rules, const cn_public *pub, unsigned number);

#endif
