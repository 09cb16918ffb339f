/* /metrics, as it is written for whoever keeps the server; what the system says of the process
 * stands still. Not here: /healthz, which everybody may ask (calls.c). Invariant: as in window.h.
 */
#include "stage.h"

#include "server/net/metrics.h"
#include "server/net/net.h"
#include "server/net/process.h"

uint64_t cn_process_memory(void)
{
    return 0;
}

uint64_t cn_process_descriptors(void)
{
    return 0;
}

uint64_t cn_process_descriptors_max(void)
{
    return 0;
}

double cn_process_cpu_seconds(void)
{
    return 0;
}

void stage_hear_keeper(stage *s)
{
    static const cn_page no_page;
    static const cn_server_options options = {.page = &no_page};
    const cn_net net = {.options = &options, .hall = rig_hall(s->r)};
    cn_reply reply = cn_metrics_reply(&net);
    rig_text_add(s->heard, (const char *)reply.memory, reply.length);
    cn_reply_free(&reply);
}
