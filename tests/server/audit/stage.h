/* What the files of a window share.
 * Not here: what others may do with one (window.h). Invariant: as there. */
#ifndef CANASTA_TESTS_AUDIT_STAGE_H
#define CANASTA_TESTS_AUDIT_STAGE_H

#include "scene.h"

enum { SAY_MAX = 1400 };

typedef struct stage {
    rig *r;
    const window *w;
    rig_text *heard;
    rig_text others; /* what others hear */
    rig_line *line[CN_AUDIENCES];
    unsigned n[CN_AUDIENCES];
    cn_stream script;
    /* told to the audience */
    char code[CN_CODE_CHARACTERS + 1], device[7];
} stage;

const cn_table *stage_table(stage *s);
unsigned stage_log_length(stage *s);
/* The time now, and what has gone by since, if this is to be timed. */
double stage_begin(const stage *s, unsigned who);
void stage_end(const stage *s, unsigned who, double began);

/* Frames (frames.c). Hello makes a connection; with a number he goes on from there: that of the
 * last entry, or a little older. */
void stage_say(stage *s, unsigned who, const char *text);
void stage_hello(stage *s, unsigned who, unsigned back);
void stage_play(stage *s, unsigned who, const char *play);
/* One of the audience, of that kind. */
void stage_ask(stage *s, cn_frame_kind kind);
/* What is none, or makes no sense. */
void stage_ask_odd(stage *s);

/* Calls of the audience (calls.c): any; those that change who it is, one after the other; all that
 * load or list tables; taking a seat from the next hand on. */
void stage_call_any(stage *s);
void stage_call_last(stage *s);
void stage_call_loading(stage *s);
void stage_take_seat(stage *s);

/* What the server tells who keeps it (keeper.c). */
void stage_hear_keeper(stage *s);

#endif
