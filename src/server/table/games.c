/* Writes records from the entries of a table. Not here: as in the header.
 * Invariant: the records come from the same function as the table (core.h). */
#include "server/table/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/table/core.h"
#include "server/table/person.h"
#include "text/records/record_text.h"

enum { DATE_BYTES = 16, NOTE_BYTES = 100, PEOPLE_MAX = 64 };

/* Who has ever sat there, and what they are called. */
typedef struct people {
    unsigned count;
    struct {
        char id[CN_PERSON_CHARACTERS + 1], name[CN_NAME_BYTES_MAX + 1];
    } person[PEOPLE_MAX];
} people;

typedef struct writing {
    people people;
    cn_games *games;
    const char *table;
    cn_core core;
    cn_record record;
    FILE *file; /* of the game that goes on, NULL if none does */
} writing;

static void put(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
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
    for (unsigned i = 0; i < w->people.count; i++)
        if (strcmp(w->people.person[i].id, seat->person) == 0) return w->people.person[i].name;
    return seat->name;
}

/* Notes everybody who sits down. */
static bool note_people(void *user, const cn_entry *entry)
{
    writing *w = user;
    cn_outcome outcome;
    if (!cn_core_apply(&w->core, entry, &outcome)) return false;
    for (unsigned i = 0; i < w->core.rules.player_count; i++) {
        const cn_seat *seat = &w->core.seat[i];
        const bool is_new = seat->person[0] != '\0' && name_of(w, seat) == seat->name;
        if (!is_new || w->people.count == PEOPLE_MAX) continue;
        strcpy(w->people.person[w->people.count].id, seat->person);
        strcpy(w->people.person[w->people.count++].name, CN_NAME_OF_NOBODY);
    }
    return true;
}

static void read_names(writing *w, cn_log *log)
{
    cn_person person;
    for (unsigned i = 0; i < w->people.count; i++)
        if (cn_person_load(log, w->people.person[i].id, &person) == CN_PERSON_THERE)
            strcpy(w->people.person[i].name, person.name);
}

static void begin_game(writing *w, const cn_entry *entry)
{
    char names[CN_PLAYERS_MAX][CN_RECORD_NAME_BYTES_MAX + 1], date[DATE_BYTES], note[NOTE_BYTES];
    struct tm day;
    const time_t dealt = (time_t)entry->time;
    cn_games *games = w->games;
    games->game = realloc(games->game, (games->count + 1) * sizeof *games->game);
    if (games->game == NULL) abort();
    struct cn_game_text *game = &games->game[games->count++];
    w->file = open_memstream(&game->text, &game->length);
    if (w->file == NULL) abort();
    gmtime_r(&dealt, &day);
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    snprintf(note, sizeof note, "table %.40s, game %u", w->table, games->count);
    cn_record_header header = {.date = date, .note = note, .dealer = w->core.game.pub.dealer};
    for (unsigned i = 0; i < w->core.rules.player_count; i++)
        header.name[i] = short_name(name_of(w, &w->core.seat[i]), names[i]);
    cn_record_start(&w->record, &w->core.rules, &header, (cn_sink){put, w->file});
}

static void end_game(writing *w)
{
    if (fclose(w->file) != 0) abort(); /* there is no memory */
    w->file = NULL;
}

static bool write_entry(void *user, const cn_entry *entry)
{
    writing *w = user;
    cn_outcome outcome;
    if (!cn_core_apply(&w->core, entry, &outcome)) return false;
    if (entry->kind == CN_ENTRY_DEAL) {
        if (w->file == NULL) begin_game(w, entry);
        cn_record_deal(&w->record, &w->core.game);
        if (w->core.dealt.deal != 0) cn_record_fair(&w->record, &w->core.dealt);
    }
    for (unsigned i = 0; i < outcome.event_count; i++)
        if (outcome.event[i].kind == CN_EVENT_STEP)
            cn_record_step(&w->record, outcome.event[i].seat, outcome.event[i].u.step.step);
    if (outcome.scored) cn_record_score(&w->record, &w->core.game, outcome.score);
    if (outcome.scored && w->core.game.pub.phase == CN_PHASE_GAME_END) end_game(w);
    return true;
}

int64_t cn_games_read(cn_log *log, const char *table, cn_games *games)
{
    *games = (cn_games){0};
    writing *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    w->games = games;
    w->table = table;
    cn_core_start(&w->core, table);
    int64_t count = cn_log_replay_whole(log, table, note_people, w);
    read_names(w, log);
    cn_core_start(&w->core, table);
    if (count > 0) count = cn_log_replay_whole(log, table, write_entry, w);
    if (w->file != NULL) {
        if (count >= 0) cn_record_stop(&w->record, &w->core.game);
        end_game(w);
    }
    free(w);
    if (count < 0) cn_games_free(games);
    return count;
}

void cn_games_free(cn_games *games)
{
    for (unsigned i = 0; i < games->count; i++) free(games->game[i].text);
    free(games->game);
    *games = (cn_games){0};
}
