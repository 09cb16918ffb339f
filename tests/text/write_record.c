/* Plays one game and writes its record: write_record RULES PLAYERS OVERRIDES SEED PLAYER...
 * or writes a record again with the ends, scores, hashes and winners of this engine:
 * write_record --again < OLD.
 * Not here: checks; `canasta replay` reads what this writes.
 * Invariant: the same arguments write the same record. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"
#include "text/records/replay_text.h"
#include "text/rules/rules_text.h"

enum { OUTPUT_BYTES = 4 << 20 };

static int stop(const char *why)
{
    fprintf(stderr, "write_record: %s\n", why);
    return 2;
}

static bool begins_with(const char *line, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\n');
}

/* What the engine says, and not the players: it is written anew. */
static bool is_statement(const char *line)
{
    return begins_with(line, "score") || begins_with(line, "hash") || begins_with(line, "winner");
}

/* The lines that end the hand the replay has come to. */
static void write_end(cn_writer *writer, const cn_replay *replay)
{
    cn_game game = replay->game;
    cn_score scores[CN_SIDES_MAX];
    cn_record record = {.sink = cn_sink_to_writer(writer), .rules = &replay->rules};
    cn_game_score(&game, &replay->rules, scores, NULL);
    cn_record_score(&record, &game, scores);
}

/* Feeds what the writer got since `from`; false with the error said. */
static bool feed(cn_replay *replay, const cn_writer *writer, size_t from)
{
    cn_text_error error = {0};
    if (cn_replay_feed(replay, writer->out + from, writer->length - from, &error)) return true;
    fprintf(stderr, "write_record: new line %u:%u: %s\n", error.line, error.column, error.message);
    return false;
}

static int write_again(char *out)
{
    static cn_replay replay;
    char line[CN_RECORD_LINE_BYTES_MAX + 2];
    cn_writer writer = cn_writer_make(out, OUTPUT_BYTES);
    cn_replay_start(&replay, NULL);
    while (fgets(line, sizeof line, stdin) != NULL) {
        const size_t from = writer.length;
        if (is_statement(line)) continue;
        if (begins_with(line, "end") && replay.game.pub.phase == CN_PHASE_HAND_END)
            write_end(&writer, &replay);
        else if (begins_with(line, "unfinished"))
            cn_write(&writer, "unfinished %016" PRIx64 "\n",
                     cn_game_hash(&replay.game, &replay.rules));
        else
            cn_write_text(&writer, line, strlen(line));
        if (writer.overflow) return stop("the record is too long");
        if (!feed(&replay, &writer, from)) return 1;
    }
    return fwrite(out, 1, writer.length, stdout) == writer.length ? 0 : 1;
}

static int write_game(int argc, char **argv)
{
    cn_rules rules;
    cn_text_error error;
    if (!cn_rules_load(&rules, argv[1], argv[3], (unsigned)atoi(argv[2]), &error))
        return stop(error.message);
    played p = {.rules = &rules, .seed = strtoull(argv[4], NULL, 10)};
    for (unsigned seat = 0; seat < rules.seat_count; seat++) {
        p.player[seat] = cn_player_find(argv[5 + (int)seat % (argc - 5)]);
        if (p.player[seat] == NULL) return stop("no such player");
    }
    size_t length = 0;
    char *record = play_record(&p, &length);
    const bool written = fwrite(record, 1, length, stdout) == length;
    free(record);
    return written ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--again") == 0) {
        char *out = malloc(OUTPUT_BYTES);
        if (out == NULL) return stop("no memory");
        const int status = write_again(out);
        free(out);
        return status;
    }
    if (argc < 6)
        return stop("usage: write_record RULES PLAYERS OVERRIDES SEED PLAYER...\n"
                    "       write_record --again < RECORD (PLAYERS 0: the usual number)");
    return write_game(argc, argv);
}
