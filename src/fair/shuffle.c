/* Numbers without bias from words, and the order of a deck from a stream of them.
 * Not here: where the stream comes from (proof.c).
 * Invariant: by words that are all equally likely every order is equally likely. */
#include "fair/shuffle.h"

#include <assert.h>

bool cn_fair_below(uint32_t word, unsigned bits, uint32_t bound, uint32_t *number)
{
    const uint64_t words = (uint64_t)1 << bits;
    assert(bits <= 32 && word < words && bound > 0 && bound <= words);
    *number = word % bound;
    return word < words / bound * bound;
}

void cn_fair_shuffle(cn_card *cards, unsigned count, cn_fair_stream *stream)
{
    for (unsigned i = count; i > 1; i--) {
        uint32_t j = 0;
        while (!cn_fair_below(cn_fair_stream_next(stream), 32, i, &j)) {
        }
        const cn_card swap = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = swap;
    }
}
