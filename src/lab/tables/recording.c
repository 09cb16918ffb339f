/* The file in which one game of a match is recorded.
 * Not here: the format (text/record_text.h). Invariant: whatever could not be written is noticed.
 */
#include "lab/tables/recording.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

enum { PATH_BYTES_MAX = 4096, KEPT_FIRST = 256 };

/* A failed write leaves its mark on the file, which is read when it is closed. */
static void put(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

static bool make_room(cn_recording *recording)
{
    if (recording->kept_count < recording->kept_size) return true;
    const size_t size = recording->kept_size == 0 ? KEPT_FIRST : 2 * recording->kept_size;
    cn_kept_step *kept = realloc(recording->kept, size * sizeof *kept);
    if (kept == NULL) return false;
    recording->kept = kept;
    recording->kept_size = size;
    return true;
}

static void keep(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    cn_recording *recording = context;
    (void)rules;
    (void)game;
    if (event->kind != CN_EVENT_STEP) return;
    if (make_room(recording))
        recording->kept[recording->kept_count++] = (cn_kept_step){event->u.step.step, event->seat};
    else
        recording->lost = true;
}

/* The hand whose steps were kept; the game has its deck in the order in which it was drawn. */
static void put_kept(cn_recording *recording, const cn_game *game)
{
    cn_record_deal(&recording->record, game);
    for (size_t i = 0; i < recording->kept_count; i++)
        cn_record_step(&recording->record, recording->kept[i].seat, recording->kept[i].step);
    recording->kept_count = 0;
}

bool cn_recording_start(cn_recording *recording, cn_lab_table *table, const cn_rules *rules,
                        const char *directory, uint64_t deal_i, unsigned rotation)
{
    *recording = (cn_recording){.file = NULL};
    table->record = NULL;
    if (directory == NULL) return true;
    char path[PATH_BYTES_MAX];
    const int length =
        snprintf(path, sizeof path, "%s/%06" PRIu64 "-%u.record", directory, deal_i, rotation);
    if (length < 0 || (size_t)length >= sizeof path) return false;
    recording->file = fopen(path, "wb");
    if (recording->file == NULL) return false;
    cn_record_header header = {.dealer = table->game.pub.dealer};
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        header.name[cn_person_at(rules, 1, seat)] = cn_lab_table_name(table, seat);
    const cn_sink sink = {put, recording->file};
    if (!cn_record_start(&recording->record, rules, &header, sink)) {
        fclose(recording->file);
        return false;
    }
    if (table->shares == NULL) {
        table->record = &recording->record;
    } else {
        table->hear = keep;
        table->hear_context = recording;
    }
    return true;
}

void cn_recording_scored(cn_recording *recording, const cn_lab_table *table, const cn_score *scores)
{
    if (recording->file == NULL || table->shares == NULL) return;
    put_kept(recording, &table->game);
    cn_record_score(&recording->record, &table->game, scores);
}

bool cn_recording_stop(cn_recording *recording, const cn_lab_table *table)
{
    if (recording->file == NULL) return true;
    if (recording->kept_count > 0) put_kept(recording, &table->game);
    free(recording->kept);
    if (table->game.pub.phase != CN_PHASE_GAME_END)
        cn_record_stop(&recording->record, &table->game);
    const bool written = !recording->lost && ferror(recording->file) == 0;
    return fclose(recording->file) == 0 && written;
}
