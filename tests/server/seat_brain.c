/* A seat's engine for test clients written in Python: it keeps a view and chooses plays.
 * Not here: sockets. It knows only what the lines it reads say.
 * Invariant: one line in, one line out. Lines in:
 *   rules NAME PLAYERS OVERRIDES | view seat ... | choose PLAYER | hash | state | counts
 *   | <an event>
 * Lines out: `ok`, or a play, a hash, `PHASE SEAT OWN`, `STOCK CARDS_HELD; PACKETS ...; TALON ...`
 * (by seat), or `no: ...`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/bot.h"
#include "text/cards/play_text.h"
#include "text/events/event_text.h"
#include "text/rules/rules_text.h"

typedef struct brain {
    cn_rules rules;
    cn_view view;
    cn_stream stream;
} brain;

static void refuse(const char *why)
{
    printf("no: %s\n", why);
}

static void load(brain *b, const char *line)
{
    char name[CN_RULES_NAME_MAX];
    unsigned seats;
    int used = 0;
    cn_text_error error = {0};
    if (sscanf(line, "%47s %u%n", name, &seats, &used) != 2)
        refuse("rules NAME PLAYERS OVERRIDES");
    else if (!cn_rules_load(&b->rules, name, line + used + (line[used] == ' '), seats, &error))
        refuse(error.message);
    else
        puts("ok");
}

static void start(brain *b, const char *line)
{
    cn_text_error error = {0};
    if (cn_view_start_parse(line, &b->rules, &b->view, &error))
        puts("ok");
    else
        refuse(error.message);
}

static void follow(brain *b, const char *line)
{
    cn_event event;
    cn_text_error error = {0};
    if (!cn_event_parse(line, &b->rules, &event, &error))
        refuse(error.message);
    else if (!cn_view_apply(&b->view, &b->rules, &event))
        refuse("this event cannot follow");
    else
        puts("ok");
}

static void choose(brain *b, const char *name)
{
    char text[CN_PLAY_TEXT_MAX + 1];
    const cn_player *player = cn_player_find(name);
    cn_mask legal = cn_view_legal(&b->view, &b->rules);
    if (player == NULL || cn_mask_count(&legal) == 0) {
        refuse("nothing to choose");
        return;
    }
    cn_bot_play(player, &b->view, &b->rules, &b->stream, text, sizeof text);
    puts(text);
}

static void count(const brain *b)
{
    const cn_public *pub = &b->view.pub;
    printf("%u %u;", pub->stock_count, b->view.hand.size);
    for (unsigned seat = 0; seat < b->rules.seat_count; seat++) printf(" %u", pub->packets[seat]);
    putchar(';');
    for (unsigned seat = 0; seat < b->rules.seat_count; seat++) printf(" %u", pub->talon[seat]);
    putchar('\n');
}

static void obey(brain *b, const char *line)
{
    if (strncmp(line, "rules ", 6) == 0)
        load(b, line + 6);
    else if (strncmp(line, "view ", 5) == 0)
        start(b, line);
    else if (strncmp(line, "choose ", 7) == 0)
        choose(b, line + 7);
    else if (strcmp(line, "hash") == 0)
        printf("%016" PRIx64 "\n", cn_view_hash(&b->view, &b->rules));
    else if (strcmp(line, "state") == 0)
        printf("%u %u %u\n", b->view.pub.phase, b->view.pub.seat, b->view.seat);
    else if (strcmp(line, "counts") == 0)
        count(b);
    else
        follow(b, line);
}

int main(int argc, char **argv)
{
    static char line[16384];
    brain b = {.stream = cn_stream_make(argc > 1 ? strtoull(argv[1], NULL, 10) : 1, 0, 0)};
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        obey(&b, line);
        fflush(stdout);
    }
    return 0;
}
