/* Players made of numbers.
 * Not here: the search. Invariant: as in the header. */
#include "players/search/thinker.h"

#include "canasta/reason.h"
#include "players/ending.h"
#include "players/search/quick.h"
#include "players/search/search.h"

/* ---- the step without a search ---- */

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

/* What is done in haste in this turn: the same at each of its steps, and whenever it is asked, from
 * what everybody sees - no stream has to be kept for it. */
static unsigned haste_now(const cn_thinking *thinking, const cn_view *view)
{
    const cn_memory *memory = &view->memory;
    const unsigned count = memory->discard_count;
    const unsigned last = count > 0 ? memory->discard[count - 1].card : 0;
    cn_stream stream = cn_stream_make(view->pub.turn_number, view->seat,
                                      ((uint64_t)view->pub.hand_number << 16) + last);
    unsigned haste = 0;
    for (unsigned kind = 0; kind < CN_HASTE_KINDS; kind++)
        if (cn_stream_below(&stream, CN_HASTE_ALWAYS) < thinking->haste[kind]) haste |= 1U << kind;
    return haste;
}

static cn_step choose_by_habit(const cn_thinking *thinking, const cn_view *view,
                               const cn_rules *rules, unsigned haste)
{
    cn_quick quick;
    cn_quick_mind mind;
    const cn_mask legal = cn_view_legal(view, rules);
    cn_quick_make(&quick, rules);
    if ((thinking->parts & CN_THOUGHT_HABITS) != 0)
        cn_quick_give_found(&quick, rules->side_of[view->seat]);
    cn_quick_begin(&mind, view, rules, thinking->memory);
    mind.haste = (uint8_t)haste;
    mind.hasty_turn = view->pub.turn_number;
    mind.turn = view->pub.turn_number;
    mind.answer = (uint8_t)end_by_score(view, rules);
    const cn_step step = cn_quick_choose(&quick, &mind, &view->pub, &view->hand, &legal);
    return cn_step_named(rules, &view->pub, &view->hand, step);
}

cn_step cn_think(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream)
{
    const cn_thinking *thinking = player->thinking;
    const unsigned haste = haste_now(thinking, view);
    const cn_step usual = choose_by_habit(thinking, view, rules, haste);
    if (thinking->playouts == 0 || (haste & CN_HASTE_DECIDING) != 0) return usual;
    cn_search search;
    const cn_question question = {.view = view,
                                  .rules = rules,
                                  .usual = usual,
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

static const cn_thinking careful = {.memory = CN_REMEMBERS_ALL};
static const cn_thinking trained = {.memory = CN_REMEMBERS_ALL, .parts = CN_THOUGHT_HABITS};
static const cn_thinking hurried = {
    .memory = CN_REMEMBERS_ALL,
    .haste = {CN_HASTE_ALWAYS, CN_HASTE_ALWAYS, CN_HASTE_ALWAYS, CN_HASTE_ALWAYS, CN_HASTE_ALWAYS}};
static const cn_player player_quick = {
    .name = "quick", .summary = "the policy of thinker's playouts", .thinking = &careful};
static const cn_player player_tuned = {.name = "tuned",
                                       .summary = "the same policy by the habits that were found",
                                       .thinking = &trained};
static const cn_player player_hasty = {
    .name = "hasty", .summary = "the same policy without a thought of later", .thinking = &hurried};

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

/* In so many of CN_HASTE_ALWAYS turns in haste in taking, opening, laying, throwing and deciding;
 * memory, foresight, playouts:
 * X(LEVEL, TAKES, OPENS, LAYS, THROWS, DECIDES, REMEMBERS, TURNS, WORK, about) */
/* clang-format off */
#define LEVELS(X)                                                                                  \
    X(1, 255, 255, 255, 255,   0,   0, 0,    0, "a child who is learning: in haste, forgets all")  \
    X(2, 120,  24, 130, 128,   0,   4, 0,    0, "opens too soon, and forgets what was thrown")     \
    X(3,  70,  10,  40,  80,   0,  12, 0,    0, "careful, but now and then in haste")              \
    X(4,   0,   0,   0,   0,   0, 255, 0,    0, "knows the game, and remembers every card")        \
    X(5,   0,   0,   0,   0,  80, 255, 8,   24, "looks ahead in two of three turns")               \
    X(6,   0,   0,   0,   0,   0, 255, 8,   60, "looks ahead")                                     \
    X(7,   0,   0,   0,   0,   0, 255, 8,  300, "looks ahead with care")                           \
    X(8,   0,   0,   0,   0,   0, 255, 8, 1000, "looks ahead as far as it goes")

#define X(n, takes, opens, lays, throws, decides, remembers, turns, work, about)                   \
    static const cn_thinking level_##n = {.playouts = work,                                        \
                                          .parts = CN_THOUGHTS_ALL,                                \
                                          .foresight = turns,                                      \
                                          .memory = remembers,                                     \
                                          .haste = {takes, opens, lays, throws, 0, decides}};      \
    static const cn_player player_##n = {                                                          \
        .name = "level:" #n, .summary = about, .thinking = &level_##n};
LEVELS(X)
#undef X
/* clang-format on */

const cn_player *const cn_levels[] = {
#define X(n, takes, opens, lays, throws, decides, remembers, turns, work, about) &player_##n,
    LEVELS(X)
#undef X
        NULL};

const cn_player *const cn_thinker_variants[] = {&player_quick, &player_tuned, &player_hasty,
#define X(n) &thinker_##n,
                                                WORK(X)
#undef X
#define X(constant, part, about) &no_##part,
                                                    CN_THOUGHTS(X)
#undef X
                                                        NULL};
