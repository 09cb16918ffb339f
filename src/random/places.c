/* A whole deck shuffled, eight places at once.
 * Not here: the drawing itself (places.h). Invariant: as there. */
#include "random/places.h"

void cn_shuffle_at_once(cn_card *cards, unsigned count, cn_stream *stream)
{
    cn_bits bits = {*stream, 0, 0};
    cn_bits_shuffle(cards, count, 0, 0, &bits);
    *stream = bits.stream;
}
