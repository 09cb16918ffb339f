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
    X(RED3, 0, "red threes are never melded or discarded")                                         \
    X(RANK, 0, "naturals of one meld have one rank")                                               \
    X(WILD_ONLY, 0, "a meld of wild cards only")                                                   \
    X(SIZE, 2, "a meld has at least three cards: have, need")                                      \
    X(NATURALS, 2, "too few naturals in the meld: have, need")                                     \
    X(MAX_WILDS, 2, "too many wild cards in the meld: have, most")                                 \
    X(UNFINISHED, 0, "the begun meld must be finished first")                                      \
    X(BLACK3, 0, "black threes are melded only when going out, last of all")                       \
    X(BLACK3_WILD, 0, "no wild cards among black threes")                                          \
    X(EMPTY_PILE, 0, "there is no pile to take")                                                   \
    X(STOP, 0, "a black three on top stops the take")                                              \
    X(TOP_WILD, 0, "a pile topped by a wild card cannot be taken")                                 \
    X(TOP_RED3, 0, "a pile topped by a red three cannot be taken")                                 \
    X(SINGLE, 0, "one card in hand never takes a pile of one")                                     \
    X(FROZEN, 0, "a frozen pile needs two naturals of the top card's rank")                        \
    X(PAIR_ONLY, 0, "natural and wild do not take the pile here")                                  \
    X(ADD_NOT_ALLOWED, 0, "the top card alone does not take the pile here")                        \
    X(TAKE_CARDS, 0, "these cards do not make a meld with the top card")                           \
    X(FORCED_TAKE, 0, "the stock is empty and the pile must be taken")                             \
    X(OPEN_FIRST, 0, "the staged groups must be opened first")                                     \
    X(NOTHING_STAGED, 0, "there is nothing to open with")                                          \
    X(MIN, 2, "the first meld counts too little: have, need")                                      \
    X(KEEP_CARD, 0, "a card must be kept after the discard")                                       \
    X(NO_CANASTA, 0, "going out needs a canasta")                                                  \
    X(CANASTAS, 2, "going out needs more canastas: have, need")                                    \
    X(ASK_NONE, 0, "there is no partner to ask")                                                   \
    X(ASK_LATE, 0, "the question comes before any meld but that of the take")                      \
    X(ASK_AGAIN, 0, "the question was asked in this turn")                                         \
    X(ASK_IMPOSSIBLE, 0, "the turn must be able to end both ways")                                 \
    X(ASK_YES, 0, "after a yes the seat must go out")                                              \
    X(ASK_NO, 0, "after a no the seat may not go out")                                             \
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
cn_step cn_step_named(const cn_public *pub, const cn_cards *hand, cn_step step);

/* True if the step may show the seat a new card, so that a command ends with it (P128): a draw, a
 * take by a side that has melded, an open that completes a take. Read before the step is made. */
bool cn_step_shows_card(const cn_rules *rules, const cn_public *pub, unsigned number);

#endif
