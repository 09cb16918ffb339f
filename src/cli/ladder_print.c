/* How `canasta ladder` shows its result: text, JSON, a picture.
 * Not here: playing, ratings. Invariant: the same result gives the same bytes. */
#include "cli/ladder_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BAR_COLUMNS = 50, SVG_LEFT = 180, SVG_WIDTH = 480, SVG_ROW = 28, SVG_TOP = 56 };

static const char *name_of(const cli_rated *ladder, unsigned player)
{
    return ladder->opts->player[player].name;
}

static int name_width(const cli_rated *ladder)
{
    size_t most = strlen("player");
    for (unsigned i = 0; i < ladder->count; i++) {
        const size_t length = strlen(name_of(ladder, i));
        if (length > most) most = length;
    }
    return (int)most;
}

double cli_ladder_mean_points(const cli_rated *ladder, unsigned player)
{
    double sum = 0;
    for (unsigned i = 0; i < ladder->count; i++)
        if (i != player) sum += ladder->points[player][i].mean;
    return sum / (ladder->count - 1);
}

double cli_ladder_mean_won(const cli_rated *ladder, unsigned player)
{
    double sum = 0;
    for (unsigned i = 0; i < ladder->count; i++)
        if (i != player) sum += ladder->won[player][i].mean;
    return sum / (ladder->count - 1);
}

static void print_ranking(const cli_rated *ladder)
{
    const int width = name_width(ladder);
    printf("  %-*s  %16s  %13s  %6s\n", width, "player", "rating", "points a hand", "won");
    for (unsigned i = 0; i < ladder->count; i++) {
        const unsigned player = ladder->place[i];
        printf("  %-*s  %+8.0f +- %4.0f  %+13.1f  %4.1f %%\n", width, name_of(ladder, player),
               ladder->rating[player], ladder->ci95[player], cli_ladder_mean_points(ladder, player),
               100 * cli_ladder_mean_won(ladder, player));
    }
}

static void print_cross_table(const cli_rated *ladder)
{
    const int width = name_width(ladder), column = width > 17 ? width : 17;
    printf("\npoints a hand of the row against the column\n  %-*s", width, "");
    for (unsigned i = 0; i < ladder->count; i++)
        printf("  %*s", column, name_of(ladder, ladder->place[i]));
    for (unsigned i = 0; i < ladder->count; i++) {
        printf("\n  %-*s", width, name_of(ladder, ladder->place[i]));
        for (unsigned j = 0; j < ladder->count; j++) {
            const cn_estimate points = ladder->points[ladder->place[i]][ladder->place[j]];
            if (i == j)
                printf("  %*s", column, ".");
            else
                printf("  %*s%+8.1f +- %5.1f", column - 17, "", points.mean,
                       cn_estimate_ci95(points));
        }
    }
    printf("\n");
}

/* The place of a rating on a scale of so many steps. */
static unsigned step_of(const cli_rated *ladder, double rating, unsigned steps)
{
    const double at = (rating - ladder->low) / (ladder->high - ladder->low) * steps;
    return at < 0 ? 0 : at > steps ? steps : (unsigned)(at + 0.5);
}

static void print_bars(const cli_rated *ladder)
{
    const int width = name_width(ladder);
    printf("\nratings (the average is 0) and their 95 %% intervals\n");
    for (unsigned i = 0; i < ladder->count; i++) {
        const unsigned player = ladder->place[i];
        const double rating = ladder->rating[player], ci95 = ladder->ci95[player];
        const unsigned from = step_of(ladder, rating - ci95, BAR_COLUMNS);
        const unsigned to = step_of(ladder, rating + ci95, BAR_COLUMNS);
        printf("  %-*s  ", width, name_of(ladder, player));
        for (unsigned at = 0; at <= to; at++) {
            const bool here = at == step_of(ladder, rating, BAR_COLUMNS);
            putchar(here ? 'o' : at == from || at == to ? '|' : at > from ? '-' : ' ');
        }
        printf("\n");
    }
    printf("  %-*s  %-*.0f%+.0f\n", width, "", BAR_COLUMNS - 2, ladder->low, ladder->high);
}

void cli_ladder_print_text(const cli_rated *ladder)
{
    const cli_match_options *opts = ladder->opts;
    cli_match_print_table(opts);
    printf(", %" PRIu64 " %s for each pair\n\n", opts->deals,
           opts->whole_games ? "games" : "deals");
    print_ranking(ladder);
    print_cross_table(ladder);
    print_bars(ladder);
}

