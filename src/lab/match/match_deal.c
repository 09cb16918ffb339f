/* One deal of a match, in all rotations of the players.
 * Not here: many deals (match.c). Invariant: it depends on the plan and the number of the deal
 * only. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "lab/match/match.h"
#include "lab/tables/recording.h"
#include "lab/tables/seating.h"

enum { GAME_HANDS_MAX = 10000 };

/* A deal while it is played. x, h, w, y, z as in cn_match_sums. */
typedef struct deal {
    const cn_match_plan *plan;
    uint64_t number;
    unsigned rotation;
    cn_match_sums *sums;
    cn_match_worker *worker;
    int64_t x, h, w, y, z;
    int64_t x_on[CN_SIDES_MAX]; /* x of the game in which A sat on this side */
} deal;

/* The sides of A in one rotation, one bit each. */
typedef struct sides {
    unsigned a;
    int64_t a_count, b_count;
} sides;

static bool is_strange(const cn_match_plan *plan, unsigned rotation)
{
    return rotation >= cn_seating_rotations(plan->rules, plan->player_count);
}

/* The index of a person's player; the partner's is behind the others. */
static unsigned player_of(const cn_match_plan *plan, unsigned rotation, unsigned person)
{
    const unsigned plain = cn_seating_rotations(plan->rules, plan->player_count);
    if (rotation < plain)
        return cn_seating_player(plan->rules, plan->player_count, rotation, person);
    return cn_seating_with_partner(plan->rules, rotation - plain, person);
}

static sides sides_of_a(const cn_match_plan *plan, unsigned rotation)
{
    const cn_rules *rules = plan->rules;
    sides found = {0};
    for (unsigned person = 0; person < rules->player_count; person++)
        if (player_of(plan, rotation, person) == 0) found.a |= 1U << cn_seating_side(rules, person);
    for (unsigned side = 0; side < rules->side_count; side++) found.a_count += found.a >> side & 1;
    found.b_count = rules->side_count - found.a_count;
    return found;
}

int64_t cn_match_scale(const cn_match_plan *plan)
{
    const sides who = sides_of_a(plan, 0);
    return who.a_count * who.b_count;
}

/* A's average of one component less B's, times the product of their numbers to keep it whole;
 * B's less A's where the least total wins (P164). */
static int64_t difference(const cn_rules *rules, const sides *who, const cn_score *scores,
                          unsigned part)
{
    int64_t a = 0, b = 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        *((who->a >> side & 1) != 0 ? &a : &b) += cn_score_part(&scores[side], part);
    return cn_win_sign(rules) * (a * who->b_count - b * who->a_count);
}

static void add_hand(deal *d, const cn_lab_table *table, const cn_score *scores)
{
    const cn_rules *rules = d->plan->rules;
    const sides who = sides_of_a(d->plan, d->rotation);
    const int64_t points = difference(rules, &who, scores, CN_MATCH_PARTS);
    cn_match_sums *sums = d->sums;
    if (is_strange(d->plan, d->rotation)) {
        const unsigned side = (who.a & 1) != 0 ? 0 : 1; /* there are two (seating.h) */
        sums->strange_hands++;
        d->y += points;
        d->z += d->x_on[side] - points;
        return;
    }
    sums->hands++;
    sums->turns += table->game.pub.turn_number;
    sums->hands_out += table->game.pub.end == CN_END_OUT;
    sums->hands_won += points > 0 ? 2 : points == 0;
    for (unsigned person = 0; person < rules->player_count; person++)
        sums->points[player_of(d->plan, d->rotation, person)] +=
            scores[cn_seating_side(rules, person)].total;
    for (unsigned part = 0; part < CN_MATCH_PARTS; part++)
        sums->part[part] += difference(rules, &who, scores, part);
    for (unsigned side = 0; side < rules->side_count; side++)
        if ((who.a >> side & 1) != 0) d->x_on[side] = points;
    d->x += points;
    d->h++;
}

/* 2 if A has won, 1 if it shares the first place with B, 0 otherwise. */
static int64_t game_value(unsigned winners, unsigned a)
{
    if ((winners & a) == 0) return 0;
    return (winners & ~a) == 0 ? 2 : 1;
}

static unsigned leaders(const cn_rules *rules, const cn_public *pub)
{
    unsigned found = 1;
    int32_t most = cn_win_sign(rules) * pub->side[0].total_points;
    for (unsigned side = 1; side < rules->side_count; side++) {
        const int32_t points = cn_win_sign(rules) * pub->side[side].total_points;
        if (points > most) found = 0;
        if (points >= most) found |= 1U << side;
        if (points > most) most = points;
    }
    return found;
}

static void add_game(deal *d, const cn_lab_table *table)
{
    const cn_rules *rules = d->plan->rules;
    if (is_strange(d->plan, d->rotation)) return;
    const unsigned winners = table->game.pub.phase == CN_PHASE_GAME_END
                                 ? cn_public_winners(&table->game.pub, rules)
                                 : leaders(rules, &table->game.pub);
    const int64_t value = game_value(winners, sides_of_a(d->plan, d->rotation).a);
    d->w += value;
    d->sums->games_won += value;
    d->sums->games++;
    d->sums->steps += (int64_t)table->steps;
}

