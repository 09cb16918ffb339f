/* A short list of persons. Not here: as in the header. Invariant: as in the header. */
#include "server/table/people.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/person.h"
#include "server/table/seat.h"

const char *cn_people_name(const cn_people *people, const char *id)
{
    for (unsigned i = 0; i < people->count; i++)
        if (strcmp(people->person[i].id, id) == 0) return people->person[i].name;
    return NULL;
}

void cn_people_note(cn_people *people, const char *id)
{
    if (id[0] == '\0' || cn_people_name(people, id) != NULL) return;
    people->person = realloc(people->person, (people->count + 1) * sizeof *people->person);
    if (people->person == NULL) abort();
    strcpy(people->person[people->count].id, id);
    strcpy(people->person[people->count++].name, CN_NAME_OF_NOBODY);
}

void cn_people_read(cn_people *people, cn_log *log)
{
    cn_person person;
    for (unsigned i = 0; i < people->count; i++)
        if (cn_person_load(log, people->person[i].id, &person) == CN_PERSON_THERE)
            strcpy(people->person[i].name, person.name);
}

void cn_people_free(cn_people *people)
{
    free(people->person);
    *people = (cn_people){0};
}
