/* Plays games for the tests of text and keeps their records in memory.
 * Not here: assertions. Invariant: players see their own view and stream, nothing else. */
#include "played.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/rules/rules_text.h"

typedef struct seats {
    cn_view view[CN_SEATS_MAX];
    cn_stream stream[CN_SEATS_MAX];
} seats;

enum { PURPOSE_DECK = 11, PURPOSE_PLAYER = 12 };

static void stop_test(const char *why)
{
    fprintf(stderr, "a game of the tests went wrong: %s\n", why);
    exit(EXIT_FAILURE);
}

static void tell(const played *p, seats *s, const cn_game *game, const cn_event *event)
{
    for (unsigned seat = 0; seat < p->rules->seat_count; seat++) {
        const cn_event seen = cn_event_for(p->rules, event, seat);
        if (!cn_view_apply(&s->view[seat], p->rules, &seen)) stop_test("a view refused an event");
    }
    if (p->hook != NULL) p->hook(p->context, p->rules, game, event);
}

static void deal(const played *p, seats *s, cn_game *game, cn_stream *shuffle)
{
    cn_event event;
    cn_card deck[CN_DECK_CARDS_MAX];
    const cn_fair_deal *fair = NULL;
    if (p->deck != NULL) {
        fair = p->deck(p->context, p->rules, deck);
    } else {
        cn_deck_sorted(p->rules, deck);
        cn_shuffle(deck, p->rules->deck_size, shuffle);
    }
    cn_game_deal(game, p->rules, deck, &event);
    if (p->record != NULL) cn_record_deal(p->record, game);
    if (p->record != NULL && fair != NULL) cn_record_fair(p->record, fair);
    tell(p, s, game, &event);
}

static void make_step(const played *p, seats *s, cn_game *game)
{
    cn_event event;
    const unsigned seat = game->pub.seat;
    const cn_step step =
        cn_player_choose(p->player[seat], &s->view[seat], p->rules, &s->stream[seat]);
    if (cn_game_apply(game, p->rules, step, &event).code != CN_OK)
        stop_test("a player chose an illegal step");
    if (p->record != NULL) cn_record_step(p->record, seat, event.u.step.step);
    tell(p, s, game, &event);
}

static void score(const played *p, seats *s, cn_game *game)
{
    cn_event event;
    cn_score scores[CN_SIDES_MAX];
    game->pub.minutes = (uint16_t)(game->pub.hand_number * p->minutes_a_hand);
    cn_game_score(game, p->rules, scores, &event);
    if (p->record != NULL) cn_record_score(p->record, game, scores);
    tell(p, s, game, &event);
}

unsigned each_table(table_visit *visit, void *context, const char *overrides)
{
    unsigned count = 0;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        if (!cn_ruleset_describe(cn_rulesets[i], &about)) stop_test("a rule set is not there");
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++) {
            cn_rules rules;
            cn_text_error error = {0};
            if ((about.player_counts >> players & 1) == 0 || about.form[players][0] != '\0')
                continue;
            if (!cn_rules_load(&rules, about.name, overrides, players, &error))
                stop_test(error.message);
            visit(context, &rules, count++);
        }
    }
    return count;
}

void play_game(const played *p, cn_game *game)
{
    seats s;
    cn_stream shuffle = cn_stream_make(p->seed, PURPOSE_DECK, 0);
    cn_game_start(game, p->rules, p->dealer);
    for (unsigned seat = 0; seat < p->rules->seat_count; seat++) {
        cn_view_start(&s.view[seat], p->rules, seat, p->dealer, 0, NULL);
        s.stream[seat] = cn_stream_make(p->seed, PURPOSE_PLAYER, seat);
    }
    while (game->pub.phase != CN_PHASE_GAME_END) {
        deal(p, &s, game, &shuffle);
        while (game->pub.phase != CN_PHASE_HAND_END) make_step(p, &s, game);
        score(p, &s, game);
    }
}

typedef struct text {
    char *bytes;
    size_t length, size;
} text;

static void text_put(void *context, const char *bytes, size_t length)
{
    text *t = context;
    if (t->length + length + 1 > t->size) {
        t->size = 2 * t->size + length + 1;
        t->bytes = realloc(t->bytes, t->size);
        if (t->bytes == NULL) stop_test("no memory");
    }
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

char *play_record(const played *p, size_t *length)
{
    text t = {0};
    cn_record record;
    played with_record = *p;
    cn_record_header header = {.dealer = p->dealer, .date = "2025-03-01"};
    for (unsigned seat = 0; seat < p->rules->seat_count; seat++)
        header.name[cn_person_at(p->rules, 1, seat)] = p->player[seat]->name;
    if (!cn_record_start(&record, p->rules, &header, (cn_sink){text_put, &t}))
        stop_test("a record did not start");
    with_record.record = &record;
    cn_game game;
    play_game(&with_record, &game);
    *length = t.length;
    return t.bytes;
}

uint64_t test_seed(int argc, char **argv)
{
    const char *seed = getenv("CANASTA_SEED");
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--seed") == 0) seed = argv[i + 1];
    const uint64_t number = seed == NULL ? 20250301 : strtoull(seed, NULL, 10);
    printf("seed %" PRIu64 "; CANASTA_SEED or --seed takes another\n", number);
    return number;
}

unsigned test_effort(unsigned base)
{
    const char *effort = getenv("CANASTA_EFFORT");
    const unsigned long factor = effort == NULL ? 1 : strtoul(effort, NULL, 10);
    return factor == 0 ? base : base * (unsigned)factor;
}

char *read_whole_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    text t = {0};
    char chunk[4096];
    size_t read = 0;
    text_put(&t, "", 0);
    while ((read = fread(chunk, 1, sizeof chunk, file)) > 0) text_put(&t, chunk, read);
    fclose(file);
    *length = t.length;
    return t.bytes;
}

char *documented(const char *from, const char *to)
{
    const char *docs = getenv("CANASTA_DOCS");
    char path[512];
    size_t length = 0;
    cn_writer writer = cn_writer_make(path, sizeof path);
    cn_write(&writer, "%s/formats.md", docs == NULL ? "docs" : docs);
    char *whole = read_whole_file(path, &length);
    const char *first = whole == NULL ? NULL : strstr(whole, from);
    if (first != NULL) first += strlen(from);
    const char *last = first == NULL ? NULL : strstr(first, to);
    if (last == NULL) stop_test("docs/formats.md has no such part");
    text t = {0};
    text_put(&t, first, (size_t)(last - first));
    free(whole);
    return t.bytes;
}
