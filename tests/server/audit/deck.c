/* A ring of seeds and decks. Not here: as in the header. Invariant: as in the header. */
#include "deck.h"

#include <string.h>

#include "fair/shuffle.h"

enum { DECKS = 16, SEED_AT = sizeof "canasta/deal/1" + CN_FAIR_TABLE_BYTES + 4 };

typedef struct known_deck {
    uint8_t seed[CN_SECRET_BYTES];
    unsigned count;
    cn_card card[CN_DECK_CARDS_MAX];
} known_deck;

static known_deck known[DECKS];
static unsigned next_deck;

void deck_of_seed(const uint8_t seed[CN_SECRET_BYTES], const cn_card *deck, unsigned count)
{
    known_deck *k = &known[next_deck++ % DECKS];
    memcpy(k->seed, seed, sizeof k->seed);
    memcpy(k->card, deck, count * sizeof *deck);
    k->count = count;
}

/* The linker's names. */
void __real_cn_fair_shuffle(cn_card *cards, unsigned count, cn_fair_stream *stream);
void __wrap_cn_fair_shuffle(cn_card *cards, unsigned count, cn_fair_stream *stream);

void __wrap_cn_fair_shuffle(cn_card *cards, unsigned count, cn_fair_stream *stream)
{
    for (unsigned i = 0; i < DECKS; i++) {
        const known_deck *k = &known[i];
        if (k->count != count || memcmp(stream->input.byte + SEED_AT, k->seed, sizeof k->seed) != 0)
            continue;
        memcpy(cards, k->card, count * sizeof *cards);
        return;
    }
    __real_cn_fair_shuffle(cards, count, stream);
}
