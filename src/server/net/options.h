/* What a server is told when it begins.
 * Not here: the command line (cli/serve_settings.c), bounds that nobody chooses (bounds.h).
 * Invariant: nothing of this changes while it serves. */
#ifndef CANASTA_SERVER_OPTIONS_H
#define CANASTA_SERVER_OPTIONS_H

#include <stdbool.h>

#include "server/base/settings.h"
#include "server/hall/programs.h"
#include "server/net/page.h"
#include "server/table/own_rules.h"

typedef struct cn_server_options {
    cn_settings settings;
    const cn_page *page;           /* of the program; settings.web is a folder instead */
    const cn_program_offer *offer; /* programs that bots may play with */
    unsigned offer_count;
    const cn_own_rules *own_rules; /* rule sets of rule files, offered beside the built-in ones */
    bool quiet;                    /* print nothing but errors */
    bool accept_loss;              /* go on where the data file has lost transactions */
} cn_server_options;

#endif
