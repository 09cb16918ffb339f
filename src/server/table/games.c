/* Writes records from the entries of a table. Not here: as in the header.
 * Invariant: the records come from the same function as the table (core.h). */
#include "server/table/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/table/core.h"
#include "server/table/people.h"
#include "text/records/record_text.h"

enum { DATE_BYTES = 16, NOTE_BYTES = 100 };

typedef struct writing {
    cn_people people; /* who sat there when a game began that is wanted */
    cn_games *games;
    const char *table;
    const cn_games_wanted *wanted;
    cn_core core;
    cn_record record;
    bool plays;     /* a game goes on */
    unsigned begun; /* so many have; while people are noted */
    FILE *file;     /* its record, NULL if that is not wanted */
    /* The text of a hand that is not over, where that is not told, and how the game stood before
     * it. */
    char *hand;
    size_t hand_length;
    FILE *hand_file;
    cn_record over_record;
    cn_game over_game;
} writing;

static void put(void *context, const char *text, size_t length)
{
    writing *w = context;
    fwrite(text, 1, length, w->hand_file != NULL ? w->hand_file : w->file);
}

/* A text that is too long ends before a character. */
static const char *short_name(const char *name, char out[CN_RECORD_NAME_BYTES_MAX + 1])
{
    size_t length = strlen(name);
    if (length > CN_RECORD_NAME_BYTES_MAX) {
        length = CN_RECORD_NAME_BYTES_MAX;
        while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80) length--;
    }
    memcpy(out, name, length);
    out[length] = '\0';
    return out;
}

static const char *name_of(const writing *w, const cn_seat *seat)
{
    const char *name = cn_people_name(&w->people, seat->person);
    return name != NULL ? name : seat->name;
}

static bool is_wanted(const writing *w, unsigned number)
{
    return w->wanted->number == CN_GAMES_ALL || w->wanted->number == number;
}

/* Notes whose names a record will have. */
static bool note_people(void *user, const cn_entry *entry)
{
    writing *w = user;
    cn_outcome outcome;
    if (!cn_core_apply(&w->core, entry, &outcome)) return false;
    if (entry->kind == CN_ENTRY_DEAL && !w->plays) {
        w->plays = true;
        w->begun++;
        for (unsigned i = 0; is_wanted(w, w->begun) && i < w->core.rules.player_count; i++)
            cn_people_note(&w->people, w->core.seat[i].person);
    }
    if (outcome.scored && w->core.game.pub.phase == CN_PHASE_GAME_END) w->plays = false;
    return true;
}

static struct cn_game_text *new_game(writing *w, const cn_entry *entry)
{
    cn_games *games = w->games;
    games->game = realloc(games->game, (games->count + 1) * sizeof *games->game);
    if (games->game == NULL) abort();
    struct cn_game_text *game = &games->game[games->count++];
    *game = (struct cn_game_text){.time = entry->time};
    return game;
}

static FILE *open_text(char **text, size_t *length)
{
    FILE *file = open_memstream(text, length);
    if (file == NULL) abort();
    return file;
}

static void begin_record(writing *w, struct cn_game_text *game)
{
    char names[CN_PLAYERS_MAX][CN_RECORD_NAME_BYTES_MAX + 1], date[DATE_BYTES], note[NOTE_BYTES];
    struct tm day;
    const time_t dealt = (time_t)game->time;
    w->file = open_text(&game->text, &game->length);
    gmtime_r(&dealt, &day);
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    snprintf(note, sizeof note, "table %.40s, game %u", w->table, w->games->count);
    cn_record_header header = {.date = date, .note = note, .dealer = w->core.game.pub.dealer};
    for (unsigned i = 0; i < w->core.rules.player_count; i++)
        header.name[i] = short_name(name_of(w, &w->core.seat[i]), names[i]);
    cn_record_start(&w->record, &w->core.rules, &header, (cn_sink){put, w});
}

static void begin_game(writing *w, const cn_entry *entry)
{
    struct cn_game_text *game = new_game(w, entry);
    w->plays = true;
    if (is_wanted(w, w->games->count)) begin_record(w, game);
}

static void end_game(writing *w)
{
    if (w->file != NULL && fclose(w->file) != 0) abort(); /* there is no memory */
    w->file = NULL;
    w->plays = false;
}

/* A hand that is not over is kept aside, where it is not to be told. Of one that nobody can open
 * nothing is told. */
