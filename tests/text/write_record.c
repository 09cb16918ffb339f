/* Plays one game and writes its record: write_record RULES OVERRIDES SEED PLAYER...
 * Not here: checks; `canasta replay` reads what this writes.
 * Invariant: the same arguments write the same record. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "played.h"
#include "text/rules_text.h"

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: write_record RULES OVERRIDES SEED PLAYER...\n");
        return 2;
    }
    cn_rules rules;
    cn_text_error error;
    if (!cn_rules_load(&rules, argv[1], argv[2], 0, &error)) {
        fprintf(stderr, "write_record: %s\n", error.message);
        return 2;
    }
    played p = {.rules = &rules, .seed = strtoull(argv[3], NULL, 10)};
    for (unsigned seat = 0; seat < rules.seat_count; seat++) {
        p.player[seat] = cn_player_find(argv[4 + (int)seat % (argc - 4)]);
        if (p.player[seat] == NULL) {
            fprintf(stderr, "write_record: no such player\n");
            return 2;
        }
    }
    size_t length = 0;
    char *record = play_record(&p, &length);
    const bool written = fwrite(record, 1, length, stdout) == length;
    free(record);
    return written ? 0 : 1;
}