static unsigned rotation_count(const cn_match_plan *plan)
{
    const unsigned plain = cn_seating_rotations(plan->rules, plan->player_count);
    return plain + (plan->partner != NULL ? plan->rules->player_count : 0);
}

/* A number for each game. Games with a strange partner have theirs far behind all others, so that
 * the others are the same with and without them. */
static uint64_t game_number(const deal *d)
{
    const unsigned plain = cn_seating_rotations(d->plan->rules, d->plan->player_count);
    if (d->rotation < plain) return d->number * plain + d->rotation;
    return ((uint64_t)1 << 48) + cn_stream_number(d->number, d->rotation - plain);
}

static const cn_entrant *entrant_of(const cn_match_plan *plan, unsigned player)
{
    return player < plan->player_count ? &plan->player[player] : plan->partner;
}

/* The process that plays this person; NULL for a player of ours. */
static cn_bot *bot_of(const deal *d, unsigned player, unsigned person)
{
    unsigned place = 0; /* among the persons that this player plays */
    for (unsigned before = 0; before < person; before++)
        place += player_of(d->plan, d->rotation, before) == player;
    cn_bot **bot = &d->worker->bot[player][place];
    if (*bot == NULL) *bot = cn_bot_open(entrant_of(d->plan, player), &d->plan->bots);
    return *bot;
}

void cn_match_worker_end(cn_match_worker *worker)
{
    for (unsigned i = 0; i < CN_PLAYERS_MAX; i++)
        for (unsigned j = 0; j < CN_PLAYERS_MAX; j++) {
            cn_bot_close(worker->bot[i][j]);
            worker->bot[i][j] = NULL;
        }
}

/* Puts the players on the seats of a hand; where a person rests in turn the seats change hands. */
static void seat_players(const deal *d, cn_lab_table *table, unsigned hand_number)
{
    const cn_match_plan *plan = d->plan;
    const cn_rules *rules = plan->rules;
    const uint64_t game_i = game_number(d);
    if (hand_number > 1 && rules->player_count == rules->seat_count) return;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const unsigned person = cn_person_at(rules, hand_number, seat);
        const unsigned player = player_of(plan, d->rotation, person);
        table->player[seat] = entrant_of(plan, player)->player;
        cn_lab_table_seat_bot(table, seat, bot_of(d, player, person));
        table->stream[seat] = cn_stream_make(plan->seed + ((uint64_t)(hand_number - 1) << 32),
                                             CN_PURPOSE_PLAYER, cn_stream_number(game_i, person));
        table->clock->times[seat] = &d->worker->times[player];
    }
}

/* One hand, or hands up to the end of the game, from a stream of decks that all rotations share. */
static cn_lab_status play_hands(deal *d, cn_lab_table *table, cn_recording *recording)
{
    const cn_rules *rules = d->plan->rules;
    cn_stream decks = cn_stream_make(d->plan->seed, CN_PURPOSE_DECK, d->number);
    for (unsigned hands = 0; hands < GAME_HANDS_MAX; hands++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_score scores[CN_SIDES_MAX];
        cn_deck_sorted(rules, deck);
        cn_shuffle(deck, rules->deck_size, &decks);
        seat_players(d, table, hands + 1);
        const cn_lab_status status = cn_lab_table_play_hand(table, rules, deck, scores);
        if (status != CN_LAB_OK) return status;
        cn_recording_scored(recording, table, scores);
        cn_turn_clock_stop(table->clock);
        add_hand(d, table, scores);
        if (!d->plan->whole_games || table->game.pub.phase == CN_PHASE_GAME_END) return CN_LAB_OK;
    }
    return CN_LAB_ENDLESS;
}

static cn_lab_status play_game(deal *d)
{
    const cn_match_plan *plan = d->plan;
    cn_lab_table table;
    cn_recording recording;
    cn_stock_shares shares;
    cn_turn_clock clock = {.turn = {0}};
    cn_lab_table_start(&table, plan->rules, (unsigned)(d->number % plan->rules->seat_count));
    if (plan->seat_stock) table.shares = &shares;
    table.clock = &clock;
    table.deal = d->number;
    seat_players(d, &table, 1);
    if (!cn_recording_start(&recording, &table, plan->rules, plan->record_directory, d->number,
                            d->rotation))
        return CN_LAB_RECORD;
    const cn_lab_status status = play_hands(d, &table, &recording);
    d->sums->hands_replaced += (int64_t)table.hands_replaced;
    if (!cn_recording_stop(&recording, &table)) return CN_LAB_RECORD;
    if (status == CN_LAB_OK) add_game(d, &table);
    return status;
}

cn_lab_status cn_match_play_deal(const cn_match_plan *plan, uint64_t deal_i, cn_match_sums *sums,
                                 cn_match_worker *worker)
{
    deal d = {.plan = plan, .number = deal_i, .sums = sums, .worker = worker};
    for (; d.rotation < rotation_count(plan); d.rotation++) {
        const cn_lab_status status = play_game(&d);
        if (status != CN_LAB_OK) return status;
    }
    sums->deals++;
    sums->x += d.x;
    sums->xx += d.x * d.x;
    sums->xh += d.x * d.h;
    sums->hh += d.h * d.h;
    sums->ww += d.w * d.w;
    sums->y += d.y;
    sums->yy += d.y * d.y;
    sums->z += d.z;
    sums->zz += d.z * d.z;
    return CN_LAB_OK;
}
