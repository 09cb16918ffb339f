/* Legal sets of positions, step by step.
 * Not here: see the header. Invariant: as there. */
#include "masks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "engine/turn/apply.h"

void masks_read(const char *text, cn_position *position)
{
    cn_position_lines lines;
    cn_text_error error = {0};
    cn_position_reader reader = cn_position_reader_make(text, strlen(text));
    if (cn_position_next(&reader, &lines, &error) != CN_POSITION_READ ||
        !cn_position_make(&lines, 0, position, &error))
        fail_msg("%sline %u: %s", text, error.line, error.message);
}

static const unsigned none[MASKS_STEPS_MAX] = {0};

/* Whether the row's step is as it says once those before it are made. */
static bool holds(const mask_row *row, const unsigned *before)
{
    static cn_position position; /* too large for the stack */
    masks_read(row->position, &position);
    cn_public *pub = &position.view.pub;
    cn_cards *hand = &position.view.hand;
    cn_mask mask = cn_legal(&position.rules, pub, hand);
    for (unsigned i = 0; i < MASKS_STEPS_MAX && before[i] != 0; i++) {
        if (!cn_mask_has(&mask, before[i])) fail_msg("%s: step %u", row->claim, i);
        cn_try_certain(&position.rules, pub, hand,
                       cn_step_make(before[i], CN_CARD_NONE, CN_CARD_NONE));
        mask = cn_legal(&position.rules, pub, hand);
    }
    const bool held = cn_mask_has(&mask, row->step) == row->legal;
    if (!held) print_error("%s\n", row->claim);
    return held;
}

void masks_check(const mask_row *rows, unsigned count)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++) wrong += !holds(&rows[i], none);
    assert_int_equal(wrong, 0);
}

void masks_check_turns(const mask_turn *turns, unsigned count)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++) wrong += !holds(&turns[i].row, turns[i].before);
    assert_int_equal(wrong, 0);
}
