/* The lines before the first hand of a record, while it is read.
 * Not here: hands (replay_text.c).
 * Invariant: after the last one the rules are complete, or the record has been refused. */
#include "text/records/replay_head.h"

#include <string.h>

#include "text/rules/rules_text.h"
#include "text/rules/ruleset_read.h"

bool cn_head_rules(cn_replay *replay, cn_scan *scan)
{
    const cn_word name = cn_scan_name(scan);
    char copy[CN_RULES_NAME_MAX] = "";
    if (replay->rules_name[0] != '\0')
        return cn_scan_fail(scan, name.text, "the rules are named twice");
    cn_ruleset_about about;
    if (name.length < sizeof copy) memcpy(copy, name.text, name.length);
    if (!cn_ruleset_describe(copy, &about)) return cn_fail_unknown_ruleset(scan, name);
    memcpy(replay->rules_name, copy, sizeof copy);
    return cn_scan_finish(scan);
}

bool cn_head_set(cn_replay *replay, cn_scan *scan)
{
    (void)cn_scan_done(scan);
    const char *at = scan->at;
    unsigned param_i = 0;
    if (!replay->has_players)
        return cn_scan_fail(scan, scan->start, "'players' is expected before 'set'");
    if (!cn_param_assign(scan, &replay->params, &param_i)) return false;
    if (replay->set[param_i])
        return cn_scan_fail(scan, at, "%s is set twice", cn_param_name(param_i));
    replay->set[param_i] = true;
    return true;
}

/* The values to begin with are those for so many players (P5). */
bool cn_head_players(cn_replay *replay, cn_scan *scan)
{
    long players = 0;
    (void)cn_scan_done(scan);
    if (replay->has_players) return cn_scan_fail(scan, scan->at, "the players are stated twice");
    if (!cn_scan_number(scan, "number of players", 1, CN_PLAYERS_MAX, &players)) return false;
    cn_ruleset_about about;
    replay->player_count = (uint8_t)players;
    replay->has_players = true;
    if (cn_ruleset_describe(replay->rules_name, &about) && about.form[players][0] != '\0')
        memcpy(replay->rules_name, about.form[players], sizeof replay->rules_name);
    if (!cn_ruleset_base(replay->rules_name, replay->player_count, &replay->params))
        return cn_scan_fail(scan, scan->start, "the rules above are not for %ld players", players);
    return cn_scan_finish(scan);
}

bool cn_head_name(cn_replay *replay, cn_scan *scan)
{
    long person = 0;
    if (!cn_scan_number(scan, "player", 0, CN_PLAYERS_MAX - 1, &person)) return false;
    const size_t length = cn_scan_done(scan) ? 0 : (size_t)(scan->end - scan->at);
    if (length == 0) return cn_scan_fail(scan, scan->at, "the name is missing here");
    if (length > CN_RECORD_NAME_BYTES_MAX)
        return cn_scan_fail(scan, scan->at, "a name has at most %d bytes",
                            CN_RECORD_NAME_BYTES_MAX);
    if (replay->name[person][0] != '\0')
        return cn_scan_fail(scan, scan->at, "player %ld is named twice", person);
    memcpy(replay->name[person], scan->at, length);
    return true;
}

bool cn_head_dealer(cn_replay *replay, cn_scan *scan)
{
    long dealer = 0;
    (void)cn_scan_done(scan);
    if (replay->has_dealer) return cn_scan_fail(scan, scan->at, "the dealer is stated twice");
    if (!cn_scan_number(scan, "dealer", 0, CN_SEATS_MAX - 1, &dealer)) return false;
    replay->dealer = (uint8_t)dealer;
    replay->has_dealer = true;
    return cn_scan_finish(scan);
}

bool cn_head_remark(cn_replay *replay, cn_scan *scan)
{
    (void)replay;
    scan->at = scan->end;
    return true;
}

bool cn_head_end(cn_replay *replay, const cn_scan *scan)
{
    const char *at = scan->start;
    if (replay->rules_name[0] == '\0') return cn_scan_fail(scan, at, "the header has no 'rules'");
    if (!replay->has_players) return cn_scan_fail(scan, at, "the header has no 'players'");
    if (!replay->has_dealer) return cn_scan_fail(scan, at, "the header has no 'dealer'");
    cn_text_error why;
    if (!cn_rules_make(&replay->rules, replay->rules_name, &replay->params, replay->player_count,
                       &why))
        return cn_scan_fail(scan, at, "the header above is wrong: %s", why.message);
    if (replay->dealer >= replay->rules.seat_count)
        return cn_scan_fail(scan, at, "the header above is wrong: there is no seat %u to deal",
                            (unsigned)replay->dealer);
    const unsigned players = replay->player_count;
    for (unsigned person = players; person < CN_PLAYERS_MAX; person++)
        if (replay->name[person][0] != '\0')
            return cn_scan_fail(scan, at, "the header above names player %u of %u", person,
                                players);
    cn_game_start(&replay->game, &replay->rules, replay->dealer);
    return true;
}
