/* Those who play, as the command line names them: players of ours and programs, `exec:COMMAND`.
 * Not here: seats. Invariant: every command that names a player takes the same names. */
#ifndef CANASTA_CLI_ENTRANTS_H
#define CANASTA_CLI_ENTRANTS_H

#include "bots/bot.h"

/* Finds who is meant; what is wrong gets one line on stderr. The word must outlive the entrant.
 * Returns CLI_OK or CLI_USAGE. */
int cli_entrant_read(const char *command, const char *word, cn_entrant *entrant);

/* The same where only a player of ours will do. */
int cli_player_read(const char *command, const char *word, const cn_player **player);

/* The usual options, with each fault of a program as a line on stderr, from any thread. */
cn_bot_options cli_bot_options(void);

/* The part of a help that lists players of ours, and with programs the word for them. */
void cli_print_players(bool with_programs);

#endif
