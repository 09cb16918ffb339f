/* Those who play, as the command line names them. Not here: what they are asked.
 * Invariant: as in the header. */
#include "cli/entrants.h"

#include <stdio.h>

#include "cli/cli.h"
#include "cli/table_options.h"

int cli_entrant_read(const char *command, const char *word, cn_entrant *entrant)
{
    if (cn_entrant_find(entrant, word)) return CLI_OK;
    return entrant->command != NULL ? cli_refuse(command, "no command follows", word)
                                    : cli_refuse(command, "no player is called", word);
}

int cli_player_read(const char *command, const char *word, const cn_player **player)
{
    cn_entrant entrant;
    const int status = cli_entrant_read(command, word, &entrant);
    if (status != CLI_OK) return status;
    *player = entrant.player;
    return *player != NULL ? CLI_OK : cli_refuse(command, "a player of ours is needed, not", word);
}

/* A line is written at once. */
static void report(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

cn_bot_options cli_bot_options(void)
{
    cn_bot_options found = cn_bot_options_usual();
    found.report = report;
    return found;
}

void cli_print_players(bool with_programs)
{
    puts("\nplayers:");
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        printf("  %-9s %s\n", cn_players[i]->name, cn_players[i]->summary);
    puts("  level:N   of 1 to 8, the players that people choose among\n"
         "  variants  quick, tuned, hasty, thinker:N with N playouts (50, 100, 200, 500, 1000,\n"
         "            2000, 5000, 10000, 20000), thinker-no-PART, book-no-HABIT (docs/players.md)");
    if (with_programs) puts("  exec:COMMAND  a program of yours (docs/bot-protocol.md)");
}
