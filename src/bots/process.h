/* A program in a process group of its own, with a pipe to it and a pipe from it.
 * Not here: what is said through the pipes (link.h).
 * Invariant: nothing here waits for the program, but cn_process_kill for the death of one that has
 * been killed; its whole group ends with it, and no zombie stays. */
#ifndef CANASTA_BOTS_PROCESS_H
#define CANASTA_BOTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "text/base/text.h"

typedef struct cn_process {
    pid_t pid;    /* 0: there is none */
    int to, from; /* not blocking; -1: closed */
} cn_process;

/* Runs `sh -c COMMAND`; a simple command takes the place of the shell. It dies with the thread that
 * starts it. False with errno if there can be no process; a command that cannot be run is a process
 * that ends at once, with status 127. */
bool cn_process_start(cn_process *process, const char *command);

/* Bytes written or read, 0 if none can be now, -1 if the other end is closed. */
ssize_t cn_process_write(cn_process *process, const char *text, size_t length);
ssize_t cn_process_read(cn_process *process, char *out, size_t size);

/* The end of input tells a program that nothing more will come. */
void cn_process_close_input(cn_process *process);

/* True if the program has ended (its children may not have); `how` (may be NULL) gets "it ended
 * with status 3", "it was killed by signal 11". */
bool cn_process_ended(const cn_process *process, cn_writer *how);

/* Ends what is left of the group, and forgets it. */
void cn_process_kill(cn_process *process);

#endif
