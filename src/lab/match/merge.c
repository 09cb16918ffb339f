/* Puts the parts of a series together.
 * Not here: what a part is. Invariant: as in the header. */
#include "lab/match/merge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/match/series_work.h"

typedef struct merging {
    cn_series *series;
    const char *const *file;
    unsigned file_count;
    char *work;      /* the lines of the file that is read, then of the whole */
    int64_t *number; /* in it */
    int64_t *sum;    /* of all files so far */
    size_t number_count;
    const char *matches;            /* the lines of the players, as the first file has them */
    unsigned count;                 /* of parts, as the first file has it */
    const char *from[CN_PARTS_MAX]; /* the file of each part; NULL: not seen so far */
} merging;

static bool refuse(const merging *m, const char *path, const char *why)
{
    snprintf(m->series->message, sizeof m->series->message, "%s %s", path, why);
    return false;
}

/* Which part the lines of a file say it is. */
static bool find_part(const char *lines, cn_part *part)
{
    static const char word[] = "part ";
    const size_t length = sizeof word - 1;
    return strncmp(lines, word, length) == 0 &&
           cn_part_read(lines + length, strcspn(lines + length, "\n"), part);
}

static bool is_whole(const merging *m, const char *path, cn_part part)
{
    const cn_series *series = m->series;
    const uint64_t all = series->plan[0].deal_count;
    const int64_t wanted = (int64_t)(cn_part_end(part, all) - cn_part_begin(part, all));
    for (unsigned i = 0; i < series->count; i++) {
        cn_match_sums sums;
        cn_match_sums_unlist(&sums, m->number + (size_t)i * CN_MATCH_LIST_COUNT);
        if (sums.deals == wanted) continue;
        snprintf(m->series->message, sizeof m->series->message,
                 "%s is not finished: it has %" PRId64 " of %" PRId64 " deals", path, sums.deals,
                 wanted);
        return false;
    }
    return true;
}

/* A file that is no part of these is read as the first one, which says where they differ. */
static bool read_part(merging *m, const char *path, cn_part *part)
{
    cn_series *series = m->series;
    char *lines = cn_state_work(path, series->message);
    if (lines == NULL) return false;
    if (!find_part(lines, part) || part->count != m->count)
        *part = (cn_part){.number = 1, .count = m->count};
    free(lines);
    return cn_series_describe(series, *part, m->matches, m->work) &&
           cn_state_read(path, m->work, m->number, m->number_count, series->message) ==
               CN_STATE_READ;
}

static bool add_file(merging *m, const char *path)
{
    cn_part part;
    if (!read_part(m, path, &part)) return false;
    const char **from = &m->from[part.number - 1];
    if (*from != NULL) {
        snprintf(m->series->message, sizeof m->series->message, "%s and %s are both part %u/%u",
                 *from, path, part.number, part.count);
        return false;
    }
    *from = path;
    if (!is_whole(m, path, part)) return false;
    for (size_t i = 0; i < m->number_count; i++) m->sum[i] += m->number[i];
    return true;
}

static bool has_all(const merging *m)
{
    for (unsigned i = 0; i < m->count; i++) {
        if (m->from[i] != NULL) continue;
        snprintf(m->series->message, sizeof m->series->message, "part %u/%u is missing", i + 1,
                 m->count);
        return false;
    }
    return true;
}

static bool add_files(merging *m, const char *first_lines)
{
    cn_part first;
    if (!find_part(first_lines, &first)) return refuse(m, m->file[0], "is the state of no part");
    const char *matches = strstr(first_lines, "\nmatch ");
    m->matches = matches != NULL ? matches + 1 : "";
    m->count = first.count;
    refuse(m, m->file[0], "cannot be read"); /* unless somebody says it better */
    for (unsigned i = 0; i < m->file_count; i++)
        if (!add_file(m, m->file[i])) return false;
    return has_all(m) && cn_series_describe(m->series, (cn_part){0}, m->matches, m->work);
}

/* What has been added up becomes the results, and the state of the whole. */
static cn_series_status hand_in(const merging *m)
{
    cn_series *series = m->series;
    for (unsigned i = 0; i < series->count; i++) {
        series->result[i] = (cn_match_result){.answer = CN_SPRT_GO_ON};
        cn_match_unlist(&series->result[i], m->sum + (size_t)i * CN_MATCH_LIST_COUNT);
    }
    if (series->state_path == NULL) return CN_SERIES_OK;
    return cn_state_write(series->state_path, m->work, m->sum, m->number_count, series->message)
               ? CN_SERIES_OK
               : CN_SERIES_UNKEPT;
}

static cn_series_status merge(merging *m)
{
    cn_series *series = m->series;
    if (series->state_path != NULL && access(series->state_path, F_OK) == 0) {
        refuse(m, series->state_path, "is there already");
        return CN_SERIES_REFUSED;
    }
    char *first_lines = cn_state_work(m->file[0], series->message);
    const bool added = first_lines != NULL && add_files(m, first_lines);
    free(first_lines);
    return added ? hand_in(m) : CN_SERIES_REFUSED;
}

cn_series_status cn_merge(cn_series *series, const char *const *file, unsigned file_count)
{
    merging *m = calloc(1, sizeof *m);
    if (m == NULL) abort();
    m->series = series;
    m->file = file;
    m->file_count = file_count;
    m->number_count = (size_t)series->count * CN_MATCH_LIST_COUNT;
    m->work = malloc(cn_series_work_bytes(series));
    m->number = calloc(m->number_count, sizeof *m->number);
    m->sum = calloc(m->number_count, sizeof *m->sum);
    if (m->work == NULL || m->number == NULL || m->sum == NULL) abort();
    const cn_series_status status = merge(m);
    free(m->work);
    free(m->number);
    free(m->sum);
    free(m);
    return status;
}
