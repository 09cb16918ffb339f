/* `canasta bench --turns`: a line for each sort of turn and of step.
 * Not here: see the header. Invariant: as there. */
#include "cli/bench_turns.h"

#include <stdio.h>

#include "cli/cli.h"
#include "lab/bench/bench_turns.h"

enum { HANDS = 5000 }; /* if none are asked for */

static double time_of_all(const cn_bench_turns *turns)
{
    double ns = 0;
    for (unsigned i = 0; i < CN_TURN_SORTS; i++) ns += turns->legal[i].ns;
    for (unsigned i = 0; i < CN_MADE_SORTS; i++) ns += turns->made[i].ns;
    return ns;
}

/* Of one sort. */
typedef struct line {
    const char *name;
    double share;                 /* of the steps */
    double ns;                    /* each */
    double time;                  /* share of the time; */
    double long_share, long_time; /* of these the long ones: of the steps, of the time */
} line;

static line line_of(const char *name, const cn_bench_sum *sum, const cn_bench_turns *turns)
{
    const double steps = (double)turns->steps, all = time_of_all(turns);
    return (line){.name = name,
                  .share = (double)sum->count / steps,
                  .ns = sum->count > 0 ? sum->ns / (double)sum->count : 0,
                  .time = sum->ns / all,
                  .long_share = (double)sum->long_count / steps,
                  .long_time = sum->long_ns / all};
}

static void print_line(line l)
{
    printf("  %-20s %8.3f %%  %8.1f ns  %6.2f %%   %8.4f %%  %6.2f %%\n", l.name, 100 * l.share,
           l.ns, 100 * l.time, 100 * l.long_share, 100 * l.long_time);
}

static void print_text(const cn_rules *rules, const cn_bench_turns *turns)
{
    printf("%s, %llu steps of %llu hands; %.1f ns of the clock taken off each\n", rules->name,
           (unsigned long long)turns->steps, (unsigned long long)turns->hands, turns->clock_ns);
    printf("  legal sets           of the steps     each       time   above a microsecond\n");
    for (unsigned i = 0; i < CN_TURN_SORTS; i++)
        if (turns->legal[i].count > 0)
            print_line(line_of(cn_turn_sort_name(i), &turns->legal[i], turns));
    printf("  steps made\n");
    for (unsigned i = 0; i < CN_MADE_SORTS; i++)
        if (turns->made[i].count > 0)
            print_line(line_of(cn_made_sort_name(i), &turns->made[i], turns));
}

static void print_object(line l, const char *before)
{
    printf("%s{\"name\":\"%s\",\"share\":%.7f,\"ns\":%.2f,\"time\":%.5f,\"long_share\":%.7f,"
           "\"long_time\":%.5f}",
           before, l.name, l.share, l.ns, l.time, l.long_share, l.long_time);
}

/* docs/performance.md documents the fields. */
static void print_json(const cn_rules *rules, const cn_bench_turns *turns)
{
    printf("{\"rules\":\"%s\",\"players\":%u,\"hands\":%llu,\"steps\":%llu,\"clock_ns\":%.2f,"
           "\"legal\":[",
           rules->name, (unsigned)rules->player_count, (unsigned long long)turns->hands,
           (unsigned long long)turns->steps, turns->clock_ns);
    for (unsigned i = 0; i < CN_TURN_SORTS; i++)
        print_object(line_of(cn_turn_sort_name(i), &turns->legal[i], turns), i > 0 ? "," : "");
    printf("],\"made\":[");
    for (unsigned i = 0; i < CN_MADE_SORTS; i++)
        print_object(line_of(cn_made_sort_name(i), &turns->made[i], turns), i > 0 ? "," : "");
    puts("]}");
}

int cli_bench_turns(const cli_table *table, const cli_check *how)
{
    cn_rules rules;
    cn_bench_turns turns;
    const int status = cli_table_load(table, &rules);
    if (status != CLI_OK) return status;
    cn_bench_turns_run(&rules, how->hands > 0 ? how->hands : HANDS, how->games, &turns);
    (how->json ? print_json : print_text)(&rules, &turns);
    return CLI_OK;
}
