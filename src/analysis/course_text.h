/* What came of a step in imagined hands, in words.
 * Not here: what is better (decision.h). Invariant: nothing is told that chance may have brought.
 */
#ifndef CANASTA_COURSE_TEXT_H
#define CANASTA_COURSE_TEXT_H

#include "analysis/decision.h"
#include "text/base/text.h"

enum { CN_COURSE_SENTENCES = 3, CN_COURSE_SENTENCE_MAX = 200 };

/* What the best step did better than the one made: the sentence of that number, in which
 * `otherwise` speaks of the step made. False, with nothing written, where it did not, or no more
 * than by chance. */
bool cn_write_course(cn_writer *w, const cn_decision *decision, unsigned sentence,
                     const char *otherwise);

#endif
