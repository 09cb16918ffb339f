/* Asking the system. Not here: as in the header. Invariant: as in the header. */
#include "server/net/process.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t cn_process_memory(void)
{
    unsigned long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return 0;
    if (fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Linux says how many since 6.2; before, they are counted. */
uint64_t cn_process_descriptors(void)
{
    struct stat status;
    uint64_t count = 0;
    if (stat("/proc/self/fd", &status) == 0 && status.st_size > 0) return (uint64_t)status.st_size;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return 0;
    while (readdir(folder) != NULL) count++;
    closedir(folder);
    return count > 3 ? count - 3 : 0; /* itself, and the two that every folder has */
}

uint64_t cn_process_descriptors_max(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (uint64_t)limit.rlim_cur : 0;
}

double cn_process_cpu_seconds(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}