static void print_json_pair(const cli_rated *ladder, unsigned a, unsigned b)
{
    const cn_estimate points = ladder->points[a][b], won = ladder->won[a][b];
    printf("{\"players\":[");
    cli_print_json_text(name_of(ladder, a));
    printf(",");
    cli_print_json_text(name_of(ladder, b));
    printf("],\"points_per_hand\":%.3f,\"ci95\":%.3f,\"games_won\":%.5f,\"games_won_ci95\":%.5f}",
           points.mean, cn_estimate_ci95(points), won.mean, cn_estimate_ci95(won));
}

void cli_ladder_print_json(const cli_rated *ladder)
{
    printf("{");
    cli_match_print_json_table(ladder->opts);
    printf(",\"deals\":%" PRIu64 ",\"players\":[", ladder->opts->deals);
    for (unsigned i = 0; i < ladder->count; i++) {
        const unsigned player = ladder->place[i];
        printf("%s{\"player\":", i > 0 ? "," : "");
        cli_print_json_text(name_of(ladder, player));
        printf(",\"rating\":%.2f,\"rating_ci95\":%.2f,\"points_per_hand\":%.3f,\"games_won\":%.5f}",
               ladder->rating[player], ladder->ci95[player], cli_ladder_mean_points(ladder, player),
               cli_ladder_mean_won(ladder, player));
    }
    printf("],\"pairs\":[");
    for (unsigned a = 0; a < ladder->count; a++)
        for (unsigned b = a + 1; b < ladder->count; b++) {
            if (b > 1) printf(",");
            print_json_pair(ladder, a, b);
        }
    printf("]}\n");
}

static void print_xml_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<' || *text == '&')
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
    }
}

static void print_svg_row(const cli_rated *ladder, unsigned i, FILE *out)
{
    const unsigned player = ladder->place[i];
    const double rating = ladder->rating[player], ci95 = ladder->ci95[player];
    const unsigned y = SVG_TOP + i * SVG_ROW;
    fprintf(out, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">", SVG_LEFT - 16, y + 4);
    print_xml_text(out, name_of(ladder, player));
    fprintf(out,
            "</text>\n<line x1=\"%u\" x2=\"%u\" y1=\"%u\" y2=\"%u\" stroke=\"#1f5fa8\" "
            "stroke-width=\"3\"/>\n",
            SVG_LEFT + step_of(ladder, rating - ci95, SVG_WIDTH),
            SVG_LEFT + step_of(ladder, rating + ci95, SVG_WIDTH), y, y);
    fprintf(out, "<circle cx=\"%u\" cy=\"%u\" r=\"5\" fill=\"#1f5fa8\"/>\n",
            SVG_LEFT + step_of(ladder, rating, SVG_WIDTH), y);
    fprintf(out, "<text x=\"%d\" y=\"%u\">%+.0f &#177; %.0f</text>\n", SVG_LEFT + SVG_WIDTH + 16,
            y + 4, rating, ci95);
}

void cli_ladder_print_svg(const cli_rated *ladder, FILE *out)
{
    const unsigned bottom = SVG_TOP + ladder->count * SVG_ROW;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" "
            "font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n"
            "<title>Ratings of computer players</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"16\" y=\"24\">",
            SVG_LEFT + SVG_WIDTH + 120, bottom + 24);
    print_xml_text(out, cli_table_rules_name(&ladder->opts->table));
    fprintf(out, ", %" PRIu64 " %s for each pair; ratings and 95 %% intervals</text>\n",
            ladder->opts->deals, ladder->opts->whole_games ? "games" : "deals");
    fprintf(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%u\" y2=\"%u\" stroke=\"#888\"/>\n", SVG_LEFT,
            SVG_LEFT + SVG_WIDTH, bottom - 8, bottom - 8);
    fprintf(out, "<text x=\"%d\" y=\"%u\">%.0f</text>\n", SVG_LEFT, bottom + 10, ladder->low);
    fprintf(out, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">%+.0f</text>\n", SVG_LEFT + SVG_WIDTH,
            bottom + 10, ladder->high);
    for (unsigned i = 0; i < ladder->count; i++) print_svg_row(ladder, i, out);
    fprintf(out, "</svg>\n");
}
