/* The store of random numbers.
 * Not here: drawing from it (numbers.h). Invariant: as in the header. */
#include "random/numbers.h"

void cn_numbers_draw(cn_numbers *numbers)
{
    cn_stream stream = numbers->stream;
    for (unsigned i = 0; i < CN_NUMBERS_STORED; i += 4) {
        uint64_t word = cn_stream_next(&stream);
        for (unsigned j = 0; j < 4; j++, word >>= 16) numbers->number[i + j] = (uint16_t)word;
    }
    numbers->stream = stream;
}
