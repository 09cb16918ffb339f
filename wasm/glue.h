/* What the modules of the page share: one buffer for text in and JSON out.
 * Not here: what they are asked (canasta_wasm.c, rules_wasm.c, players_wasm.c).
 * Invariant: the text in the buffer is ended, by force if the page forgot to. */
#ifndef CANASTA_WASM_GLUE_H
#define CANASTA_WASM_GLUE_H

#include "text/base/text.h"
#include "text/events/view_json.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { CW_BUFFER_BYTES = 2 * CN_VIEW_JSON_MAX };

char *EXPORT(cw_buffer)(void);
unsigned EXPORT(cw_buffer_bytes)(void);

/* A writer that begins at the start of the buffer. */
cn_writer cw_writer(void);
/* The length of the text in the buffer. */
size_t cw_text_length(void);
/* Ends the line at `text` and returns the start of the next one, NULL if there is none. */
char *cw_cut_line(char *text);
/* Writes {"ok":true} or what is wrong, and returns what the call then does: 1 or 0. */
int cw_answer(const cn_text_error *error);
int cw_refuse(const char *message);

#endif
