/* Players made of numbers.
 * Not here: the search. Invariant: as in the header. */
#include "players/search/thinker.h"

#include "canasta/reason.h"
#include "players/ending.h"
#include "players/search/quick.h"
#include "players/search/search.h"

/* ---- the step without a search ---- */

/* Whether this turn is one of those that are played in haste: the same answer for all steps of it,
 * since they have the same turn, and nothing is kept between them. */
static bool is_hasty(const cn_view *view, const cn_thinking *t)
{
    enum { PERCENT = 100 };
    const cn_public *pub = &view->pub;
    const uint64_t turn = (uint64_t)pub->hand_number << 16 | pub->turn_number;
    cn_stream lot =
        cn_stream_make(turn, view->seat, (uint64_t)pub->dealer << 16 | pub->stock_count);
    return cn_stream_below(&lot, PERCENT) < t->haste;
}

/* Nobody goes out where that loses the game, or stays where it wins. */
static cn_answer end_by_score(const cn_view *view, const cn_rules *rules)
{
    cn_outlook outlook = CN_OUTLOOK_OPEN;
    if (view->pub.phase == CN_PHASE_ANSWER)
        outlook = cn_answer_outlook(view, rules);
    else if (cn_can_go_out(rules, &view->pub, &view->hand))
        cn_out_outlook(view, rules, &outlook);
    if (outlook == CN_OUTLOOK_OPEN) return CN_ANSWER_NONE;
    return outlook == CN_OUTLOOK_WON ? CN_ANSWER_YES : CN_ANSWER_NO;
}

static cn_step choose_by_habit(const cn_thinking *thinking, const cn_view *view,
                               const cn_rules *rules)
{
    cn_quick quick;
    cn_quick_mind mind;
    const cn_mask legal = cn_view_legal(view, rules);
    cn_quick_make(&quick, rules);
    cn_quick_begin(&mind, view, rules, thinking->memory);
    if (is_hasty(view, thinking)) mind.hasty_turn = view->pub.turn_number;
    mind.turn = view->pub.turn_number;
    mind.answer = (uint8_t)end_by_score(view, rules);
    const cn_step step = cn_quick_choose(&quick, &mind, &view->pub, &view->hand, &legal);
    return cn_step_named(rules, &view->pub, &view->hand, step);
}

cn_step cn_think(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream)
{
    const cn_thinking *thinking = player->thinking;
    if (thinking->playouts == 0) return choose_by_habit(thinking, view, rules);
    cn_search search;
    const bool hasty = thinking->haste > 0;
    const cn_question question = {.view = view,
                                  .rules = rules,
                                  .usual = hasty ? choose_by_habit(thinking, view, rules)
                                                 : cn_player_book.choose(view, rules, stream),
                                  .thinking = thinking,
                                  .stop = player->stop,
                                  .playouts_most = player->playouts_most};
    cn_search_steps(&search, &question, stream);
    return search.tried[search.best].step;
}

/* ---- the players ---- */

enum { USUAL_PLAYOUTS = 1000, USUAL_FORESIGHT = 8 };

static const cn_thinking usual = {.playouts = USUAL_PLAYOUTS,
                                  .parts = CN_THOUGHTS_ALL,
                                  .foresight = USUAL_FORESIGHT,
                                  .memory = CN_REMEMBERS_ALL};
const cn_player cn_player_thinker = {
    .name = "thinker",
    .summary = "plays each step out in imagined hands, and makes the one that did best",
    .thinking = &usual,
};

/* How many playouts a decision of thinker:N has; `quick` has none. */
#define WORK(X) X(50) X(100) X(200) X(500) X(1000) X(2000) X(5000) X(10000) X(20000)

#define X(n)                                                                                       \
    static const cn_thinking thinking_##n = {.playouts = n,                                        \
                                             .parts = CN_THOUGHTS_ALL,                             \
                                             .foresight = USUAL_FORESIGHT,                         \
                                             .memory = CN_REMEMBERS_ALL};                          \
    static const cn_player thinker_##n = {                                                         \
        .name = "thinker:" #n,                                                                     \
        .summary = "thinker with " #n " playouts for a decision",                                  \
        .thinking = &thinking_##n,                                                                 \
    };
WORK(X)
#undef X

/* Turns of a hundred that are played in haste by quick:N. */
#define HASTE(X) X(0) X(100)

#define X(n)                                                                                       \
    static const cn_thinking hasty_##n = {.memory = CN_REMEMBERS_ALL, .haste = n};                 \
    static const cn_player quick_##n = {                                                           \
        .name = "quick:" #n,                                                                       \
        .summary = "the policy of thinker's playouts, " #n " % of its turns in haste",             \
        .thinking = &hasty_##n,                                                                    \
    };
HASTE(X)
#undef X

#define X(constant, part, about)                                                                   \
    static const cn_thinking thinking_no_##part = {.playouts = USUAL_PLAYOUTS,                     \
                                                   .parts =                                        \
                                                       CN_THOUGHTS_ALL & ~CN_THOUGHT_##constant,   \
                                                   .foresight = USUAL_FORESIGHT,                   \
                                                   .memory = CN_REMEMBERS_ALL};                    \
    static const cn_player no_##part = {                                                           \
        .name = "thinker-no-" #part,                                                               \
        .summary = "thinker without this part: " about,                                            \
        .thinking = &thinking_no_##part,                                                           \
    };
CN_THOUGHTS(X)
#undef X

/* X(LEVEL, HASTE, MEMORY, FORESIGHT, PLAYOUTS, about) */
/* clang-format off */
#define LEVELS(X)                                                                                  \
    X(1, 100,   0, 0,    0, "a child who is learning: lays all it can, remembers nothing")         \
    X(2, 100, 255, 4,   16, "plays in haste, and looks ahead a little where it is close")          \
    X(3,   0,   8, 0,    0, "careful, but soon forgets what was thrown")                           \
    X(4,   0, 255, 4,   10, "careful, and now and then looks ahead")                               \
    X(5,   0, 255, 4,   30, "looks ahead a little")                                                \
    X(6,   0, 255, 8,  100, "looks ahead")                                                         \
    X(7,   0, 255, 8,  400, "looks ahead with care")                                               \
    X(8,   0, 255, 8, 2000, "looks ahead as far as it goes")
/* clang-format on */

#define X(n, hurry, remembers, turns, work, about)                                                 \
    static const cn_thinking level_##n = {.playouts = work,                                        \
                                          .parts = CN_THOUGHTS_ALL,                                \
                                          .foresight = turns,                                      \
                                          .memory = remembers,                                     \
                                          .haste = hurry};                                         \
    static const cn_player player_##n = {                                                          \
        .name = "level:" #n, .summary = about, .thinking = &level_##n};
LEVELS(X)
#undef X

const cn_player *const cn_levels[] = {
#define X(n, hurry, remembers, turns, work, about) &player_##n,
    LEVELS(X)
#undef X
        NULL};

const cn_player *const cn_thinker_variants[] = {
#define X(n) &quick_##n,
    HASTE(X)
#undef X
#define X(n) &thinker_##n,
        WORK(X)
#undef X
#define X(constant, part, about) &no_##part,
            CN_THOUGHTS(X)
#undef X
                NULL};
