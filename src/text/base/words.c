/* The words that all formats share.
 * Not here: sentences. Invariant: one word for each thing, whoever writes it. */
#include "text/base/words.h"

#include <assert.h>
#include <stddef.h>

const char *cn_phase_word(unsigned phase)
{
    static const char *const words[] = {
        [CN_PHASE_START] = "start",       [CN_PHASE_DRAW] = "draw",
        [CN_PHASE_MELD] = "meld",         [CN_PHASE_ANSWER] = "answer",
        [CN_PHASE_HAND_END] = "hand_end", [CN_PHASE_SCORED] = "scored",
        [CN_PHASE_GAME_END] = "game_end",
    };
    assert(phase <= CN_PHASE_GAME_END);
    return words[phase];
}

const char *cn_end_word(unsigned end)
{
    static const char *const words[] = {[CN_END_NONE] = "none",
                                        [CN_END_OUT] = "out",
                                        [CN_END_STOCK] = "stock",
                                        [CN_END_RED_THREE] = "red_three",
                                        [CN_END_SPECIAL] = "special"};
    assert(end <= CN_END_SPECIAL);
    return words[end];
}

const char *cn_answer_word(unsigned answer)
{
    static const char *const words[] = {
        [CN_ANSWER_NONE] = "none", [CN_ANSWER_YES] = "yes", [CN_ANSWER_NO] = "no"};
    assert(answer <= CN_ANSWER_NO);
    return words[answer];
}

const char *cn_meld_kind_word(unsigned meld)
{
    if (meld == CN_MELD_BLACK3) return "black3";
    if (meld == CN_MELD_TWOS) return "twos";
    if (meld == CN_MELD_WILD) return "wild";
    if (meld == CN_MELD_SEQUENCE) return "sequence";
    assert(meld < CN_RANKS);
    return "rank";
}

const char *cn_canasta_word(unsigned canasta)
{
    static const char *const words[] = {
        [CN_CANASTA_NONE] = NULL,           [CN_CANASTA_NATURAL] = "natural",
        [CN_CANASTA_MIXED] = "mixed",       [CN_CANASTA_WILD] = "wild",
        [CN_CANASTA_SEQUENCE] = "sequence", [CN_CANASTA_SEQUENCE_MIXED] = "sequence"};
    assert(canasta <= CN_CANASTA_SEQUENCE_MIXED);
    return words[canasta];
}

/* A name for each of a row of things, the number of the thing at its end. */
#define RANKS(name)                                                                                \
    name "4", name "5", name "6", name "7", name "8", name "9", name "T", name "J", name "Q",      \
        name "K", name "A"
#define SUITS(rank) "seq-" rank "c", "seq-" rank "d", "seq-" rank "h", "seq-" rank "s"
#define TEN(name, tens)                                                                            \
    name tens "1", name tens "2", name tens "3", name tens "4", name tens "5", name tens "6",      \
        name tens "7", name tens "8", name tens "9"
#define TENS(name)                                                                                 \
    name "10", TEN(name, "1"), name "20", TEN(name, "2"), name "30", TEN(name, "3"), name "40"
#define PLACES(name) TEN(name, ""), TENS(name)
#define FURTHER_PLACES(name)                                                                       \
    name "2", name "3", name "4", name "5", name "6", name "7", name "8", name "9", TENS(name)

const char *cn_step_name(unsigned number)
{
    static const char *const names[] = {
        "draw",
        "open",
        "ask",
        "yes",
        "no",
        "take-pair",
        "take-two",
        "take-joker",
        "take-top",
        RANKS("lay-"),
        "lay-3",
        RANKS("two-"),
        RANKS("joker-"),
        RANKS("discard-"),
        "discard-3",
        "discard-2",
        "discard-X",
        "discard-3r",
        "pass",
        "declare",
        "lay-out",
        "two-3",
        "joker-3",
        "new",
        "two-W",
        "joker-W",
        "two-2",
        "joker-2",
        PLACES("to-"),
        "pick",
        FURTHER_PLACES("join-"),
        SUITS("4"),
        SUITS("5"),
        SUITS("6"),
        SUITS("7"),
        SUITS("8"),
        SUITS("9"),
        SUITS("T"),
        SUITS("J"),
        SUITS("Q"),
        SUITS("K"),
        SUITS("A"),
        RANKS("swap-two-"),
        RANKS("swap-joker-"),
        RANKS("steal-two-"),
        RANKS("steal-joker-"),
        "two-S-low",
        "two-S-high",
        "joker-S-low",
        "joker-S-high",
        "take-all",
    };
    static_assert(sizeof names / sizeof names[0] == CN_STEPS, "a name for each step");
    static_assert(CN_MELDS_MAX == 40, "PLACES names so many melds");
    return number < CN_STEPS ? names[number] : NULL;
}

const char *cn_score_part_word(unsigned part_i)
{
    static const char *const words[CN_SCORE_PARTS] = {"canastas", "go_out", "special",   "threes",
                                                      "melded",   "hand",   "penalties", "total"};
    assert(part_i < CN_SCORE_PARTS);
    return words[part_i];
}

int32_t cn_score_part(const cn_score *score, unsigned part_i)
{
    assert(part_i < CN_SCORE_PARTS);
    const int32_t parts[CN_SCORE_PARTS] = {score->canastas,  score->go_out, score->special,
                                           score->threes,    score->melded, score->hand,
                                           score->penalties, score->total};
    return parts[part_i];
}
