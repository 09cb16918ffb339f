/* Step numbers and sets of them.
 * Not here: legality. Invariant: numbers are fixed; records and players depend on them. */
#include "canasta/step.h"

#include <assert.h>

static_assert(CN_STEPS <= 64, "the classic alphabet fits one word; the loops below allow more");

uint8_t cn_step_kind(unsigned number)
{
    if (number < CN_STEP_LAY || number >= CN_STEPS) return CN_KIND_NONE;
    if (number >= CN_STEP_DISCARD) return (uint8_t)(number - CN_STEP_DISCARD);
    if (number >= CN_STEP_LAY_JOKER) return CN_KIND_JOKER;
    if (number >= CN_STEP_LAY_TWO) return CN_KIND_TWO;
    return (uint8_t)(number - CN_STEP_LAY);
}

uint8_t cn_step_meld(unsigned number)
{
    if (!cn_step_is_lay(number)) return CN_KIND_NONE;
    if (number >= CN_STEP_LAY_JOKER) return (uint8_t)(number - CN_STEP_LAY_JOKER);
    if (number >= CN_STEP_LAY_TWO) return (uint8_t)(number - CN_STEP_LAY_TWO);
    return (uint8_t)(number - CN_STEP_LAY);
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
