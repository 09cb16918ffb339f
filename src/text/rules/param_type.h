/* The types of the parameter table: how a value of each is read, written and described.
 * Not here: the table itself (param_text.c), rule files (rules_text.c).
 * Invariant: reading what was written gives the same value; a value that was read is in range. */
#ifndef CANASTA_PARAM_TYPE_H
#define CANASTA_PARAM_TYPE_H

#include "canasta/params.h"
#include "text/base/text.h"

typedef struct cn_param cn_param;

typedef struct cn_param_type {
    /* Reads all of `scan` into a field of zeroes. */
    bool (*parse)(cn_scan *scan, const cn_param *p, void *field);
    void (*write)(cn_writer *writer, const cn_param *p, const void *field);
    /* What is allowed, in words. */
    void (*range)(cn_writer *writer, const cn_param *p);
    /* The form of an entry, for types that have parts; otherwise NULL. */
    const char *form;
    /* The constants of an enumeration as the header spells them; otherwise NULL. */
    const char *const *constants;
} cn_param_type;

/* One line of the parameter table. */
struct cn_param {
    const char *name;
    size_t offset, size;
    int32_t low, high;
    const cn_param_type *type;
};

/* param_sets.c */
extern const cn_param_type cn_param_counts, cn_param_words, cn_param_needs, cn_param_needs_by_hand,
    cn_param_amount, cn_param_sign, cn_param_set_aside;
/* param_lists.c */
extern const cn_param_type cn_param_by_hand, cn_param_amount_by_hand, cn_param_list, cn_param_bands,
    cn_param_shapes, cn_param_openings, cn_param_bans;
/* param_scoring.c */
extern const cn_param_type cn_param_wild_bonus, cn_param_rank_bonus, cn_param_collections,
    cn_param_incomplete, cn_param_held, cn_param_values;
/* param_hands.c */
extern const cn_param_type cn_param_hands;

/* The parts that values are made of (param_parts.c). The readers answer false with an error that
 * names the parameter and says what is allowed; `what` names the part. */

/* "target is 1 to 1000000, not '0'" at a word of the value. */
bool cn_param_fail(const cn_scan *scan, cn_word word, const cn_param *p);
/* True if the value is the word `none`, which is then read. */
bool cn_param_is_none(cn_scan *scan);
/* The next of the entries that commas separate, without the blanks around it; false behind the
 * last. An empty value has one empty entry. */
bool cn_param_next(cn_scan *scan, cn_scan *entry);
/* Refuses entries beyond the `most` that there may be. */
bool cn_param_room(const cn_scan *entry, const cn_param *p, int32_t count, int32_t most);
/* Reads `sign` if it comes now. */
bool cn_param_sign_is(cn_scan *entry, char sign);
bool cn_param_sign_must(cn_scan *entry, const cn_param *p, char sign);
/* Refuses what is left of an entry. */
bool cn_param_end(cn_scan *entry, const cn_param *p);
bool cn_param_number(cn_scan *entry, const cn_param *p, const char *what, int32_t low, int32_t high,
                     int32_t *number);
/* One of the words of a NULL-terminated list, by its number. */
bool cn_param_choice(cn_scan *entry, const cn_param *p, const char *what, const char *const *words,
                     int32_t *choice);
/* The word alone, if it comes now; the scan does not move otherwise. */
bool cn_param_word_is(cn_scan *entry, const char *word);
/* "4".."A" by rank number, NULL-terminated. */
extern const char *const cn_param_ranks[];

enum { CN_PARAM_FLOOR_LOW = -100000, CN_PARAM_FLOOR_HIGH = 1000000 };

#endif
