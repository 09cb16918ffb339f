/* Frames of text (table/command.c), and the plays in them.
 * Not here: what a table makes of them (table.c). Invariant: what is taken is within its limits and
 * reads the same when it is said again; what is refused says why. */
#include "fuzz.h"
#include "server/table/command.h"

static void check_play(const char *text)
{
    cn_play play;
    cn_reason reason = {0};
    cn_text_error error = {0};
    char out[4 * CN_PLAY_TEXT_MAX];
    const cn_play_status status = cn_play_parse(text, strlen(text), 1, &play, &reason, &error);
    if (status != CN_PLAY_OK) {
        MUST(error.message[0] != '\0' && error.column > 0);
        MUST(status == CN_PLAY_SYNTAX || reason.code != CN_OK);
        return;
    }
    MUST(play.count <= CN_PLAY_STEPS_MAX);
    cn_writer writer = cn_writer_make(out, sizeof out);
    cn_write_play(&writer, play.step, play.count);
    MUST(strlen(out) == writer.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    cn_frame frame, again;
    const char *code;
    if (size > CN_FRAME_BYTES_MAX) return 0;
    char *text = malloc(size + 1); /* its own, so that a read behind it is seen */
    MUST(text != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    const char *wrong = cn_frame_parse(text, size, &frame, &code);
    MUST(wrong == NULL || strcmp(code, "FORMAT") == 0 || strcmp(code, "TOO_LONG") == 0);
    MUST(frame.n <= INT32_MAX && frame.at <= (uint64_t)1 << 53);
    MUST(frame.pace_ms <= CN_PACE_MS_MAX);
    MUST(strlen(frame.inst) <= CN_INST_MAX && strlen(frame.play) <= CN_PLAY_TEXT_MAX);
    if (wrong == NULL && frame.kind == CN_FRAME_PLAY) check_play(frame.play);
    MUST((cn_frame_parse(text, size, &again, &code) == NULL) == (wrong == NULL));
    MUST(memcmp(&frame, &again, sizeof frame) == 0);
    free(text);
    return 0;
}
