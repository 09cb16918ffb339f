/* `canasta export`: the games of a data file as records.
 * Not here: the records (server/table/games.h). Invariant: a table that is damaged gives none, and
 * the status tells of it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "server/table/games.h"

enum { PATH_BYTES = 4096, NAME_BYTES = 400 };

typedef struct exporting {
    cn_log *log;
    const char *folder;
    bool running; /* hands that go on are written, too */
    unsigned games, tables, damaged;
} exporting;

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/* What the data file keeps for its owner alone stays so; a record of before, too. */
static FILE *open_own(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *own = file >= 0 && fchmod(file, 0600) == 0 ? fdopen(file, "wb") : NULL;
    if (own == NULL && file >= 0) close(file);
    return own;
}

static bool write_file(const char *path, const struct cn_game_text *game)
{
    FILE *file = open_own(path);
    const bool written = file != NULL && fwrite(game->text, 1, game->length, file) == game->length;
    if (file != NULL && fclose(file) == 0 && written) return true;
    fprintf(stderr, "canasta export: %s cannot be written: %s\n", path, strerror(errno));
    return false;
}

static bool make_folder(const char *folder)
{
    if (mkdir(folder, 0700) == 0 || errno == EEXIST) return true;
    fprintf(stderr, "canasta export: the folder %s cannot be made: %s\n", folder, strerror(errno));
    return false;
}

static bool write_games(exporting *e, const char *table, const cn_games *games)
{
    for (unsigned i = 0; i < games->count; i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s-%u.record", e->folder, table, i + 1);
        if (!write_file(path, &games->game[i])) return false;
        e->games++;
    }
    return true;
}

/* False if it makes no sense to go on. */
static bool export_table(exporting *e, const char *table)
{
    cn_games games;
    const bool is_name = table[strspn(table, letters)] == '\0';
    const cn_games_wanted wanted = {
        .number = CN_GAMES_ALL, .bytes_max = SIZE_MAX, .running = e->running, .names = e->log};
    const int64_t count =
        is_name ? cn_games_read(e->log, table, &wanted, &games) : CN_REPLAY_REFUSED;
    e->tables++;
    if (count >= 0) {
        if (e->running && games.sealed)
            fprintf(stderr,
                    "canasta export: table %s: its last hand cannot be opened: the key "
                    "under which it was dealt is not here\n",
                    table);
        const bool written = write_games(e, table, &games);
        cn_games_free(&games);
        return written;
    }
    e->damaged++;
    fprintf(stderr, "canasta export: table %s: %s\n", table,
            count == CN_REPLAY_UNREADABLE ? "it cannot be read just now" : "its log is damaged");
    return true;
}

static bool export_all(exporting *e)
{
    char table[NAME_BYTES] = "", next[NAME_BYTES];
    int more;
    while ((more = cn_log_next_table(e->log, table, next, sizeof next)) == 1) {
        strcpy(table, next);
        if (strlen(table) != CN_ID_CHARACTERS) continue; /* a person, or a login */
        if (!export_table(e, table)) return false;
    }
    if (more < 0) fputs("canasta export: the file cannot be read to its end\n", stderr);
    return more == 0;
}

static int export(const char *data, const char *table, const char *folder, bool running)
{
    char message[CLI_DATA_TEXT_MAX];
    exporting e = {.folder = folder, .running = running};
    e.log = cn_log_open_reader(data, message, sizeof message);
    if (e.log == NULL) {
        fprintf(stderr, "canasta export: %s\n", message);
        return CLI_FAILED;
    }
    const bool made = make_folder(folder);
    const bool done = made && (table != NULL ? export_table(&e, table) : export_all(&e));
    cn_log_close(e.log);
    if (!made) return CLI_FAILED;
    printf("%u games of %u tables in %s\n", e.games, e.tables, folder);
    if (table != NULL && done && e.games == 0 && e.damaged == 0)
        fprintf(stderr, "canasta export: table %s has no game\n", table);
    return done && e.damaged == 0 && (table == NULL || e.games > 0) ? CLI_OK : CLI_FAILED;
}

int cli_export(int argc, char **argv)
{
    static const char help[] =
        "usage: canasta export DATA [TABLE] [--out DIR] [--running]\n"
        "\n"
        "Writes each game of a data file, or of one table of it, as a record that `canasta "
        "replay`\n"
        "accepts: DIR/TABLE-N.record, for its owner alone, with the hands that are over. DIR is\n"
        "made if it is missing, and the current folder if it is not named. --running writes the\n"
        "hands that go on, too, as far as they have come: the cards of all hands, the stock, and\n"
        "the seed. A server may be using the file.\n";
    const char *folder = ".";
    bool running = false;
    int words = 1, status;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--out") == 0 && i + 1 < argc)
            folder = argv[++i];
        else if (strcmp(argv[i], "--running") == 0)
            running = true;
        else
            argv[words++] = argv[i];
    }
    if (!cli_data_words("export", help, words, argv, 1, 2, &status)) return status;
    return export(argv[1], words > 2 ? argv[2] : NULL, folder, running);
}
