/* The part of the log's interface that is the same. Not here: as in the header. Invariant: as in
 * the header. */
#include "stubs.h"

#include "server/base/worker.h"
#include "server/store/log_archive.h"
#include "server/store/reader.h"

int64_t cn_log_replay(cn_log *log, const char *table, cn_entry_visit *each, void *user)
{
    return replay_from(log, table, UINT64_MAX, each, user);
}

int64_t cn_log_replay_whole(cn_log *log, const char *table, cn_entry_visit *each, void *user)
{
    return replay_from(log, table, 0, each, user);
}

int64_t cn_log_replay_slowly(cn_log *log, const char *table, uint64_t upto, cn_entry_visit *each,
                             void *user)
{
    (void)upto; /* all of it is known by whoever asks */
    return replay_from(log, table, 0, each, user);
}

bool cn_reader_give(cn_reader *reader, cn_job *job)
{
    (void)reader;
    (void)job;
    return false; /* no hall has one */
}

int64_t cn_work_share(const cn_work *work, int64_t whole)
{
    (void)work;
    (void)whole;
    return 0; /* no hall has a worker */
}

cn_log *cn_log_archive(cn_log *log)
{
    (void)log;
    return NULL;
}

bool cn_log_read_end(cn_log *log, const char *table, cn_log_end *end)
{
    (void)log;
    (void)table;
    (void)end;
    return false;
}
