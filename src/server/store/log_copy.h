/* Copies of a data file: made while a server has it, and put into their place.
 * Not here: checking what a copy holds (log_check.h). Invariant: a file that is there is never
 * written over; what is put in place has been synced. */
#ifndef CANASTA_SERVER_LOG_COPY_H
#define CANASTA_SERVER_LOG_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* Copies what the data file `from` shows at one moment to a new file beside `to`, whose name goes
 * into `copy`, which has room for `size` bytes; its key goes along. `renewed`: no witness of the
 * old file tells of the new one. False with a line of `message`. */
bool cn_log_copy(const char *from, const char *to, bool renewed, char *copy, size_t size,
                 char *message, size_t message_size);
/* Gives the synced copy and its key their names, if nothing has them. False with a line of
 * `message`.
 */
bool cn_log_copy_place(const char *copy, const char *to, char *message, size_t message_size);
/* Removes a copy that has got no name. */
void cn_log_copy_drop(const char *copy);

#endif
