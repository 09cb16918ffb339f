/* A file of numbers with which long work goes on where it stopped.
 * Not here: what the numbers mean. Invariant: as in the header. */
#include "lab/tables/state_file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/base/text.h"

/* The file: this line, the lines of the work, the numbers one a line, and the sum of all that. */
static const char first_line[] = "canasta state 2\n";
static const char sum_word[] = "sum ";

enum { SUM_LINE_BYTES = 4 + 16 + 1, NUMBER_BYTES_MAX = 21, PATH_BYTES_MAX = 4096 };

/* No more than this is read: no state comes near it. */
enum { STATE_BYTES_MAX = 1 << 26 };

static uint64_t sum_of(const char *text, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325U; /* FNV-1a */
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3U;
    return sum;
}

static size_t size_for(const char *work, size_t count)
{
    return sizeof first_line + strlen(work) + count * NUMBER_BYTES_MAX + SUM_LINE_BYTES;
}

static bool refuse(char *message, const char *path, const char *why)
{
    snprintf(message, CN_STATE_MESSAGE_BYTES, "%s: %s", path, why);
    return false;
}

/* Writes text to PATH.new, safe from a loss of power, too. */
static bool write_beside(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL) return false;
    bool written = fwrite(text, 1, length, file) == length && fflush(file) == 0;
    if (written) written = fsync(fileno(file)) == 0;
    const int why = errno;
    if (fclose(file) != 0) return false;
    errno = why;
    return written;
}

bool cn_state_write(const char *path, const char *work, const int64_t *number, size_t count,
                    char message[CN_STATE_MESSAGE_BYTES])
{
    char name[PATH_BYTES_MAX];
    const int named = snprintf(name, sizeof name, "%s.new", path);
    if (named < 0 || (size_t)named >= sizeof name) return refuse(message, path, "too long a name");
    const size_t size = size_for(work, count);
    char *text = malloc(size);
    if (text == NULL) return refuse(message, path, "no memory");
    cn_writer writer = cn_writer_make(text, size);
    cn_write(&writer, "%s%s", first_line, work);
    for (size_t i = 0; i < count; i++) cn_write(&writer, "%" PRId64 "\n", number[i]);
    cn_write(&writer, "%s%016" PRIx64 "\n", sum_word, sum_of(text, writer.length));
    const bool written =
        !writer.overflow && write_beside(name, text, writer.length) && rename(name, path) == 0;
    if (!written) {
        refuse(message, path, strerror(errno));
        unlink(name);
    }
    free(text);
    return written;
}

/* What stands where the file and this work part. */
static bool refuse_work(char *message, const char *path, const char *there, const char *here)
{
    size_t same = 0, begin = 0;
    while (here[same] != '\0' && here[same] == there[same])
        if (here[same++] == '\n') begin = same;
    const int there_length = (int)strcspn(there + begin, "\n");
    const int here_length = (int)strcspn(here + begin, "\n");
    snprintf(message, CN_STATE_MESSAGE_BYTES, "%s belongs to other work: there '%.*s', here '%.*s'",
             path, there_length < 150 ? there_length : 150, there + begin,
             here_length < 150 ? here_length : 150, here + begin);
    return false;
}

static bool read_number(const char **at, int64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoll(*at, &end, 10);
    if (errno != 0 || end == *at || *end != '\n') return false;
    *at = end + 1;
    return true;
}

/* Judges the text of a file, and takes the line of the sum off it. */
static bool check_text(const char *path, char *text, size_t length, char *message)
{
    const size_t head = sizeof first_line - 1;
    if (length < head || memcmp(text, first_line, head) != 0)
        return refuse(message, path, "this is no state of a match");
    if (length < head + SUM_LINE_BYTES) return refuse(message, path, "the state is cut off");
    char sum[SUM_LINE_BYTES + 1];
    const size_t summed = length - SUM_LINE_BYTES;
    snprintf(sum, sizeof sum, "%s%016" PRIx64 "\n", sum_word, sum_of(text, summed));
    if (memcmp(text + summed, sum, SUM_LINE_BYTES) != 0)
        return refuse(message, path, "the state is damaged: its sum is wrong");
    text[summed] = '\0';
    return true;
}

/* All that is in a file, with room for a zero byte behind it; NULL if that fails, with errno. */
static char *read_all(FILE *file, size_t *length)
{
    struct stat about;
    if (file == NULL || fstat(fileno(file), &about) != 0) return NULL;
    const size_t size = about.st_size < STATE_BYTES_MAX ? (size_t)about.st_size : STATE_BYTES_MAX;
    char *text = malloc(size + 1);
    if (text == NULL) return NULL;
    *length = fread(text, 1, size, file);
    if (ferror(file) == 0) return text;
    free(text);
    return NULL;
}

/* The text of a good file, which is closed, behind its first line; NULL with a message. */
static char *take_text(const char *path, FILE *file, char *message)
{
    size_t length;
    const size_t head = sizeof first_line - 1;
    char *text = read_all(file, &length);
    bool good = text != NULL;
    if (good)
        good = check_text(path, text, length, message);
    else
        refuse(message, path, strerror(errno));
    if (file != NULL) fclose(file);
    if (good) return memmove(text, text + head, length - head);
    free(text);
    return NULL;
}

static bool read_text(const char *path, const char *text, const char *work, int64_t *number,
                      size_t count, char *message)
{
    if (strncmp(text, work, strlen(work)) != 0) return refuse_work(message, path, text, work);
    const char *at = text + strlen(work);
    for (size_t i = 0; i < count; i++)
        if (!read_number(&at, &number[i])) return refuse(message, path, "too few numbers");
    return *at == '\0' || refuse(message, path, "too many numbers");
}

cn_state_found cn_state_read(const char *path, const char *work, int64_t *number, size_t count,
                             char message[CN_STATE_MESSAGE_BYTES])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL && errno == ENOENT) return CN_STATE_NONE;
    char *text = take_text(path, file, message);
    if (text == NULL) return CN_STATE_REFUSED;
    int64_t *read = calloc(count, sizeof *read);
    const bool good = read != NULL ? read_text(path, text, work, read, count, message)
                                   : refuse(message, path, "no memory");
    if (good) memcpy(number, read, count * sizeof *number);
    free(text);
    free(read);
    return good ? CN_STATE_READ : CN_STATE_REFUSED;
}

char *cn_state_work(const char *path, char message[CN_STATE_MESSAGE_BYTES])
{
    char *text = take_text(path, fopen(path, "rb"), message);
    size_t end = 0;
    if (text == NULL) return NULL;
    while (isalpha((unsigned char)text[end])) {
        end += strcspn(text + end, "\n");
        end += text[end] == '\n';
    }
    text[end] = '\0';
    return text;
}
