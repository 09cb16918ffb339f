/* Step numbers and sets of them.
 * Not here: legality. Invariant: numbers are fixed; records and players depend on them. */
#include "canasta/step.h"

#include <assert.h>

static_assert(CN_STEP_NEW == 63 && CN_STEPS_PLAIN == 64, "the plain alphabet fits one word");
static_assert(CN_STEPS == 192 && CN_MASK_WORDS == 3, "the whole alphabet fits three");

/* What a lay between PASS and TO_MELD lays, and onto what. */
static void odd_lay(unsigned number, uint8_t *kind, uint8_t *meld)
{
    *kind = *meld = CN_KIND_NONE;
    switch (number) {
    case CN_STEP_LAY_TWO_BLACK3:
    case CN_STEP_LAY_JOKER_BLACK3: *meld = CN_MELD_BLACK3; break;
    case CN_STEP_LAY_TWO_WILD:
    case CN_STEP_LAY_JOKER_WILD: *meld = CN_MELD_WILD; break;
    case CN_STEP_LAY_TWO_TWOS:
    case CN_STEP_LAY_JOKER_TWOS: *meld = CN_MELD_TWOS; break;
    default: return;
    }
    bool two = number == CN_STEP_LAY_TWO_BLACK3 || number == CN_STEP_LAY_TWO_WILD ||
               number == CN_STEP_LAY_TWO_TWOS;
    *kind = two ? CN_KIND_TWO : CN_KIND_JOKER;
}

uint8_t cn_step_kind(unsigned number)
{
    if (number < CN_STEP_LAY || number >= CN_STEPS) return CN_KIND_NONE;
    if (number < CN_STEP_LAY_TWO) return (uint8_t)(number - CN_STEP_LAY);
    if (number < CN_STEP_LAY_JOKER) return CN_KIND_TWO;
    if (number < CN_STEP_DISCARD) return CN_KIND_JOKER;
    if (number < CN_STEP_PASS) return (uint8_t)(number - CN_STEP_DISCARD);
    if (number >= CN_STEP_SEQUENCE) return (uint8_t)((number - CN_STEP_SEQUENCE) / CN_SUITS);
    uint8_t kind, meld;
    odd_lay(number, &kind, &meld);
    return kind;
}

uint8_t cn_step_meld(unsigned number)
{
    if (number < CN_STEP_LAY || number >= CN_STEPS) return CN_KIND_NONE;
    if (number < CN_STEP_LAY_TWO) return (uint8_t)(number - CN_STEP_LAY);
    if (number < CN_STEP_LAY_JOKER) return (uint8_t)(number - CN_STEP_LAY_TWO);
    if (number < CN_STEP_DISCARD) return (uint8_t)(number - CN_STEP_LAY_JOKER);
    if (number < CN_STEP_PASS) return CN_KIND_NONE;
    if (number >= CN_STEP_SEQUENCE) return CN_MELD_SEQUENCE;
    uint8_t kind, meld;
    odd_lay(number, &kind, &meld);
    return meld;
}

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

unsigned cn_mask_count(const cn_mask *mask)
{
    unsigned count = 0;
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        count += (unsigned)__builtin_popcountll(mask->word[i]);
    return count;
}

unsigned cn_mask_nth(const cn_mask *mask, unsigned index)
{
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) {
        uint64_t word = mask->word[i];
        unsigned count = (unsigned)__builtin_popcountll(word);
        if (index >= count) {
            index -= count;
            continue;
        }
        while (index-- > 0) word &= word - 1;
        return 64 * i + (unsigned)__builtin_ctzll(word);
    }
    assert(false && "index beyond the set");
    return CN_STEPS;
}

bool cn_mask_equal(const cn_mask *a, const cn_mask *b)
{
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        if (a->word[i] != b->word[i]) return false;
    return true;
}
