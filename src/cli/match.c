/* `canasta match`: lets computer players play many deals and compares them.
 * Not here: options (match_options.c), how a match is played (lab/match/match.c). Invariant: stdout
 * depends on the options alone, but for the times of --json; bad options get one line on stderr and
 * status 2. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/entrants.h"
#include "cli/match_options.h"
#include "lab/tables/seating.h"

static void print_help(void)
{
    puts("usage: canasta match PLAYER PLAYER... [OPTIONS]\n"
         "       canasta match --merge FILE... [--json] [--state FILE]\n"
         "\n"
         "Plays every deal once for each rotation of the players over the table and compares the\n"
         "sides of the first player with the others. There is one player for each person at the\n"
         "table, or one for each side or fewer, which then play all persons of a side.\n");
    cli_match_print_common_help();
    puts("  --sprt LOW,HIGH       stops as soon as it is clear whether the first player is worth\n"
         "                        LOW or HIGH points a hand (then --deals is the most, 1000000)\n"
         "  --partner PLAYER      also seats this player opposite the first: what does that cost?\n"
         "  --record DIRECTORY    writes the record of every game there, DEAL-ROTATION.record\n"
         "\n"
         "docs/matches.md tells how all of it is worked out.");
    cli_print_players(true);
}

static int refuse(const char *why)
{
    fprintf(stderr, "canasta match: %s\n", why);
    return CLI_USAGE;
}

static int check_players(const cli_match_options *opts, const cn_rules *rules)
{
    if (cn_seating_allows(rules, opts->player_count)) return CLI_OK;
    if (opts->player_count == 0) return refuse("which players? `canasta match --help` lists them");
    fprintf(stderr, "canasta match: %s needs ", rules->name);
    if (rules->side_count > 2) fprintf(stderr, "2 to ");
    fprintf(stderr, "%u", rules->side_count);
    if (rules->player_count != rules->side_count) fprintf(stderr, " or %u", rules->player_count);
    fprintf(stderr, " players, not %u\n", opts->player_count);
    return CLI_USAGE;
}

static int check_partner(const cli_match_options *opts, const cn_rules *rules)
{
    if (opts->partner.name == NULL) return CLI_OK;
    if (!cn_seating_has_partners(rules))
        return refuse("--partner needs two sides of equally many partners");
    if (opts->player_count != 2) return refuse("--partner needs two players before it");
    if (opts->whole_games) return refuse("--partner plays single hands, not --games");
    if (opts->has_sprt) return refuse("--partner and --sprt do not go together");
    return CLI_OK;
}

/* A deck whose stock was shared out otherwise gives other orders where cards are shuffled in the
 * hand (P155, P172), and a pile that is turned over has taken its place (P170). */
static int check_record(const cli_match_options *opts, const cn_rules *rules)
{
    if (opts->record_directory == NULL || !opts->seat_stock) return CLI_OK;
    if (rules->p.stock_refill == CN_STOCK_REFILL_NONE &&
        rules->p.upcard_mode != CN_UPCARD_MODE_RETURN_TO_STOCK)
        return CLI_OK;
    return refuse(
        "--record and --stock seat do not go together where cards come back to the stock");
}

static unsigned timed_count(const cli_match_options *opts)
{
    return opts->player_count + (opts->partner.name != NULL);
}

static const char *timed_name(const cli_match_options *opts, unsigned i)
{
    return i < opts->player_count ? opts->player[i].name : opts->partner.name;
}

static const char *answer_word(cn_sprt_answer answer)
{
    switch (answer) {
    case CN_SPRT_LOW: return "low";
    case CN_SPRT_HIGH: return "high";
    case CN_SPRT_GO_ON: break;
    }
    return "none";
}

static void print_json_estimate(const char *name, cn_estimate estimate)
{
    printf(",\"%s\":%.3f,\"%s_ci95\":%.3f", name, estimate.mean, name, cn_estimate_ci95(estimate));
}

/* Of what was played now; nothing is when a match is put together. */
static double hands_per_second(const cn_match_result *result)
{
    return result->hands_now > 0 ? (double)result->hands_now / result->seconds : 0;
}

