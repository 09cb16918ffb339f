/* A file of numbers with which long work goes on where it stopped.
 * Not here: what the numbers mean. Invariant: the file is always whole - the old one or the new one
 * - and one that was changed by anything else, or belongs to other work, is refused. */
#ifndef CANASTA_STATE_FILE_H
#define CANASTA_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cn_state_found {
    CN_STATE_READ,
    CN_STATE_NONE,   /* there is no such file */
    CN_STATE_REFUSED /* the message says why */
} cn_state_found;

enum { CN_STATE_MESSAGE_BYTES = 400 };

/* Reads `count` numbers of the work that `work` describes, in lines each of which begins with a
 * letter and ends with a line feed. Nothing is written to `number` unless all were read. */
cn_state_found cn_state_read(const char *path, const char *work, int64_t *number, size_t count,
                             char message[CN_STATE_MESSAGE_BYTES]);

/* The lines with which a good file describes its work, to be freed; NULL with a message. */
char *cn_state_work(const char *path, char message[CN_STATE_MESSAGE_BYTES]);

/* Writes them to PATH.new and gives that its name. False if that failed: PATH is then as before. */
bool cn_state_write(const char *path, const char *work, const int64_t *number, size_t count,
                    char message[CN_STATE_MESSAGE_BYTES]);

#endif
