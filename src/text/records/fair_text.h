/* What proves the deal of a hand, and its lines in a record: see docs/formats.md, "Records".
 * Not here: whether it proves anything (fair/proof.h).
 * Invariant: a deal that was written reads as the same deal. */
#ifndef CANASTA_FAIR_TEXT_H
#define CANASTA_FAIR_TEXT_H

#include <stdint.h>

#include "canasta/rules.h"
#include "text/base/text.h"

enum {
    CN_FAIR_TABLE_BYTES = 10, /* the id of a table, in ASCII */
    CN_FAIR_SEED_BYTES = 96,
    CN_FAIR_PART_BYTES = 32,
    CN_FAIR_HASH_BYTES = 32
};

typedef struct cn_fair_hash {
    uint8_t byte[CN_FAIR_HASH_BYTES]; /* SHA-256 */
} cn_fair_hash;

/* A deal and its proof: docs/fairness.md. Parts of places whose bit is not set mean nothing. */
typedef struct cn_fair_deal {
    char table[CN_FAIR_TABLE_BYTES + 1];
    uint32_t deal;  /* its number at this table, from 1 */
    uint8_t places; /* a bit for each place whose person gave a part */
    uint8_t seed[CN_FAIR_SEED_BYTES];
    uint8_t part[CN_PLAYERS_MAX][CN_FAIR_PART_BYTES];
    cn_fair_hash commit, root;
} cn_fair_deal;

/* `fair`, `fair_seed` and a `fair_part` for each place, whole lines. */
enum { CN_FAIR_LINES_BYTES_MAX = 1024 };
void cn_write_fair(cn_writer *writer, const cn_fair_deal *deal);

/* Each reads what stands behind the first word of its line; false with the error. The deal is set
 * by `fair`, with no parts, and filled by the others; parts stand by rising place. `wanted`, if it
 * is not NULL, has the table that must stand there, and the lowest number that may. */
bool cn_read_fair(cn_scan *scan, const cn_fair_deal *wanted, cn_fair_deal *deal);
bool cn_read_fair_seed(cn_scan *scan, cn_fair_deal *deal);
bool cn_read_fair_part(cn_scan *scan, unsigned players, cn_fair_deal *deal);

#endif
