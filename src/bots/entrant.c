/* Names of those who take part. Not here: playing. Invariant: as in the header. */
#include "bots/entrant.h"

#include <string.h>

bool cn_entrant_find(cn_entrant *entrant, const char *word)
{
    static const char program[] = "exec:";
    *entrant = (cn_entrant){.name = word};
    if (strncmp(word, program, sizeof program - 1) != 0) {
        entrant->player = cn_player_find(word);
        return entrant->player != NULL;
    }
    entrant->command = word + sizeof program - 1;
    return entrant->command[strspn(entrant->command, " \t")] != '\0';
}
