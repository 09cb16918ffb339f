/* `canasta bot`: a computer player that speaks the bots' protocol on its input and output.
 * Not here: the protocol (bots/speaker.c). Invariant: stdout gets answers and nothing else. */
#include <stdio.h>
#include <string.h>

#include "bots/speaker.h"
#include "cli/cli.h"
#include "cli/options.h"

typedef struct options {
    const cn_player *player;
    bool seeded, one_step, help;
    uint64_t seed;
} options;

static void print_help(void)
{
    puts("usage: canasta bot --player NAME [--seed N] [--steps]\n"
         "\n"
         "Plays as a bot in a process of its own: reads what a referee says on standard input and\n"
         "answers on standard output, as docs/bot-protocol.md describes. Write\n"
         "`exec:canasta bot --player racer` where a player is named.\n"
         "\n"
         "  --player NAME  who chooses\n"
         "  --seed N       seed of its random numbers (the referee's)\n"
         "  --steps        answers one step at a time, not whole plays");
    cli_print_players(false);
}

static int take_seed(void *context, const char *name, const char *value)
{
    options *opts = context;
    opts->seeded = true;
    return cli_option_number("bot", name, value, 0, UINT64_MAX, &opts->seed);
}

static int read_options(int argc, char **argv, options *opts)
{
    const cli_option own[] = {
        {.name = "--player", .player = &opts->player},
        {.name = "--seed", .take = take_seed},
        {.name = "--steps", .flag = &opts->one_step},
    };
    const cli_options all = {.command = "bot",
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .context = opts,
                             .help = &opts->help};
    const int status = cli_options_read(&all, argc, argv);
    if (status != CLI_OK || opts->help || opts->player != NULL) return status;
    return cli_refuse("bot", "there must be a", "--player");
}

static int fail(const char *why)
{
    fprintf(stderr, "canasta bot: %s\n", why);
    return CLI_FAILED;
}

/* One line in, at most one line out, until `quit` or the end of input. */
static int speak(cn_speaker *speaker)
{
    char line[CN_BOT_LINE_MAX + 1], text[CN_BOT_LINE_MAX];
    while (fgets(line, sizeof line, stdin) != NULL) {
        cn_text_error error = {0};
        cn_writer answer = cn_writer_make(text, sizeof text);
        const size_t length = strcspn(line, "\n");
        if (line[length] != '\n') return fail("a line is too long or has no end");
        line[length] = '\0';
        const cn_speaker_status status = cn_speaker_hear(speaker, line, &answer, &error);
        if (status == CN_SPEAKER_QUITS) return CLI_OK;
        if (status == CN_SPEAKER_LOST) return fail(error.message);
        if (answer.length == 0) continue;
        puts(text);
        if (fflush(stdout) != 0) return fail("the answer cannot be written");
    }
    return CLI_OK;
}

int cli_bot(int argc, char **argv)
{
    options opts = {0};
    const int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    cn_speaker speaker;
    const cn_stream stream = cn_stream_make(opts.seed, 0, 0);
    cn_speaker_start(&speaker, opts.player, opts.seeded ? &stream : NULL);
    speaker.one_step = opts.one_step;
    return speak(&speaker);
}
