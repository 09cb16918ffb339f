/* What the system says of this process. Not here: anything of ours. Invariant: 0 where it does not
 * say. */
#ifndef CANASTA_SERVER_PROCESS_H
#define CANASTA_SERVER_PROCESS_H

#include <stdint.h>

uint64_t cn_process_memory(void); /* bytes that are resident */
uint64_t cn_process_descriptors(void);
uint64_t cn_process_descriptors_max(void);
double cn_process_cpu_seconds(void);

#endif
