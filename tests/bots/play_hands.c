/* Plays hands between entrants at a table of experiments, for tests of bots.
 * usage: play_hands RULES PLAYERS DEALS HANDS SEED DEADLINE_MS ENTRANT...
 * Each deal is a game of at most HANDS hands; the entrants take the sides in turn. stdout gets the
 * record of each game, which is the same whoever makes the same steps, then `points ENTRANT N` for
 * each entrant and `hands N replaced N`; stderr what is said about bots. PLAYERS 0 is as usual.
 * Not here: comparing. Invariant: the status is 0 if every hand was played to its end. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "lab/tables/seating.h"
#include "lab/tables/table.h"
#include "text/rules/rules_text.h"

typedef struct plan {
    cn_rules rules;
    uint64_t deals, hands, seed;
    unsigned entrant_count;
    cn_entrant entrant[CN_PLAYERS_MAX];
    cn_bot *bot[CN_PLAYERS_MAX]; /* by person */
    int64_t points[CN_PLAYERS_MAX];
    uint64_t hands_played, hands_replaced;
} plan;

static void put(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

static void report(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static unsigned entrant_of(const plan *p, unsigned person)
{
    return cn_seating_side(&p->rules, person) % p->entrant_count;
}

static void seat(plan *p, cn_lab_table *table, uint64_t deal_i, unsigned hand_number)
{
    const cn_rules *rules = &p->rules;
    if (hand_number > 1 && rules->player_count == rules->seat_count) return;
    for (unsigned i = 0; i < rules->seat_count; i++) {
        const unsigned person = cn_person_at(rules, hand_number, i);
        table->player[i] = p->entrant[entrant_of(p, person)].player;
        table->stream[i] = cn_stream_make(p->seed + hand_number, CN_PURPOSE_PLAYER,
                                          cn_stream_number(deal_i, person));
        cn_lab_table_seat_bot(table, i, p->bot[person]);
    }
}

static cn_lab_status play_hand(plan *p, cn_lab_table *table, cn_stream *decks)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_score scores[CN_SIDES_MAX];
    cn_deck_sorted(&p->rules, deck);
    cn_shuffle(deck, p->rules.deck_size, decks);
    const cn_lab_status status = cn_lab_table_play_hand(table, &p->rules, deck, scores);
    if (status != CN_LAB_OK) return status;
    for (unsigned side = 0; side < p->rules.side_count; side++)
        p->points[side % p->entrant_count] += scores[side].total;
    p->hands_played++;
    return CN_LAB_OK;
}

static cn_lab_status play_game(plan *p, uint64_t deal_i)
{
    cn_lab_table table;
    cn_record record;
    const cn_record_header header = {.dealer = (unsigned)(deal_i % p->rules.seat_count)};
    cn_stream decks = cn_stream_make(p->seed, CN_PURPOSE_DECK, deal_i);
    cn_lab_status status = CN_LAB_OK;
    cn_lab_table_start(&table, &p->rules, header.dealer);
    if (!cn_record_start(&record, &p->rules, &header, (cn_sink){put, stdout})) return CN_LAB_RECORD;
    table.record = &record;
    table.deal = deal_i;
    for (unsigned hand = 1; hand <= p->hands && status == CN_LAB_OK; hand++) {
        if (table.game.pub.phase == CN_PHASE_GAME_END) break;
        seat(p, &table, deal_i, hand);
        status = play_hand(p, &table, &decks);
    }
    if (table.game.pub.phase != CN_PHASE_GAME_END) cn_record_stop(&record, &table.game);
    p->hands_replaced += table.hands_replaced;
    return status;
}

static bool read_plan(int argc, char **argv, plan *p, cn_bot_options *options)
{
    enum { WORDS = 7 };
    cn_text_error error;
    const unsigned players = argc > WORDS ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (argc <= WORDS || argc - WORDS > CN_PLAYERS_MAX) return false;
    if (!cn_rules_load(&p->rules, argv[1], "", players, &error)) return false;
    p->deals = strtoull(argv[3], NULL, 10);
    p->hands = strtoull(argv[4], NULL, 10);
    p->seed = strtoull(argv[5], NULL, 10);
    options->budget.deadline_ms = (uint32_t)strtoul(argv[6], NULL, 10);
    for (int i = WORDS; i < argc; i++)
        if (!cn_entrant_find(&p->entrant[p->entrant_count++], argv[i])) return false;
    return true;
}

int main(int argc, char **argv)
{
    plan p = {0};
    cn_bot_options options = cn_bot_options_usual();
    options.report = report;
    if (!read_plan(argc, argv, &p, &options)) {
        fputs("usage: play_hands RULES PLAYERS DEALS HANDS SEED DEADLINE_MS ENTRANT...\n", stderr);
        return 2;
    }
    for (unsigned person = 0; person < p.rules.player_count; person++)
        p.bot[person] = cn_bot_open(&p.entrant[entrant_of(&p, person)], &options);
    cn_lab_status status = CN_LAB_OK;
    for (uint64_t deal_i = 0; deal_i < p.deals && status == CN_LAB_OK; deal_i++)
        status = play_game(&p, deal_i);
    for (unsigned person = 0; person < p.rules.player_count; person++) cn_bot_close(p.bot[person]);
    for (unsigned i = 0; i < p.entrant_count; i++)
        printf("points %s %" PRId64 "\n", p.entrant[i].name, p.points[i]);
    printf("hands %" PRIu64 " replaced %" PRIu64 "\n", p.hands_played, p.hands_replaced);
    if (status != CN_LAB_OK) fprintf(stderr, "stopped with status %d\n", (int)status);
    return status == CN_LAB_OK ? 0 : 1;
}
