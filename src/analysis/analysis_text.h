/* An analysis as text for people, and as JSON for pages and programs (docs/analysis.md).
 * Not here: what is told. Invariant: a turn is told from what its moments hold, once all of them
 * have been looked at and before the next turn is. */
#ifndef CANASTA_ANALYSIS_TEXT_H
#define CANASTA_ANALYSIS_TEXT_H

#include "analysis/account.h"
#include "text/base/text.h"

enum { CN_ANALYSIS_TEXT_MAX = 1 << 17 }; /* of any of these */

/* Who plays: by person; NULL or "": no name. */
typedef struct cn_analysis_people {
    const char *name[CN_PLAYERS_MAX];
} cn_analysis_people;

/* True if the last moment that was looked at ends a turn; `*first` is the turn's first one. */
bool cn_analysis_turn_ended(const cn_analysis *analysis, unsigned *first);

void cn_write_analysed_deal(cn_writer *w, const cn_analysis *analysis,
                            const cn_analysis_people *people);
/* The moments from `first` to the last one that was looked at: one turn. */
void cn_write_analysed_turn(cn_writer *w, const cn_analysis *analysis,
                            const cn_analysis_people *people, unsigned first);
/* Its accounts. */
void cn_write_analysed_hand(cn_writer *w, const cn_analysis *analysis,
                            const cn_analysis_people *people);
/* A person's account over so many hands. */
void cn_write_analysed_person(cn_writer *w, const cn_seat_account *account,
                              const cn_analysis_people *people, unsigned person, unsigned hands);

/* A step that surely lost something: its loss is worth a word. */
bool cn_surely_lost(const cn_decision *decision);

/* The same as JSON: of a hand, which is one object and a line, what the moment that was just looked
 * at adds to it; and a person's account. */
void cn_write_analysed_json(cn_writer *w, const cn_analysis *analysis);
void cn_write_analysed_person_json(cn_writer *w, const cn_seat_account *account, unsigned person,
                                   unsigned hands);

#endif
