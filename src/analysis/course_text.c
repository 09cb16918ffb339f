/* What came of a step in imagined hands, in words.
 * Not here: reasons of `book` (hint). Invariant: as in the header. */
#include "analysis/course_text.h"

/* So many of a hundred are more than so many others of as many worlds: by more than `CN_LEAD_SURE`
 * errors, the worlds not being taken for the same, and by a tenth. */
static bool is_more(const cn_decision *d, uint8_t more, uint8_t less)
{
    enum { ALL = 100, TENTH = 10 };
    const int64_t apart = more - less, n = d->lost.worlds;
    const int64_t spread = more * (ALL - more) + less * (ALL - less);
    return apart >= TENTH && apart * apart * n > (int64_t)CN_LEAD_SURE * CN_LEAD_SURE * spread;
}

bool cn_write_course(cn_writer *w, const cn_decision *d, unsigned sentence, cn_course_hearer hearer)
{
    const bool reads = hearer == CN_COURSE_TO_READER;
    const char *const otherwise = reads ? "after what was played" : "otherwise";
    const cn_course_percent *best = &d->best_course, *made = &d->made_course;
    const struct {
        const char *what;
        uint8_t best, made;
        bool good; /* for the seat */
    } told[CN_COURSE_SENTENCES] =
        {
            {"The next player takes the pile at once", best->next_takes, made->next_takes, false},
            {reads ? "This player's side goes out" : "Your side goes out", best->own_out,
             made->own_out, true},
            {reads ? "This player's rivals go out" : "The others go out", best->others_out,
             made->others_out, false},
        },
      *t = &told[sentence];
    if (!(t->good ? is_more(d, t->best, t->made) : is_more(d, t->made, t->best))) return false;
    cn_write(w, "%s in %u of 100 imagined hands, %s in %u.", t->what, t->best, otherwise, t->made);
    return true;
}
