/* What kinds of entries are called. Not here: as in the header. Invariant: as in the header. */
#include "server/store/log.h"

const char *cn_entry_kind_name(cn_entry_kind kind)
{
#define CN_ENTRY_ROW(name, word) word,
    static const char *const words[] = {CN_ENTRY_ROWS(CN_ENTRY_ROW)};
#undef CN_ENTRY_ROW
    return words[kind];
}