static void print_json_times(const cli_match_options *opts, const cn_match_result *result)
{
    printf(",\"turn_ms\":[");
    for (unsigned i = 0; i < timed_count(opts); i++) {
        const cn_turn_times *times = &result->times[i];
        printf("%s{\"player\":", i > 0 ? "," : "");
        cli_print_json_text(timed_name(opts, i));
        printf(",\"turns\":%" PRIu64 ",\"median\":%.5f,\"p99\":%.5f}", times->turns,
               cn_turn_times_ms(times, 0.5), cn_turn_times_ms(times, 0.99));
    }
    printf("],\"hands_per_second\":%.0f", hands_per_second(result));
}

/* What a side of this player scores in a hand; every player must play equally many people. */
static double scored(const cn_match_plan *plan, const cn_match_sums *sums, unsigned player)
{
    const unsigned people = plan->rules->player_count / plan->player_count;
    return (double)sums->points[player] / people / (double)sums->hands;
}

static bool plays_evenly(const cn_match_plan *plan)
{
    return plan->rules->player_count % plan->player_count == 0;
}

static void print_json(const cli_match_options *opts, const cn_match_plan *plan,
                       const cn_match_result *result)
{
    const cn_match_sums *sums = &result->sums;
    const int64_t scale = cn_match_scale(plan);
    const double hands = (double)sums->hands;
    const cn_estimate points = cn_match_points(sums, scale), won = cn_match_games_won(sums);
    printf("{");
    cli_match_print_json_table(opts);
    printf(",\"deals\":%" PRId64 ",\"games\":%" PRId64 ",\"hands\":%" PRId64 ",\"players\":[",
           sums->deals, sums->games, sums->hands);
    for (unsigned i = 0; i < opts->player_count; i++) {
        if (i > 0) putchar(',');
        cli_print_json_text(opts->player[i].name);
    }
    if (plays_evenly(plan)) {
        printf("],\"scored\":[");
        for (unsigned i = 0; i < opts->player_count; i++)
            printf("%s%.3f", i > 0 ? "," : "", scored(plan, sums, i));
    }
    printf("],\"points_per_hand\":%.3f,\"ci95\":%.3f,\"hands_won\":%.5f,\"games_won\":%.5f,"
           "\"games_won_ci95\":%.5f,\"components\":{",
           points.mean, cn_estimate_ci95(points), (double)sums->hands_won / 2 / hands, won.mean,
           cn_estimate_ci95(won));
    for (unsigned part = 0; part < CN_MATCH_PARTS; part++)
        printf("%s\"%s\":%.3f", part > 0 ? "," : "", cn_score_part_word(part),
               (double)sums->part[part] / hands / (double)scale);
    printf("},\"hands_replaced\":%" PRId64, sums->hands_replaced);
    printf(",\"hands_out\":%.5f,\"steps_per_hand\":%.3f,\"turns_per_hand\":%.3f",
           (double)sums->hands_out / hands, (double)sums->steps / hands,
           (double)sums->turns / hands);
    if (opts->has_sprt)
        printf(",\"sprt\":{\"low\":%g,\"high\":%g,\"answer\":\"%s\"}", opts->sprt.low,
               opts->sprt.high, answer_word(result->answer));
    if (opts->partner.name != NULL) {
        printf(",\"partner\":");
        cli_print_json_text(opts->partner.name);
        print_json_estimate("partner_points_per_hand", cn_match_strange(sums, scale));
        print_json_estimate("partner_loss", cn_match_loss(sums, scale));
    }
    print_json_times(opts, result);
    printf("}\n");
}

static void print_answer(const cli_match_options *opts, const cn_match_result *result)
{
    const int64_t deals = result->sums.deals;
    const char *unit = opts->whole_games ? "games" : "deals";
    if (result->answer == CN_SPRT_GO_ON)
        printf("  test            undecided between %+g and %+g after %" PRId64 " %s\n",
               opts->sprt.low, opts->sprt.high, deals, unit);
    else
        printf("  test            %+g accepted, %+g refused, after %" PRId64 " %s\n",
               result->answer == CN_SPRT_HIGH ? opts->sprt.high : opts->sprt.low,
               result->answer == CN_SPRT_HIGH ? opts->sprt.low : opts->sprt.high, deals, unit);
}

