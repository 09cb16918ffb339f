/* Making reasons. Not here: choosing them. Invariant: a reason without numbers has zeros. */
#ifndef CANASTA_REFUSE_H
#define CANASTA_REFUSE_H

#include "canasta/reason.h"

static inline cn_reason cn_reason_make(unsigned code, int32_t have, int32_t need)
{
    return (cn_reason){(uint8_t)code, have, need};
}

static inline cn_reason cn_refuse(unsigned code)
{
    return cn_reason_make(code, 0, 0);
}

static inline cn_reason cn_no_reason(void)
{
    return cn_reason_make(CN_OK, 0, 0);
}

#endif
