/* Standard output as a place for texts of any length. Not here: the texts.
 * Invariant: as in the header. */
#include "cli/output.h"

#include <stdio.h>

#include "cli/cli.h"

static void put(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

cn_sink cli_output(void)
{
    return (cn_sink){put, stdout};
}

int cli_output_end(const char *command, cn_lab_status played)
{
    const bool written = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (written && played == CN_LAB_OK) return CLI_OK;
    fprintf(stderr, "canasta %s: %s\n", command,
            written ? cli_fault((int)played) : "the output cannot be written");
    return CLI_FAILED;
}
