/* The file in which one game of a match is recorded.
 * Not here: the format (text/record_text.h). Invariant: whatever could not be written is noticed.
 */
#include "lab/recording.h"

#include <inttypes.h>
#include <stddef.h>

enum { PATH_BYTES_MAX = 4096 };

/* A failed write leaves its mark on the file, which is read when it is closed. */
static void put(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

bool cn_recording_start(cn_recording *recording, cn_lab_table *table, const cn_rules *rules,
                        const char *directory, uint64_t deal_i, unsigned rotation)
{
    recording->file = NULL;
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
        header.name[seat] = table->player[seat]->name;
    const cn_sink sink = {put, recording->file};
    if (!cn_record_start(&recording->record, rules, &header, sink)) {
        fclose(recording->file);
        return false;
    }
    table->record = &recording->record;
    return true;
}

bool cn_recording_stop(cn_recording *recording, const cn_lab_table *table)
{
    if (recording->file == NULL) return true;
    if (table->game.pub.phase != CN_PHASE_GAME_END)
        cn_record_stop(&recording->record, &table->game);
    const bool written = ferror(recording->file) == 0;
    return fclose(recording->file) == 0 && written;
}
