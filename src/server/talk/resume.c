/* Reading what was missed. Not here: as in the header. Invariant: as in the header; who sat there
 * then is told by the names they have now. */
#include "server/talk/resume.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/people.h"
#include "server/talk/encode.h"

typedef struct reading {
    unsigned seat;
    uint64_t after;
    bool proofs;
    cn_prover prover;
    char holder[CN_PERSON_CHARACTERS + 1]; /* of the seat, when the client left */
    cn_people people;
    cn_resume *resume;
} reading;

/* Whether the seat is that of somebody else now, or may have been for a while. */
static bool changes_hands(const reading *r, const cn_table *table, const cn_change *change)
{
    if (r->seat == CN_WATCHER || !change->has_seats) return false;
    return (change->kind == CN_ENTRY_SEAT && change->seat == r->seat) ||
           strcmp(cn_table_seat(table, r->seat)->person, r->holder) != 0;
}

static bool add_text(cn_resume *resume, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (resume->length + size > CN_RESUME_BYTES_MAX) return false;
    memcpy(resume->text + resume->length, text, size);
    resume->length += size;
    resume->count++;
    return true;
}

static bool write(reading *r, const cn_table *table, const cn_change *change)
{
    const int style = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
    json_object *object = cn_encode_change(table, r->seat, change, r->proofs ? &r->prover : NULL);
    const bool room = add_text(r->resume, json_object_to_json_string_ext(object, style));
    json_object_put(object);
    return room;
}

/* Puts in the names that are known, and notes who has none yet. False if these are too many. */
static bool name_all(reading *r, cn_table *table)
{
    for (unsigned i = 0; i < cn_table_rules(table)->player_count; i++) {
        cn_people_note(&r->people, cn_table_seat(table, i)->person);
        cn_people_note(&r->people, cn_table_seat(table, i)->coming);
    }
    for (unsigned i = 0; i < r->people.count; i++)
        cn_table_set_name(table, r->people.person[i].id, r->people.person[i].name);
    return r->people.count <= CN_RESUME_PEOPLE_MAX;
}

static bool visit(void *user, cn_table *table, const cn_change *change)
{
    reading *r = user;
    r->resume->upto = change->seq;
    if (change->seq <= r->after) {
        if (r->seat != CN_WATCHER) strcpy(r->holder, cn_table_seat(table, r->seat)->person);
        return true;
    }
    if (changes_hands(r, table, change)) return false;
    if (change->has_seats && !name_all(r, table)) return false;
    return write(r, table, change);
}

static int64_t read_once(cn_log *log, const char *table, reading *r)
{
    r->resume->length = r->resume->count = 0;
    return cn_table_retrace(log, table, r->after, CN_RESUME_ENTRIES_MAX, visit, r);
}

/* Once more if somebody sat down or left: names are read when the log of the table is not. */
void cn_resume_read(cn_log *log, const char *table, unsigned seat, uint64_t after, bool proofs,
                    cn_resume *resume)
{
    reading *r = calloc(1, sizeof *r);
    *resume = (cn_resume){.text = malloc(CN_RESUME_BYTES_MAX)};
    if (r == NULL || resume->text == NULL) abort();
    r->seat = seat;
    r->after = after;
    r->proofs = proofs;
    r->resume = resume;
    int64_t count = read_once(log, table, r);
    if (count > 0 && r->people.count > 0) {
        cn_people_read(&r->people, log);
        count = read_once(log, table, r);
    }
    if (count <= 0) resume->upto = 0;
    cn_prover_free(&r->prover);
    cn_people_free(&r->people);
    free(r);
}

void cn_resume_free(cn_resume *resume)
{
    free(resume->text);
    *resume = (cn_resume){0};
}
