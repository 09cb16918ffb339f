/* Where the time of random play goes.
 * Not here: printing. Invariant: as in the header. */
#include "lab/bench/bench_turns.h"

#include <string.h>
#include <time.h>

#include "canasta/legal.h"
#include "lab/bench/bench.h"
#include "lab/bench/bench_play.h"

/* Two readings of the clock, so many times: the shortest is what it takes. */
enum { READINGS = 2000 };

/* Whatever takes longer was kept waiting by something else. */
#define WAITED_NS 1e6

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* On average, but for readings between which something else ran. */
static double time_of_clock(void)
{
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < READINGS; i++) {
        const double first = now_ns(), took = now_ns() - first;
        if (took >= CN_BENCH_LONG_NS) continue;
        sum += took;
        count++;
    }
    return count > 0 ? sum / count : 0;
}

static void add(cn_bench_sum *sum, double took, double clock)
{
    const double ns = took - clock;
    if (took >= WAITED_NS) return;
    sum->count++;
    sum->ns += ns;
    if (ns < CN_BENCH_LONG_NS) return;
    sum->long_count++;
    sum->long_ns += ns;
}

static bool must_go_out(const cn_rules *rules, const cn_turn *turn)
{
    return rules->p.ask_binding && turn->answer == CN_ANSWER_YES;
}

/* Of a turn after the draw. */
static cn_turn_sort sort_of_meld(const cn_rules *rules, const cn_public *pub)
{
    const cn_turn *turn = &pub->turn;
    const int32_t held = pub->hand_count[pub->asker];
    if (turn->staging) return CN_TURN_STAGING;
    if (cn_public_acting(pub)->meld_count == 0) return CN_TURN_UNOPENED;
    if (must_go_out(rules, turn)) return CN_TURN_MUST_GO_OUT;
    if (turn->to_meld != CN_NO_MELD || turn->open_meld != CN_NO_MELD) return CN_TURN_BEGUN;
    if (held <= rules->p.meld_min + rules->p.keep_cards) return CN_TURN_FEW;
    return turn->laid ? CN_TURN_LAID : CN_TURN_FRESH;
}

static cn_turn_sort sort_of(const cn_rules *rules, const cn_public *pub, unsigned steps)
{
    if (pub->phase == CN_PHASE_ANSWER) return CN_TURN_ANSWER;
    if (pub->phase == CN_PHASE_MELD) return sort_of_meld(rules, pub);
    return steps == 1 ? CN_TURN_ONLY_DRAW : CN_TURN_DRAW;
}

static cn_made_sort sort_of_step(unsigned number)
{
    if (number == CN_STEP_DRAW) return CN_MADE_DRAW;
    if (cn_step_is_take(number)) return CN_MADE_TAKE;
    if (cn_step_is_sequence(number)) return CN_MADE_SEQUENCE;
    if (cn_step_is_lay(number)) return CN_MADE_LAY;
    return cn_step_is_discard(number) ? CN_MADE_DISCARD : CN_MADE_OTHER;
}

static void play_step(cn_bench_play *play, cn_bench_turns *turns)
{
    cn_game *game = &play->game;
    const double start = now_ns();
    const cn_mask legal = cn_legal(play->rules, &game->pub, &game->hand[game->pub.seat]);
    const double told = now_ns();
    const unsigned count = cn_mask_count(&legal);
    add(&turns->legal[sort_of(play->rules, &game->pub, count)], told - start, turns->clock_ns);
    const unsigned number = cn_mask_nth(&legal, cn_numbers_below(&play->numbers, count));
    const double chosen = now_ns();
    cn_game_make(game, play->rules, number);
    add(&turns->made[sort_of_step(number)], now_ns() - chosen, turns->clock_ns);
    turns->steps++;
}

void cn_bench_turns_run(const cn_rules *rules, uint64_t hands, bool games, cn_bench_turns *turns)
{
    cn_bench_play play;
    memset(turns, 0, sizeof *turns);
    turns->clock_ns = time_of_clock();
    cn_bench_play_start(&play, rules, 0);
    if (games) play.game_hands = CN_BENCH_GAME_HANDS;
    while (play.hands < hands) {
        cn_bench_play_deal(&play, NULL);
        while (play.game.pub.phase != CN_PHASE_HAND_END) play_step(&play, turns);
    }
    turns->hands = play.hands;
}

const char *cn_turn_sort_name(unsigned sort)
{
    static const char *const names[CN_TURN_SORTS] = {
        [CN_TURN_ONLY_DRAW] = "draw, nothing else",
        [CN_TURN_DRAW] = "draw or take",
        [CN_TURN_ANSWER] = "answer",
        [CN_TURN_UNOPENED] = "not opened",
        [CN_TURN_STAGING] = "opening staged",
        [CN_TURN_BEGUN] = "meld named or begun",
        [CN_TURN_MUST_GO_OUT] = "must go out",
        [CN_TURN_FEW] = "few cards left",
        [CN_TURN_FRESH] = "nothing laid yet",
        [CN_TURN_LAID] = "something laid",
    };
    return sort < CN_TURN_SORTS ? names[sort] : NULL;
}

const char *cn_made_sort_name(unsigned sort)
{
    static const char *const names[CN_MADE_SORTS] = {
        [CN_MADE_DRAW] = "draw",       [CN_MADE_TAKE] = "take",
        [CN_MADE_LAY] = "lay",         [CN_MADE_SEQUENCE] = "card of a sequence",
        [CN_MADE_DISCARD] = "discard", [CN_MADE_OTHER] = "other",
    };
    return sort < CN_MADE_SORTS ? names[sort] : NULL;
}
