/* The file in which long work keeps what it has done of each table.
 * Not here: what is done. Invariant: as in the header. */
#include "cli/kept_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static int fail(const cli_kept_state *state)
{
    fprintf(stderr, "canasta %s: %s: %s\n", state->command, state->path, strerror(errno));
    return CLI_FAILED;
}

static int refuse(const cli_kept_state *state, const char *why)
{
    fprintf(stderr, "canasta %s: the state file '%s' %s\n", state->command, state->path, why);
    return CLI_USAGE;
}

/* False if the line is none of a table. */
static bool read_done(FILE *file, unsigned counts, cli_done *done)
{
    if (fscanf(file, "%u", &done->players) != 1) return false;
    for (unsigned i = 0; i < counts; i++)
        if (fscanf(file, "%" SCNu64, &done->count[i]) != 1) return false;
    return true;
}

static int read_tables(cli_kept_state *state, FILE *file)
{
    cli_done next = {.players = 0};
    while (fscanf(file, "%47s", next.rules) == 1) {
        if (!read_done(file, state->counts, &next) || state->done_count == CLI_DONE_TABLES_MAX)
            return refuse(state, "is damaged; delete it to begin anew");
        state->done[state->done_count++] = next;
    }
    return CLI_OK;
}

static int read_file(cli_kept_state *state, FILE *file)
{
    char command[16], check[64];
    uint64_t seed;
    if (fscanf(file, "canasta %15s %63s 1 seed %" SCNu64, command, check, &seed) != 3 ||
        strcmp(command, state->command) != 0 || strcmp(check, state->check) != 0) {
        return ferror(file) ? fail(state) : refuse(state, "is of another command");
    }
    if (seed != state->seed) return refuse(state, "is of another --seed");
    return read_tables(state, file);
}

int cli_kept_state_read(cli_kept_state *state)
{
    state->done_count = 0;
    if (state->path == NULL) return CLI_OK;
    if (state->path[0] == '\0') return refuse(state, "has no name");
    FILE *file = fopen(state->path, "r");
    if (file == NULL) return errno == ENOENT ? CLI_OK : fail(state);
    const int status = read_file(state, file);
    fclose(file);
    return status;
}

int cli_kept_state_write(const cli_kept_state *state)
{
    char path[4096];
    if (state->path == NULL) return CLI_OK;
    if ((size_t)snprintf(path, sizeof path, "%s.new", state->path) >= sizeof path)
        return refuse(state, "has too long a name");
    FILE *file = fopen(path, "w");
    if (file == NULL) return fail(state);
    fprintf(file, "canasta %s %s 1 seed %" PRIu64 "\n", state->command, state->check, state->seed);
    for (const cli_done *done = state->done; done < state->done + state->done_count; done++) {
        fprintf(file, "%s %u", done->rules, done->players);
        for (unsigned i = 0; i < state->counts; i++) fprintf(file, " %" PRIu64, done->count[i]);
        fputc('\n', file);
    }
    const bool written = ferror(file) == 0;
    if (fclose(file) == 0 && written && rename(path, state->path) == 0) return CLI_OK;
    const int status = fail(state);
    remove(path); /* nothing of it is left lying about */
    return status;
}

cli_done *cli_kept_state_of(cli_kept_state *state, const cn_rules *rules)
{
    for (cli_done *done = state->done; done < state->done + state->done_count; done++)
        if (done->players == rules->player_count && strcmp(done->rules, rules->name) == 0)
            return done;
    if (state->done_count == CLI_DONE_TABLES_MAX) {
        fprintf(stderr, "canasta %s: there are more than %d tables\n", state->command,
                CLI_DONE_TABLES_MAX);
        return NULL;
    }
    cli_done *done = &state->done[state->done_count++];
    *done = (cli_done){.players = rules->player_count};
    snprintf(done->rules, sizeof done->rules, "%s", rules->name);
    return done;
}