static void print_partner(const cli_match_options *opts, const cn_match_sums *sums, int64_t scale)
{
    const cn_estimate strange = cn_match_strange(sums, scale), loss = cn_match_loss(sums, scale);
    printf("  beside %-8s %+.1f +- %.1f: it costs %s %.1f +- %.1f\n", opts->partner.name,
           strange.mean, cn_estimate_ci95(strange), opts->player[0].name, loss.mean,
           cn_estimate_ci95(loss));
}

/* What the machine has to do with goes to stderr. */
static void print_speed(const cli_match_options *opts, const cn_match_result *result)
{
    if (result->hands_now > 0) fprintf(stderr, "%.0f hands a second\n", hands_per_second(result));
    for (unsigned i = 0; i < timed_count(opts); i++)
        fprintf(stderr, "%s: a turn takes %.3g ms, one in a hundred more than %.3g ms\n",
                timed_name(opts, i), cn_turn_times_ms(&result->times[i], 0.5),
                cn_turn_times_ms(&result->times[i], 0.99));
}

static void print_text(const cli_match_options *opts, const cn_match_plan *plan,
                       const cn_match_result *result)
{
    const cn_match_sums *sums = &result->sums;
    const int64_t scale = cn_match_scale(plan);
    const double hands = (double)sums->hands;
    const cn_estimate points = cn_match_points(sums, scale), won = cn_match_games_won(sums);
    printf("%s against", opts->player[0].name);
    for (unsigned i = 1; i < opts->player_count; i++) printf(" %s", opts->player[i].name);
    printf(", ");
    cli_match_print_table(opts);
    printf("\n  points a hand   %+.1f +- %.1f\n  made of        ", points.mean,
           cn_estimate_ci95(points));
    for (unsigned part = 0; part < CN_MATCH_PARTS; part++)
        if (sums->part[part] != 0 || part == 0)
            printf(" %s %+.1f", cn_score_part_word(part),
                   (double)sums->part[part] / hands / (double)scale);
    if (plays_evenly(plan)) {
        printf("\n  scored         ");
        for (unsigned i = 0; i < opts->player_count; i++)
            printf("%s %.1f", i > 0 ? "," : "", scored(plan, sums, i));
    }
    printf("\n  hands won       %.1f %%\n", 100 * (double)sums->hands_won / 2 / hands);
    if (opts->whole_games)
        printf("  games won       %.1f %% +- %.1f\n", 100 * won.mean, 100 * cn_estimate_ci95(won));
    if (opts->has_sprt) print_answer(opts, result);
    if (opts->partner.name != NULL) print_partner(opts, sums, scale);
    printf("  played          %" PRId64
           " hands, %.1f steps and %.1f turns each, %.1f %% gone out\n",
           sums->hands, (double)sums->steps / hands, (double)sums->turns / hands,
           100 * (double)sums->hands_out / hands);
    if (sums->hands_replaced > 0)
        printf("  replaced        a program failed in %" PRId64
               " of these hands, and racer played on for it\n",
               sums->hands_replaced);
    print_speed(opts, result);
}

const char *cli_fault(int status)
{
    switch ((cn_lab_status)status) {
    case CN_LAB_OK: return "none";
    case CN_LAB_ILLEGAL: return "a player chose a step that is not legal";
    case CN_LAB_VIEW: return "a view refused an event of its own game";
    case CN_LAB_ENDLESS: return "a hand or a game did not end";
    case CN_LAB_RECORD: return "a record could not be written";
    }
    return "unknown";
}

int cli_match(int argc, char **argv)
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
    if ((status = check_partner(&opts, &rules)) != CLI_OK) return status;
    if ((status = check_players(&opts, &rules)) != CLI_OK) return status;
    if ((status = check_record(&opts, &rules)) != CLI_OK) return status;

    cn_match_plan plan = cli_match_plan(&opts, &rules);
    cn_match_result result;
    cn_series series = {.plan = &plan, .result = &result, .count = 1};
    plan.player_count = opts.player_count;
    memcpy(plan.player, opts.player, sizeof plan.player);
    if ((status = cli_match_play(&opts, &series)) != CLI_OK) return status;
    if (opts.part.count == 0) (opts.json ? print_json : print_text)(&opts, &plan, &result);
    return CLI_OK;
}
