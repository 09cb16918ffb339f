/* SipHash-2-4. Not here: as in the header.
 * Invariant: the model has its own (tests/model/mixing.py), and the same orders come of both. */
#include "engine/turn/siphash.h"

static inline uint64_t turn_left(uint64_t word, unsigned by)
{
    return word << by | word >> (64 - by);
}

static void mix_rounds(uint64_t v[4], unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turn_left(v[1], 13) ^ v[0];
        v[3] = turn_left(v[3], 16) ^ v[2];
        v[0] = turn_left(v[0], 32) + v[3];
        v[2] += v[1];
        v[1] = turn_left(v[1], 17) ^ v[2];
        v[3] = turn_left(v[3], 21) ^ v[0];
        v[2] = turn_left(v[2], 32);
    }
}

uint64_t cn_siphash(const uint64_t key[2], const uint8_t *byte, unsigned count)
{
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d,
                     key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573};
    for (unsigned at = 0; at <= count; at += 8) { /* the last word has the number of bytes on top */
        uint64_t word = 0;
        for (unsigned i = 0; i < 8 && at + i < count; i++) word |= (uint64_t)byte[at + i] << 8 * i;
        if (count - at < 8) word |= (uint64_t)count << 56;
        v[3] ^= word;
        mix_rounds(v, 2);
        v[0] ^= word;
    }
    v[2] ^= 255;
    mix_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
