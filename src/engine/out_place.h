/* Going out where some cards fit nothing but sequences: these are tried, card by card.
 * Not here: what is told without (out_weigh.h), searches that lay everything (arrange_placing.c).
 * Invariant: yes and no are proved. */
#ifndef CANASTA_OUT_PLACE_H
#define CANASTA_OUT_PLACE_H

#include "out_weigh.h"

/* Whether a side with no begun meld goes out, where its scales may tell something, but do not. */
cn_told cn_out_place(const cn_scales *scales);

#endif
