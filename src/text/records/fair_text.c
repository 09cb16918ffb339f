/* The lines of a record that prove a deal.
 * Not here: whether they prove anything (fair/proof.h), where they may stand (replay_text.c).
 * Invariant: a deal that was written reads as the same deal. */
#include "text/records/fair_text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "text/base/hex.h"

void cn_write_fair(cn_writer *writer, const cn_fair_deal *deal)
{
    cn_write(writer, "fair %s %" PRIu32 " ", deal->table, deal->deal);
    cn_write_hex(writer, deal->commit.byte, sizeof deal->commit.byte);
    cn_write_char(writer, ' ');
    cn_write_hex(writer, deal->root.byte, sizeof deal->root.byte);
    cn_write(writer, "\nfair_seed ");
    cn_write_hex(writer, deal->seed, sizeof deal->seed);
    cn_write_char(writer, '\n');
    for (unsigned place = 0; place < CN_PLAYERS_MAX; place++) {
        if ((deal->places >> place & 1) == 0) continue;
        cn_write(writer, "fair_part %u ", place);
        cn_write_hex(writer, deal->part[place], sizeof deal->part[place]);
        cn_write_char(writer, '\n');
    }
}

static bool read_hex(cn_scan *scan, const char *what, uint8_t *bytes, size_t size)
{
    const cn_word word = cn_scan_word(scan);
    if (cn_read_hex(word.text, word.length, bytes, size)) return true;
    return cn_scan_fail(scan, word.text, "the %s is %zu hexadecimal digits, 0 to 9 and a to f",
                        what, 2 * size);
}

static bool read_table(cn_scan *scan, char table[CN_FAIR_TABLE_BYTES + 1],
                       const cn_fair_deal *wanted)
{
    const cn_word word = cn_scan_word(scan);
    bool right = word.length == CN_FAIR_TABLE_BYTES;
    for (size_t i = 0; right && i < word.length; i++)
        right = (word.text[i] >= 'a' && word.text[i] <= 'z') ||
                (word.text[i] >= '0' && word.text[i] <= '9');
    if (!right)
        return cn_scan_fail(scan, word.text, "a table has a name of %d small letters and digits",
                            CN_FAIR_TABLE_BYTES);
    memcpy(table, word.text, word.length);
    table[word.length] = '\0';
    if (wanted == NULL || strcmp(table, wanted->table) == 0) return true;
    return cn_scan_fail(scan, word.text, "the hands before are of table %s", wanted->table);
}

bool cn_read_fair(cn_scan *scan, const cn_fair_deal *wanted, cn_fair_deal *deal)
{
    const long low = wanted == NULL ? 1 : (long)wanted->deal;
    long number = 0;
    memset(deal, 0, sizeof *deal);
    if (!read_table(scan, deal->table, wanted)) return false;
    if (!cn_scan_number(scan, "number of the deal", low, INT32_MAX, &number)) return false;
    deal->deal = (uint32_t)number;
    return read_hex(scan, "commitment", deal->commit.byte, sizeof deal->commit.byte) &&
           read_hex(scan, "root", deal->root.byte, sizeof deal->root.byte) && cn_scan_finish(scan);
}

bool cn_read_fair_seed(cn_scan *scan, cn_fair_deal *deal)
{
    return read_hex(scan, "seed", deal->seed, sizeof deal->seed) && cn_scan_finish(scan);
}

bool cn_read_fair_part(cn_scan *scan, unsigned players, cn_fair_deal *deal)
{
    assert(players > 0 && players <= CN_PLAYERS_MAX);
    long place = 0;
    (void)cn_scan_done(scan);
    const char *at = scan->at;
    if (!cn_scan_number(scan, "place", 0, (long)players - 1, &place)) return false;
    if (deal->places >> place != 0)
        return cn_scan_fail(scan, at,
                            "parts stand by rising place, and one for %ld has no place "
                            "here",
                            place);
    if (!read_hex(scan, "part", deal->part[place], sizeof deal->part[place])) return false;
    deal->places = (uint8_t)(deal->places | 1U << place);
    return cn_scan_finish(scan);
}
