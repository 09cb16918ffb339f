/* The words that records, positions, messages, traces and views share for the same things.
 * Not here: sentences. Invariant: one word for each thing, whoever writes it. */
#ifndef CANASTA_WORDS_H
#define CANASTA_WORDS_H

#include "canasta/public.h"
#include "canasta/score.h"

/* "start", "draw", "meld", "answer", "hand_end", "scored", "game_end". */
const char *cn_phase_word(unsigned phase);

/* How a hand ended: "none", "out", "stock", "red_three", "special". */
const char *cn_end_word(unsigned end);

/* "none", "yes", "no". */
const char *cn_answer_word(unsigned answer);

/* "rank", "wild", "twos", "sequence", "black3", for what a meld is made of (step.h). */
const char *cn_meld_kind_word(unsigned meld);

/* "natural", "mixed", "wild", "sequence"; NULL for none. */
const char *cn_canasta_word(unsigned canasta);

/* The name of a step number: "draw", "take-pair", "lay-K", "two-W", "to-3", "seq-5h"; NULL for a
 * number that is no step. docs/formats.md, "Steps", describes them. */
const char *cn_step_name(unsigned number);

/* The components of a score in the order they are written, the total last. */
enum { CN_SCORE_PARTS = 8 };
const char *cn_score_part_word(unsigned part_i);
int32_t cn_score_part(const cn_score *score, unsigned part_i);

#endif
