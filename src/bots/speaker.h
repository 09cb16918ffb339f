/* A computer player of ours as a bot in a process of its own: line by line, with nothing but what
 * the lines say.
 * Not here: input and output (cli/bot.c), and the referee's side (link.h).
 * Invariant: what the referee says of the hand and of the legal steps is what its own view says. */
#ifndef CANASTA_BOTS_SPEAKER_H
#define CANASTA_BOTS_SPEAKER_H

#include "bots/protocol.h"
#include "players/player.h"

typedef struct cn_speaker {
    const cn_player *player;
    bool one_step; /* answers one step at a time, as bots without an engine do */
    bool own_seed; /* the stream was given with the command, and `seed` is ignored */
    cn_stream stream;
    char rules_name[CN_RULES_NAME_MAX];
    unsigned player_count;
    cn_params params;
    cn_rules rules;
    bool ready; /* `rules` and, after the first `view`, `view` can be used */
    cn_view view;
    unsigned next, count; /* steps chosen and not yet answered */
    cn_step step[CN_PLAY_STEPS_MAX];
} cn_speaker;

/* `stream` NULL: the referee's `seed` is used. */
void cn_speaker_start(cn_speaker *speaker, const cn_player *player, const cn_stream *stream);

typedef enum cn_speaker_status {
    CN_SPEAKER_GOES_ON,
    CN_SPEAKER_QUITS,
    CN_SPEAKER_LOST /* the line cannot follow; `error` says why */
} cn_speaker_status;

/* Takes a line without its end, and writes the answer, if it asks for one, without an end. */
cn_speaker_status cn_speaker_hear(cn_speaker *speaker, const char *line, cn_writer *answer,
                                  cn_text_error *error);

#endif
