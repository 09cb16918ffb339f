/* One of several parts in which the deals of a match are played.
 * Not here: putting parts together (merge.c). Invariant: as in the header. */
#include "lab/match/part.h"

bool cn_part_read(const char *text, size_t length, cn_part *part)
{
    cn_scan scan = cn_scan_make(text, length, 1, NULL);
    long number, count;
    if (!cn_word_number(cn_scan_name(&scan), &number) || !cn_scan_sign(&scan, '/') ||
        !cn_word_number(cn_scan_name(&scan), &count) || !cn_scan_done(&scan))
        return false;
    if (number < 1 || number > count || count > CN_PARTS_MAX) return false;
    *part = (cn_part){.number = (unsigned)number, .count = (unsigned)count};
    return true;
}

uint64_t cn_part_end(cn_part part, uint64_t deals)
{
    return part.count == 0 ? deals : deals * part.number / part.count;
}

uint64_t cn_part_begin(cn_part part, uint64_t deals)
{
    return part.count == 0 ? 0 : cn_part_end((cn_part){part.number - 1, part.count}, deals);
}
