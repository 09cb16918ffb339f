/* What came of a step in imagined hands, in words.
 * Not here: what is better (decision.h). Invariant: nothing is told that chance may have brought.
 */
#ifndef CANASTA_COURSE_TEXT_H
#define CANASTA_COURSE_TEXT_H

#include "analysis/decision.h"
#include "text/base/text.h"

enum { CN_COURSE_SENTENCES = 3, CN_COURSE_SENTENCE_MAX = 200 };

/* Who is spoken to: whoever is to play, or whoever reads what somebody has played. */
typedef enum cn_course_hearer { CN_COURSE_TO_PLAYER, CN_COURSE_TO_READER } cn_course_hearer;

/* What the best step did better than the one made: the sentence of that number. False, with nothing
 * written, where it did not, or no more than by chance. */
bool cn_write_course(cn_writer *w, const cn_decision *decision, unsigned sentence,
                     cn_course_hearer hearer);

#endif
