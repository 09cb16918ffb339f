/* What each character is in a name: a table (name_classes.c).
 * Not here: what a name may be (plain_name.h). Invariant: it changes with Unicode alone. */
#ifndef CANASTA_NAME_CLASSES_H
#define CANASTA_NAME_CLASSES_H

#include <stdint.h>

typedef enum cn_name_class {
    CN_NAME_PLAIN,
    CN_NAME_MARK, /* combines with the character before it */
    CN_NAME_HIDDEN,
    CN_NAME_EMOJI /* plain; U+FE0F directly behind it has it shown in colours */
} cn_name_class;

/* Runs of characters of one class, each as its length times 4 and the class. */
extern const uint16_t cn_name_runs[];
extern const unsigned cn_name_run_count;

#endif
