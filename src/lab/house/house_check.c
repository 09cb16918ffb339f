/* Plays by random house rules.
 * Not here: what random play checks (bench_check.c). Invariant: as in the header. */
#include "lab/house/house_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/bench/bench_check.h"
#include "lab/tables/table.h"
#include "players/player.h"
#include "text/records/replay_text.h"

/* A record that is read as fast as it is written. */
typedef struct echo {
    cn_replay replay;
    cn_text_error error;
    bool wrong;
} echo;

static void hear(void *context, const char *text, size_t length)
{
    echo *e = context;
    if (!e->wrong) e->wrong = !cn_replay_feed(&e->replay, text, length, &e->error);
}

static bool blame(cn_house_check *check, const cn_drawn_house *house, uint64_t number,
                  const char *what, const char *more)
{
    snprintf(check->fault, sizeof check->fault, "set %" PRIu64 " (%s, %u players): %s%s%s", number,
             house->base, house->players, what, more[0] != '\0' ? ": " : "", more);
    return false;
}

static bool play_at_random(const cn_drawn_house *house, uint64_t seed, uint64_t number,
                           uint64_t hands, cn_house_check *check)
{
    cn_bench_check found = {.games = number};
    while (found.hands < hands && cn_bench_check_faults(&found) == 0) {
        const uint64_t before = found.hands;
        cn_bench_check_hands(&house->rules, seed, hands - found.hands, &found);
        if (found.hands == before) break;
    }
    check->hands += found.hands;
    check->steps += found.steps;
    if (cn_bench_check_faults(&found) == 0) return true;
    const char *what = found.what != NULL ? found.what
                       : found.stuck      ? "no legal step"
                       : found.refused    ? "an offered step was refused"
                       : found.unlike     ? "game and view differ in the legal set"
                                          : "a hand without an end";
    return blame(check, house, number, what, "");
}

static const char *trouble(cn_lab_status status)
{
    switch (status) {
    case CN_LAB_OK: break;
    case CN_LAB_ILLEGAL: return "a player chose a step that is not legal";
    case CN_LAB_VIEW: return "a view refused an event of its own game";
    case CN_LAB_ENDLESS: return "a hand without an end";
    case CN_LAB_RECORD: return "the record cannot be written";
    }
    return NULL;
}

/* Racers and careful players in turn, so that both play by every kind of rules. */
static bool play_with_care(const cn_drawn_house *house, uint64_t seed, uint64_t number,
                           uint64_t hands, cn_house_check *check)
{
    cn_lab_table table;
    cn_record record;
    echo *e = malloc(sizeof *e);
    if (e == NULL) return blame(check, house, number, "no memory", "");
    e->wrong = false;
    cn_replay_start(&e->replay, NULL);
    cn_lab_table_start(&table, &house->rules, 0);
    cn_lab_table_seat_all(&table, &house->rules, number % 2 ? &cn_player_racer : &cn_player_book,
                          seed + number);
    table.record = &record;
    bool good = cn_record_start(&record, &house->rules, &(cn_record_header){.dealer = 0},
                                (cn_sink){hear, e});
    const cn_lab_status status =
        cn_lab_table_play_game(&table, &house->rules, seed + number, hands);
    if (good && status == CN_LAB_OK && table.game.pub.phase != CN_PHASE_GAME_END)
        cn_record_stop(&record, &table.game);
    if (!good || status != CN_LAB_OK) {
        good = blame(check, house, number, good ? trouble(status) : "no record can be begun", "");
    } else if (e->wrong || !cn_replay_finish(&e->replay, &e->error)) {
        good = blame(check, house, number, "its record does not replay", e->error.message);
    }
    check->hands += table.game.pub.hand_number;
    check->steps += table.steps;
    free(e);
    return good;
}

bool cn_house_check_set(uint64_t seed, uint64_t number, uint64_t hands, cn_house_check *check)
{
    cn_drawn_house house;
    if (!cn_draw_house(seed, number, &house, check->fault)) return false;
    check->refused += house.refused;
    if (!play_at_random(&house, seed, number, hands, check) ||
        !play_with_care(&house, seed, number, hands, check))
        return false;
    check->sets++;
    return true;
}
