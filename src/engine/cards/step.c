/* Step numbers and sets of them.
 * Not here: legality. Invariant: numbers are fixed; records and players depend on them. */
#include "canasta/step.h"

#include <assert.h>

static_assert(CN_STEP_NEW == 63 && CN_STEPS_PLAIN == 64, "the plain alphabet fits one word");
static_assert(CN_STEPS == 192 && CN_MASK_WORDS == 3, "the whole alphabet fits three");

/* clang-format off */
#define PLAIN(sort)  {sort, CN_KIND_NONE, CN_KIND_NONE},
#define LAY(kind, meld) {CN_STEP_IS_LAY, kind, meld},
#define OTHER(i)      PLAIN(CN_STEP_OTHER)
#define TAKE(i)       PLAIN(CN_STEP_IS_TAKE)
#define TO_MELD(i)    PLAIN(CN_STEP_IS_TO_MELD)
#define JOIN(i)       PLAIN(CN_STEP_IS_JOIN)
#define NONE(i)       PLAIN(CN_STEP_IS_NONE)
#define DISCARD(kind) {CN_STEP_IS_DISCARD, kind, CN_KIND_NONE},
#define NATURAL(rank) LAY(rank, rank)
#define TWO(rank)     LAY(CN_KIND_TWO, rank)
#define JOKER(rank)   LAY(CN_KIND_JOKER, rank)
#define FACE(rank)    LAY(rank, CN_MELD_SEQUENCE)
#define FACES(rank)   FACE(rank) FACE(rank) FACE(rank) FACE(rank)
#define FOUR(X)       X(0) X(1) X(2) X(3)
#define TEN(X)        FOUR(X) X(4) X(5) X(6) X(7) X(8) X(9)
#define RANKS(X)      TEN(X) X(10)
#define FORTY(X)      TEN(X) TEN(X) TEN(X) TEN(X)

const cn_step_about cn_step_abouts[256] = {
    FOUR(OTHER) OTHER(NO)
    FOUR(TAKE)
    RANKS(NATURAL) LAY(CN_KIND_BLACK3, CN_MELD_BLACK3)
    RANKS(TWO)
    RANKS(JOKER)
    RANKS(DISCARD)
    DISCARD(CN_KIND_BLACK3) DISCARD(CN_KIND_TWO) DISCARD(CN_KIND_JOKER) DISCARD(CN_KIND_RED3)
    OTHER(PASS) OTHER(DECLARE) OTHER(LAY_OUT)
    LAY(CN_KIND_TWO, CN_MELD_BLACK3) LAY(CN_KIND_JOKER, CN_MELD_BLACK3)
    OTHER(NEW)
    LAY(CN_KIND_TWO, CN_MELD_WILD) LAY(CN_KIND_JOKER, CN_MELD_WILD)
    LAY(CN_KIND_TWO, CN_MELD_TWOS) LAY(CN_KIND_JOKER, CN_MELD_TWOS)
    FORTY(TO_MELD)
    FORTY(JOIN)
    RANKS(FACES)
    FORTY(NONE) TEN(NONE) TEN(NONE) FOUR(NONE)
};
/* clang-format on */

unsigned cn_step_lay(unsigned kind, unsigned meld)
{
    bool two = kind == CN_KIND_TWO;
    assert(kind == meld || cn_kind_is_wild(kind));
    if (meld == CN_MELD_WILD) return two ? CN_STEP_LAY_TWO_WILD : CN_STEP_LAY_JOKER_WILD;
    if (meld == CN_MELD_TWOS) return two ? CN_STEP_LAY_TWO_TWOS : CN_STEP_LAY_JOKER_TWOS;
    if (!cn_kind_is_wild(kind)) return CN_STEP_LAY + kind;
    if (meld == CN_MELD_BLACK3) return two ? CN_STEP_LAY_TWO_BLACK3 : CN_STEP_LAY_JOKER_BLACK3;
    assert(meld < CN_RANKS);
    return (two ? CN_STEP_LAY_TWO : CN_STEP_LAY_JOKER) + meld;
}

bool cn_mask_equal(const cn_mask *a, const cn_mask *b)
{
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        if (a->word[i] != b->word[i]) return false;
    return true;
}
