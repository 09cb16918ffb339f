/* Writing the lines. Not here: as in the header.
 * Invariant: as in the header; what is in a fact cannot end a line or a JSON string. */
#include "server/base/notice.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVENTS_MAX = 64, MINUTE_MS = 60000, ONE_MS = MINUTE_MS / CN_SAID_A_MINUTE };

typedef struct saying {
    const char *event;
    int64_t full_ms; /* when as many may be said at once as ever */
    unsigned left_out;
} saying;

/* A process has one stderr, and so one way to write there. */
typedef struct voice {
    pthread_mutex_t lock; /* of all that follows */
    bool json, quiet;
    saying said[EVENTS_MAX];
} voice;

static voice *the_voice(void)
{
    static voice one = {.lock = PTHREAD_MUTEX_INITIALIZER};
    return &one;
}

void cn_notice_how(bool json, bool quiet)
{
    voice *v = the_voice();
    pthread_mutex_lock(&v->lock);
    v->json = json;
    v->quiet = quiet;
    pthread_mutex_unlock(&v->lock);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Where this event is counted; all that find no place share the last one. */
static saying *saying_of(voice *v, const char *event)
{
    saying *at = v->said;
    while (at < v->said + EVENTS_MAX - 1 && at->event != NULL && strcmp(at->event, event) != 0)
        at++;
    if (at->event == NULL) at->event = event;
    return at;
}

static bool may_say(saying *said)
{
    const int64_t now = now_ms();
    if (said->full_ms < now) said->full_ms = now;
    if (said->full_ms + ONE_MS > now + (int64_t)ONE_MS * CN_SAID_AT_ONCE) {
        said->left_out++;
        return false;
    }
    said->full_ms += ONE_MS;
    return true;
}

/* Names of files and words of the system may hold anything. */
static void write_clean(FILE *out, const char *text, bool json)
{
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (json && (byte == '"' || byte == '\\')) fputc('\\', out);
        fputc(byte < ' ' || byte == 127 || (json && byte > 127) ? '?' : byte, out);
    }
}

static void write_fact(FILE *out, const cn_fact *fact, bool json)
{
    if (fact->text != NULL)
        write_clean(out, fact->text, json);
    else
        fprintf(out, "%lld", (long long)fact->number);
}

static const cn_fact *find(const cn_fact *facts, const char *name, size_t length)
{
    for (; facts != NULL && facts->name != NULL; facts++)
        if (strncmp(facts->name, name, length) == 0 && facts->name[length] == '\0') return facts;
    abort(); /* the sentence names no fact of its line */
}

static void write_sentence(FILE *out, const char *text, const cn_fact *facts, bool json)
{
    for (; *text != '\0'; text++) {
        if (*text != '{') {
            fputc(*text, out);
            continue;
        }
        const size_t length = strcspn(++text, "}");
        write_fact(out, find(facts, text, length), json);
        text += length;
    }
}

static void write_time(FILE *out)
{
    struct timespec now;
    struct tm utc;
    char text[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    fprintf(out, "{\"time\":\"%s.%03ldZ\"", text, now.tv_nsec / 1000000);
}

static void write_json(FILE *out, cn_level level, const saying *said, const char *event,
                       const char *text, const cn_fact *facts)
{
    static const char *const names[] = {"info", "warning", "error"};
    write_time(out);
    fprintf(out, ",\"level\":\"%s\",\"event\":\"%s\",\"text\":\"", names[level], event);
    write_sentence(out, text, facts, true);
    fputc('"', out);
    for (; facts != NULL && facts->name != NULL; facts++) {
        const char *quote = facts->text != NULL ? "\"" : "";
        fprintf(out, ",\"%s\":%s", facts->name, quote);
        write_fact(out, facts, true);
        fputs(quote, out);
    }
    if (said->left_out > 0) fprintf(out, ",\"left_out\":%u", said->left_out);
    fputs("}\n", out);
}

static void write_text(FILE *out, cn_level level, const saying *said, const char *text,
                       const cn_fact *facts)
{
    if (level != CN_INFO) fputs("canasta: ", out);
    write_sentence(out, text, facts, false);
    if (said->left_out > 0) fprintf(out, " (%u such lines before were left out)", said->left_out);
    fputc('\n', out);
}

/* In one piece, so that no line of another program that writes there stands in its midst. */
static void write_line(voice *v, cn_level level, saying *said, const char *event, const char *text,
                       const cn_fact *facts)
{
    char *line = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&line, &size);
    if (out == NULL) abort();
    if (v->json)
        write_json(out, level, said, event, text, facts);
    else
        write_text(out, level, said, text, facts);
    fclose(out);
    FILE *to = level == CN_INFO && !v->json ? stdout : stderr;
    fwrite(line, 1, size, to);
    fflush(to);
    free(line);
    said->left_out = 0;
}

void cn_notice(cn_level level, const char *event, const char *text, const cn_fact *facts)
{
    voice *v = the_voice();
    pthread_mutex_lock(&v->lock);
    if (level != CN_INFO || !v->quiet) {
        saying *said = saying_of(v, event);
        if (may_say(said)) write_line(v, level, said, event, text, facts);
    }
    pthread_mutex_unlock(&v->lock);
}