static void begin_hand(writing *w)
{
    if (w->file == NULL || w->core.lost) return;
    if (!w->wanted->running) w->hand_file = open_text(&w->hand, &w->hand_length);
    cn_record_deal(&w->record, &w->core.game);
    if (w->core.dealt.deal != 0) cn_record_fair(&w->record, &w->core.dealt);
    if (w->core.lesson) cn_record_lesson(&w->record);
}

static void drop_hand(writing *w)
{
    if (w->hand_file == NULL) return;
    if (fclose(w->hand_file) != 0) abort();
    free(w->hand);
    w->hand_file = NULL;
}

/* False if the record has become too long. */
static bool end_hand(writing *w, const cn_outcome *outcome)
{
    struct cn_game_text *game = &w->games->game[w->games->count - 1];
    game->hands++;
    if (w->core.game.pub.phase == CN_PHASE_GAME_END)
        game->winners = cn_public_winners(&w->core.game.pub, &w->core.rules);
    if (w->file == NULL) return true;
    cn_record_score(&w->record, &w->core.game, outcome->score);
    if (w->hand_file != NULL) {
        fflush(w->hand_file);
        fwrite(w->hand, 1, w->hand_length, w->file);
        drop_hand(w);
        w->over_record = w->record;
        w->over_game = w->core.game;
    }
    fflush(w->file);
    return game->length <= w->wanted->bytes_max;
}

static void look_for(writing *w, const char *who)
{
    for (unsigned i = 0; i < w->core.rules.player_count && who != NULL; i++)
        w->games->sat = w->games->sat || strcmp(w->core.seat[i].person, who) == 0;
}

static bool write_entry(void *user, const cn_entry *entry)
{
    writing *w = user;
    cn_outcome outcome;
    if (!cn_core_apply(&w->core, entry, &outcome)) return false;
    if (entry->kind == CN_ENTRY_SEAT || entry->kind == CN_ENTRY_DEAL) look_for(w, w->wanted->who);
    if (entry->kind == CN_ENTRY_DEAL) {
        if (!w->plays) begin_game(w, entry);
        begin_hand(w);
    }
    for (unsigned i = 0; w->file != NULL && i < outcome.event_count; i++)
        if (outcome.event[i].kind == CN_EVENT_STEP)
            cn_record_step(&w->record, outcome.event[i].seat, outcome.event[i].u.step.step);
    if (outcome.scored && !end_hand(w, &outcome)) {
        w->games->too_long = true;
        return false;
    }
    if (outcome.scored && w->core.game.pub.phase == CN_PHASE_GAME_END) end_game(w);
    return true;
}

/* The end of a game that is not over: of one of which no hand is, nothing is told. */
static void stop_game(writing *w, bool good)
{
    struct cn_game_text *game = &w->games->game[w->games->count - 1];
    const bool running = w->wanted->running, told = game->hands > 0 || (running && !w->core.lost);
    drop_hand(w);
    if (good && told && w->file != NULL)
        cn_record_stop(running ? &w->record : &w->over_record,
                       running ? &w->core.game : &w->over_game);
    end_game(w);
    if (told) return;
    free(game->text);
    w->games->count--;
}

static int64_t replay(cn_log *log, writing *w, cn_entry_visit *each)
{
    cn_core_start(&w->core, w->table);
    return w->wanted->upto == 0 ? cn_log_replay_whole(log, w->table, each, w)
                                : cn_log_replay_slowly(log, w->table, w->wanted->upto, each, w);
}

int64_t cn_games_read(cn_log *log, const char *table, const cn_games_wanted *wanted,
                      cn_games *games)
{
    *games = (cn_games){0};
    writing *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    w->games = games;
    w->table = table;
    w->wanted = wanted;
    int64_t count = 1;
    if (wanted->number > 0) {
        count = replay(log, w, note_people);
        w->plays = false;
        cn_people_read(&w->people, wanted->names);
    }
    if (count > 0) count = replay(log, w, write_entry);
    if (w->plays) stop_game(w, count >= 0);
    games->sealed = w->core.lost;
    cn_people_free(&w->people);
    free(w);
    if (count < 0 && !games->too_long) cn_games_free(games);
    return count;
}

void cn_games_free(cn_games *games)
{
    for (unsigned i = 0; i < games->count; i++) free(games->game[i].text);
    free(games->game);
    *games = (cn_games){0};
}
