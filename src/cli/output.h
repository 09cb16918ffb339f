/* Standard output as a place for texts of any length.
 * Not here: the texts. Invariant: a text that did not get out does not end with status 0. */
#ifndef CANASTA_CLI_OUTPUT_H
#define CANASTA_CLI_OUTPUT_H

#include "lab/tables/table.h"

cn_sink cli_output(void);

/* After the last of a text that players played for: CLI_OK, or one line on stderr and CLI_FAILED.
 */
int cli_output_end(const char *command, cn_lab_status played);

#endif
