/* Records of games (text/records), read whole and in pieces.
 * Not here: share codes. Invariant: any pieces of the same text give the same answer; a record that
 * is refused says where and why; the game of one that is read is lawful. */
#include "canasta/invariant.h"
#include "fuzz.h"
#include "text/records/replay_text.h"

enum { CUTS = 8 };

static void count_event(void *context, const cn_rules *rules, const cn_game *game,
                        const cn_event *event)
{
    (void)event;
    const char *wrong = cn_game_check(game, rules);
    if (wrong != NULL) fprintf(stderr, "%s\n", wrong);
    MUST(wrong == NULL);
    ++*(unsigned *)context;
}

static bool feed(cn_replay *replay, const char *text, size_t size, fuzz_cuts cuts, unsigned *events,
                 cn_text_error *error)
{
    const cn_replay_listener listener = {.hear = count_event, .context = events};
    cn_replay_start(replay, &listener);
    for (size_t at = 0; at < size;) {
        const size_t piece = fuzz_piece(&cuts, size - at);
        char *own = malloc(piece);
        MUST(own != NULL);
        memcpy(own, text + at, piece);
        const bool good = cn_replay_feed(replay, own, piece, error);
        free(own);
        if (!good) return false;
        at += piece;
    }
    return cn_replay_finish(replay, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static cn_replay whole, cut;
    unsigned events = 0, others = 0;
    cn_text_error error = {0}, other = {0};
    const size_t cuts = size < CUTS ? size : CUTS;
    const char *text = (const char *)bytes + cuts;
    const bool good = feed(&whole, text, size - cuts, (fuzz_cuts){0}, &events, &error);
    const bool same =
        feed(&cut, text, size - cuts, (fuzz_cuts){bytes, bytes + cuts}, &others, &other);
    MUST(good == same && events == others);
    MUST(good || (error.message[0] != '\0' && error.line == other.line &&
                  error.column == other.column && strcmp(error.message, other.message) == 0));
    return 0;
}
