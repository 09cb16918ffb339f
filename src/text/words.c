/* The words that all formats share.
 * Not here: sentences. Invariant: one word for each thing, whoever writes it. */
#include "text/words.h"

#include <assert.h>

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
                                        [CN_END_RED_THREE] = "red_three"};
    assert(end <= CN_END_RED_THREE);
    return words[end];
}

const char *cn_answer_word(unsigned answer)
{
    static const char *const words[] = {
        [CN_ANSWER_NONE] = "none", [CN_ANSWER_YES] = "yes", [CN_ANSWER_NO] = "no"};
    assert(answer <= CN_ANSWER_NO);
    return words[answer];
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
