/* Writes records with proofs: write_fair SEED COUNT FOLDER makes COUNT of one hand each, by all
 * rule sets in turn, FOLDER/0.record and so on; write_fair SEED RULES PLAYERS OVERRIDES plays a
 * game. Not here: checks. Invariant: the same arguments write the same records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/played.h"
#include "fair/proof.h"
#include "random/random.h"
#include "text/rules/rules_text.h"

enum { RECORD_BYTES_MAX = 8192, TABLES_MAX = 200 };

typedef struct source {
    cn_stream stream;
    uint32_t deal;
    cn_fair_deal fair;
} source;

static void fill(cn_stream *stream, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)cn_stream_next(stream);
}

/* Makes a deal that is proven, with parts of a random choice of persons. */
static const cn_fair_deal *make_deal(void *context, const cn_rules *rules, cn_card *cards)
{
    source *s = context;
    cn_fair_deal *fair = &s->fair;
    memset(fair, 0, sizeof *fair);
    memcpy(fair->table, "k3v9cdpq7e", sizeof fair->table);
    fair->deal = s->deal++;
    fill(&s->stream, fair->seed, sizeof fair->seed);
    fair->places = (uint8_t)cn_stream_below(&s->stream, 1U << rules->player_count);
    for (unsigned place = 0; place < CN_PLAYERS_MAX; place++)
        if ((fair->places >> place & 1) != 0) fill(&s->stream, fair->part[place], 32);
    cn_fair_deck deck;
    cn_fair_deck_make(&deck, fair, rules);
    fair->commit = cn_fair_commitment(fair);
    fair->root = *cn_fair_tree_root(&deck.tree);
    memcpy(cards, deck.card, deck.count);
    return fair;
}

static source source_make(uint64_t seed, uint64_t number)
{
    source s = {.stream = cn_stream_make(seed, 21, number)};
    s.deal = 1 + cn_stream_below(&s.stream, 1000);
    return s;
}

typedef struct tables {
    cn_rules rules[TABLES_MAX];
} tables;

static void keep_table(void *context, const cn_rules *rules, unsigned number)
{
    tables *t = context;
    if (number < TABLES_MAX) t->rules[number] = *rules;
}

static bool write_hand(const cn_rules *rules, uint64_t seed, unsigned number, const char *folder)
{
    char text[RECORD_BYTES_MAX], path[512];
    source s = source_make(seed, number);
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_record record;
    const cn_record_header header = {.dealer = number % rules->seat_count};
    cn_game game;
    cn_event event;
    cn_card cards[CN_DECK_CARDS_MAX];
    if (!cn_record_start(&record, rules, &header, cn_sink_to_writer(&writer))) return false;
    cn_game_start(&game, rules, header.dealer);
    const cn_fair_deal *fair = make_deal(&s, rules, cards);
    cn_game_deal(&game, rules, cards, &event);
    cn_record_deal(&record, &game);
    cn_record_fair(&record, fair);
    cn_record_stop(&record, &game);
    snprintf(path, sizeof path, "%s/%u.record", folder, number);
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    const bool whole = fwrite(text, 1, writer.length, file) == writer.length;
    return fclose(file) == 0 && whole && !writer.overflow;
}

static int write_hands(uint64_t seed, unsigned count, const char *folder)
{
    static tables all;
    const unsigned tables_count = each_table(keep_table, &all, "");
    for (unsigned number = 0; number < count; number++)
        if (!write_hand(&all.rules[number % tables_count], seed, number, folder)) return 1;
    return 0;
}

static int write_game(uint64_t seed, const char *name, unsigned players, const char *overrides)
{
    cn_rules rules;
    cn_text_error error = {0};
    if (!cn_rules_load(&rules, name, overrides, players, &error)) {
        fprintf(stderr, "write_fair: %s\n", error.message);
        return 2;
    }
    source s = source_make(seed, 0);
    played p = {.rules = &rules, .seed = seed, .context = &s, .deck = make_deal};
    for (unsigned seat = 0; seat < rules.seat_count; seat++) p.player[seat] = &cn_player_racer;
    size_t length = 0;
    char *text = play_record(&p, &length);
    const bool whole = fwrite(text, 1, length, stdout) == length;
    free(text);
    return whole ? 0 : 1;
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc < 2 ? 0 : strtoull(argv[1], NULL, 10);
    if (argc == 4) return write_hands(seed, (unsigned)strtoul(argv[2], NULL, 10), argv[3]);
    if (argc == 5) return write_game(seed, argv[2], (unsigned)strtoul(argv[3], NULL, 10), argv[4]);
    fputs("usage: write_fair SEED COUNT FOLDER, or SEED RULES PLAYERS OVERRIDES\n", stderr);
    return 2;
}
