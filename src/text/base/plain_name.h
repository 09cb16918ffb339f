/* Names that people give: what may stand in them.
 * Not here: whose name it is, and how long it may be.
 * Invariant: a plain name can be shown anywhere, a terminal included. */
#ifndef CANASTA_PLAIN_NAME_H
#define CANASTA_PLAIN_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* True if all of the bytes are characters in UTF-8 of which none is hidden, turns the writing
 * direction or controls a terminal, and no more than four marks in a row stand on one that is none
 * (name_classes.h); `*characters` is their number. */
bool cn_name_is_plain(const char *name, size_t length, unsigned *characters);

#endif
