/* What `canasta serve` is told, on its command line and in a configuration file.
 * Not here: the settings themselves (server/base/settings.h).
 * Invariant: a word that is not wholly understood is refused with one line on stderr. */
#ifndef CANASTA_CLI_SERVE_SETTINGS_H
#define CANASTA_CLI_SERVE_SETTINGS_H

#include "server/net/options.h"

/* The options, and what they point at. */
typedef struct cli_serve_options {
    cn_server_options server;
    cn_program_offer offer[CN_OFFERS_MAX];
    cn_own_rules rules;
    char *words; /* of the configuration file, NULL without one */
    bool help;
} cli_serve_options;

/* Reads the command line, which goes before the configuration file it may name. CLI_OK, or a status
 * to end with. */
int cli_serve_read(cli_serve_options *options, int argc, char **argv);
void cli_serve_free(cli_serve_options *options);
void cli_serve_help(void);

#endif
