/* The parts of a view's JSON, which view_json.c puts together.
 * Not here: anything for others. Invariant: each writes members of the view's object. */
#ifndef CANASTA_VIEW_PARTS_H
#define CANASTA_VIEW_PARTS_H

#include "canasta/view.h"
#include "text/base/text.h"

/* From `dead` to `turn`. `legal`: the legal steps of the seat that looks. */
void cn_json_table(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                   const cn_mask *legal);

/* From `steps` to `opening_reach`. */
void cn_json_choices(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                     const cn_mask *legal);

#endif
