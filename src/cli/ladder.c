/* `canasta ladder`: all players against each other on the same deals, and their ratings.
 * Not here: options (match_options.c), how it is shown (ladder_print.c). Invariant: stdout depends
 * on the options alone. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/entrants.h"
#include "cli/ladder_print.h"

/* A step of the scale of ratings. */
static const double scale_step = 50;

/* The matches of a ladder: pair after pair. */
typedef struct pairs {
    cn_match_plan plan[CN_RATED_PAIRS_MAX];
    cn_match_result result[CN_RATED_PAIRS_MAX];
    cn_rated_pair rated[CN_RATED_PAIRS_MAX];
    unsigned count;
} pairs;

static void print_help(void)
{
    puts("usage: canasta ladder PLAYER PLAYER... [OPTIONS]\n"
         "       canasta ladder --merge FILE... [--json] [--svg FILE] [--state FILE]\n"
         "\n"
         "Lets each two players play a match on the same deals, each of them playing whole sides,\n"
         "and works out ratings from the games won (from the hands, unless --games is given).\n");
    cli_match_print_common_help();
    puts("  --svg FILE            draws the ratings into FILE\n"
         "\n"
         "docs/matches.md tells how all of it is worked out.");
    cli_print_players(true);
}

static int check_players(const cli_match_options *opts)
{
    if (opts->player_count < 2) {
        fprintf(stderr, "canasta ladder: it needs 2 to %d players, not %u\n", CN_RATED_MAX,
                opts->player_count);
        return CLI_USAGE;
    }
    for (unsigned i = 1; i < opts->player_count; i++)
        for (unsigned j = 0; j < i; j++)
            if (strcmp(opts->player[i].name, opts->player[j].name) == 0)
                return cli_refuse("ladder", "named twice:", opts->player[i].name);
    if (opts->deals >= 2) return CLI_OK;
    fprintf(stderr, "canasta ladder: one deal says nothing of errors; it needs 2 or more\n");
    return CLI_USAGE;
}

static void make_pairs(const cli_match_options *opts, const cn_rules *rules, pairs *all)
{
    all->count = 0;
    for (unsigned a = 0; a < opts->player_count; a++)
        for (unsigned b = a + 1; b < opts->player_count; b++) {
            cn_match_plan *plan = &all->plan[all->count];
            *plan = cli_match_plan(opts, rules);
            plan->player[0] = opts->player[a];
            plan->player[1] = opts->player[b];
            plan->player_count = 2;
            all->rated[all->count++] = (cn_rated_pair){.a = a, .b = b};
        }
}

static cn_estimate turned(cn_estimate estimate, double mean)
{
    return (cn_estimate){mean, estimate.error};
}

static void fill_in(cli_rated *ladder, pairs *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        const cn_match_sums *sums = &all->result[i].sums;
        cn_rated_pair *pair = &all->rated[i];
        const unsigned a = pair->a, b = pair->b;
        const cn_estimate points = cn_match_points(sums, cn_match_scale(&all->plan[i]));
        const cn_estimate won = cn_match_games_won(sums);
        ladder->points[a][b] = points;
        ladder->points[b][a] = turned(points, -points.mean);
        ladder->won[a][b] = won;
        ladder->won[b][a] = turned(won, 1 - won.mean);
        pair->games = (double)sums->games;
        pair->won = won.mean * pair->games;
        pair->variance = won.error * won.error * pair->games * pair->games;
    }
    cn_rate(all->rated, all->count, ladder->count, ladder->rating, ladder->ci95);
}

/* Best first, those alike as they were named; and a scale that all intervals are on. */
static void rank(cli_rated *ladder)
{
    for (unsigned i = 0; i < ladder->count; i++) {
        unsigned at = i;
        for (; at > 0 && ladder->rating[ladder->place[at - 1]] < ladder->rating[i]; at--)
            ladder->place[at] = ladder->place[at - 1];
        ladder->place[at] = i;
        ladder->low = fmin(ladder->low, ladder->rating[i] - ladder->ci95[i]);
        ladder->high = fmax(ladder->high, ladder->rating[i] + ladder->ci95[i]);
    }
    ladder->low = scale_step * floor(ladder->low / scale_step - 0.01);
    ladder->high = scale_step * ceil(ladder->high / scale_step + 0.01);
}

static int write_svg(const cli_rated *ladder, const char *path)
{
    FILE *out = fopen(path, "wb");
    bool written = out != NULL;
    if (written) {
        cli_ladder_print_svg(ladder, out);
        written = ferror(out) == 0;
        written = fclose(out) == 0 && written;
    }
    if (written) return CLI_OK;
    fprintf(stderr, "canasta ladder: %s: %s\n", path, strerror(errno));
    return CLI_FAILED;
}

static int play(const cli_match_options *opts, const cn_rules *rules, pairs *all)
{
    cli_rated ladder = {.opts = opts, .count = opts->player_count};
    make_pairs(opts, rules, all);
    cn_series series = {.plan = all->plan, .result = all->result, .count = all->count};
    int status = cli_match_play(opts, &series);
    if (status != CLI_OK || opts->part.count > 0) return status;
    fill_in(&ladder, all);
    rank(&ladder);
    if (opts->svg_path != NULL) status = write_svg(&ladder, opts->svg_path);
    if (status == CLI_OK) (opts->json ? cli_ladder_print_json : cli_ladder_print_text)(&ladder);
    return status;
}

int cli_ladder(int argc, char **argv)
{
    cli_match_options opts = {.deals = 0};
    cn_rules rules;
    int status = cli_match_read(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    if ((status = check_players(&opts)) != CLI_OK) return status;
    pairs *all = malloc(sizeof *all);
    if (all == NULL) {
        fprintf(stderr, "canasta ladder: no memory\n");
        return CLI_FAILED;
    }
    status = play(&opts, &rules, all);
    free(all);
    return status;
}
