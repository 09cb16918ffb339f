/* Random house rules, drawn until the validator accepts some.
 * Not here: values. Invariant: as in the header. */
#include "lab/house/house_rules.h"

#include <stdio.h>
#include <string.h>

#include "lab/house/house_values.h"
#include "lab/tables/purpose.h"
#include "text/rules/rules_text.h"

enum { DRAFTS_MAX = 5000 };

static bool blame(char *fault, const char *what, const char *text)
{
    snprintf(fault, CN_HOUSE_FAULT_BYTES, "%s: %.150s", what, text);
    return false;
}

static unsigned rulesets_count(void)
{
    unsigned count = 0;
    while (cn_rulesets[count] != NULL) count++;
    return count;
}

/* One change or two mostly, sometimes a great many. */
static unsigned changes_wanted(cn_stream *stream)
{
    const uint32_t kind = cn_stream_below(stream, 8);
    if (kind == 0) return 8 + cn_stream_below(stream, 24);
    return 1 + cn_stream_below(stream, kind < 5 ? 3 : 8);
}

/* A table with a number of players that its rule set does not know needs a layout that fits. */
static void fit_players(cn_params *params, unsigned players, cn_stream *stream)
{
    if (params->players >> players & 1) return;
    params->players = 1 << players;
    params->team_layout = (int32_t)cn_stream_below(stream, CN_TEAM_LAYOUT_FOUR_PAIRS + 1);
}

/* The text of what differs; false if it is too long for a table. */
static bool write_changes(cn_drawn_house *house, const cn_params *base, const cn_params *params)
{
    cn_writer writer = cn_writer_make(house->changes, sizeof house->changes);
    cn_write_overrides(&writer, base, params);
    return !writer.overflow;
}

static bool same_params(const cn_params *a, const cn_params *b)
{
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++)
        if (!cn_param_same(a, b, i)) return false;
    return true;
}

typedef enum draft_end { DRAFT_ACCEPTED, DRAFT_REFUSED, DRAFT_FAULTY } draft_end;

/* One draft: what the validator accepts must read as itself, and what it refuses must be refused
 * as text, too. */
static draft_end draft(cn_stream *stream, cn_drawn_house *house, char *fault)
{
    cn_params base;
    cn_text_error error;
    snprintf(house->base, sizeof house->base, "%s",
             cn_rulesets[cn_stream_below(stream, rulesets_count())]);
    house->players = 2 + cn_stream_below(stream, CN_PLAYERS_MAX - 1);
    if (!cn_ruleset_base(house->base, house->players, &base)) return DRAFT_REFUSED;
    cn_params params = base;
    fit_players(&params, house->players, stream);
    for (unsigned left = changes_wanted(stream); left > 0; left--)
        cn_house_draw_value(&params, cn_stream_below(stream, CN_PARAM_COUNT), stream);
    if (!write_changes(house, &base, &params) || house->changes[0] == '\0') return DRAFT_REFUSED;
    const bool valid = cn_rules_make(&house->rules, house->base, &params, house->players, &error);
    const bool read =
        cn_rules_load(&house->rules, house->base, house->changes, house->players, &error);
    if (!read && valid) { /* entries of a list that the reader refuses are refused here, too */
        cn_params again = base;
        if (!cn_params_set_all(&again, house->changes, &error)) return DRAFT_REFUSED;
        return blame(fault, "valid, but refused as text", house->changes), DRAFT_FAULTY;
    }
    if (!read) return DRAFT_REFUSED;
    if (!valid) return blame(fault, "refused, but valid as text", house->changes), DRAFT_FAULTY;
    if (same_params(&params, &house->rules.p)) return DRAFT_ACCEPTED;
    return blame(fault, "reads as something else", house->changes), DRAFT_FAULTY;
}

bool cn_draw_house(uint64_t seed, uint64_t number, cn_drawn_house *house,
                   char fault[CN_HOUSE_FAULT_BYTES])
{
    cn_stream stream = cn_stream_make(seed, CN_PURPOSE_HOUSE, number);
    for (house->refused = 0; house->refused < DRAFTS_MAX; house->refused++) {
        const draft_end end = draft(&stream, house, fault);
        if (end != DRAFT_REFUSED) return end == DRAFT_ACCEPTED;
    }
    return blame(fault, "no draft was accepted", "the validator refuses too much");
}
