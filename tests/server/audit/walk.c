/* Plays, redeals and compares. Not here: as in the header. Invariant: as in the header. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#include "canasta/invariant.h"
#include "lab/honest/honest.h"
#include "lab/honest/redeal.h"
#include "players/player.h"
#include "server/table/bot.h"
#include "server/table/turn.h"
#include "text/cards/card_text.h"
#include "text/cards/play_text.h"

enum {
    DECKS_EACH = 6,
    MOVED_MIN = 8,
    STRAY_EVERY = 8,
    PURPOSE_WALK = 78,
    DECK_TEXT_MAX = 2 * CN_DECK_CARDS_MAX + 1
};

static void follow(walk *w, const cn_outcome *outcome)
{
    const cn_rules *rules = &w->core.rules;
    for (unsigned k = 0; k < outcome->event_count; k++) {
        w->event[w->event_count++] = outcome->event[k];
        for (unsigned i = 0; i < rules->player_count; i++) {
            const cn_event seen = cn_event_for(rules, &outcome->event[k], w->view[i].seat);
            if (!cn_view_apply(&w->view[i], rules, &seen)) abort();
        }
    }
}

static void start_views(walk *w, const cn_hand_start *start)
{
    const cn_rules *rules = &w->core.rules;
    for (unsigned i = 0; i < rules->player_count; i++)
        cn_view_start(&w->view[i], rules, cn_seat_of(rules, start->hands_played + 1, i),
                      start->dealer, start->hands_played, start->totals);
}

/* Takes one more entry. */
static void add_entry(walk *w, const cn_entry *entry, cn_outcome *outcome)
{
    cn_entry *own = &w->entry[w->entry_count++];
    *own = (cn_entry){.seq = w->entry_count,
                      .kind = entry->kind,
                      .seat = entry->seat,
                      .body = strdup(entry->body)};
    if (own->body == NULL || !cn_core_apply(&w->core, own, outcome)) abort();
}

walk *walk_make(uint64_t seed, const cn_entry *entry, unsigned count)
{
    walk *w = calloc(1, sizeof *w);
    if (w == NULL || (w->where = calloc(1, sizeof *w->where)) == NULL ||
        (w->event = calloc(WALK_EVENTS_MAX, sizeof *w->event)) == NULL)
        abort();
    w->mind = cn_stream_make(seed, PURPOSE_WALK, 0);
    for (unsigned i = 0; i < count; i++) {
        cn_outcome outcome;
        add_entry(w, &entry[i], &outcome);
    }
    return w;
}

void walk_free(walk *w)
{
    for (unsigned i = 0; i < w->entry_count; i++) free((char *)w->entry[i].body);
    free(w->where);
    free(w->event);
    free(w);
}

void walk_deal(walk *w)
{
    cn_outcome outcome;
    cn_card deck[CN_DECK_CARDS_MAX];
    char text[DECK_TEXT_MAX];
    const cn_rules *rules = &w->core.rules;
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, &w->mind);
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_cards(&writer, deck, rules->deck_size);
    w->before = w->core;
    w->deal_entry = w->entry_count;
    w->event_count = 0;
    add_entry(w, &(cn_entry){.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT, .body = text}, &outcome);
    start_views(w, &outcome.start);
    cn_whereabouts_deal(w->where, rules, &w->core.game, &outcome.event[0]);
    follow(w, &outcome);
}

/* Step by step, which the core does at once. */
static void follow_whereabouts(walk *w, const cn_game *from, const cn_outcome *outcome)
{
    cn_game game = *from;
    for (unsigned k = 0; k < outcome->event_count; k++) {
        cn_event event;
        const cn_game before = game;
        if (outcome->event[k].kind != CN_EVENT_STEP) return;
        cn_game_apply(&game, &w->core.rules, outcome->event[k].u.step.step, &event);
        cn_whereabouts_step(w->where, &w->core.rules, &before, &game, &event);
    }
}

bool walk_play(walk *w)
{
    cn_outcome outcome;
    char text[CN_PLAY_TEXT_MAX + 1];
    const cn_rules *rules = &w->core.rules;
    const cn_public *pub = &w->core.game.pub;
    const unsigned phase = pub->phase;
    if (phase != CN_PHASE_DRAW && phase != CN_PHASE_MELD && phase != CN_PHASE_ANSWER) return false;
    if (w->event_count + CN_PLAY_STEPS_MAX >= WALK_EVENTS_MAX ||
        w->entry_count + 2 >= WALK_ENTRIES_MAX)
        return false;
    const unsigned person = cn_person_at(rules, pub->hand_number, pub->seat);
    unsigned players = 0;
    while (cn_players[players]->thinking == NULL) players++;
    const bool stray = cn_stream_below(&w->mind, STRAY_EVERY) == 0;
    const cn_player *player =
        stray ? &cn_player_random : cn_players[(w->entry_count / 40 + person) % players];
    cn_bot_play(player, &w->view[person], rules, &w->mind, text, sizeof text);
    const cn_game from = w->core.game;
    add_entry(w, &(cn_entry){.kind = CN_ENTRY_PLAY, .seat = person, .body = text}, &outcome);
    follow_whereabouts(w, &from, &outcome);
    follow(w, &outcome);
    return true;
}

/* Who was dealt which of his cards first nobody can tell, himself included. */
static void mix_dealt(walk *w, cn_card *deck)
{
    const cn_rules *rules = &w->core.rules;
    const unsigned rows = cn_hand_size(rules, w->core.game.pub.hand_number);
    for (unsigned turn = 0; turn < rules->seat_count; turn++)
        for (unsigned row = rows; row > 1; row--) {
            const unsigned other = cn_stream_below(&w->mind, row);
            cn_card *a = &deck[(row - 1) * rules->seat_count + turn];
            cn_card *b = &deck[other * rules->seat_count + turn];
            const cn_card card = *a;
            *a = *b;
            *b = card;
        }
}

/* When a hand is scored only what is left of the stock has not been seen. */
static void mix_stock(walk *w, cn_card *deck)
{
    const cn_game *game = &w->core.game;
    memcpy(deck, game->deck, w->core.rules.deck_size);
    cn_shuffle(deck + game->deck_next, game->pub.stock_count, &w->mind);
}

/* Plays the hand once more, from another deck. False if it is not lawful, or looks another one. */
static bool looks_the_same(walk *w, unsigned seat, const char *deck)
{
    cn_outcome outcome;
    unsigned at = 0;
    const cn_rules *rules = &w->core.rules;
    const unsigned seats = seat < rules->seat_count ? 1U << seat : 0;
    cn_core *other = malloc(sizeof *other);
    if (other == NULL) abort();
    *other = w->before;
    bool same = true;
    for (unsigned i = w->deal_entry; same && i < w->entry_count; i++) {
        cn_entry entry = w->entry[i];
        if (i == w->deal_entry) entry.body = deck;
        same = cn_core_is_legal(other, &entry) && cn_core_apply(other, &entry, &outcome) &&
               at + outcome.event_count <= w->event_count;
        for (unsigned k = 0; same && k < outcome.event_count; k++)
            same = cn_honest_alike(rules, &w->event[at++], &outcome.event[k], seats);
    }
    free(other);
    return same && at == w->event_count;
}

bool walk_other_deck(walk *w, unsigned audience, bool proven, char *out, size_t size,
                     unsigned *moved)
{
    const cn_rules *rules = &w->core.rules;
    const cn_game *game = &w->core.game;
    const bool over = game->pub.phase == CN_PHASE_SCORED || game->pub.phase == CN_PHASE_GAME_END;
    const unsigned seat = audience == CN_WATCHER ? CN_SEAT_NONE : w->view[audience].seat;
    for (unsigned i = 0; i < DECKS_EACH; i++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        const bool mix = cn_stream_below(&w->mind, 4) == 0;
        if (over)
            mix_stock(w, deck);
        else
            cn_redeal(w->where, rules, game, seat,
                      mix ? CN_REDEAL_THREES_MIXED : CN_REDEAL_THREES_APART, &w->mind, deck);
        if (!proven) mix_dealt(w, deck);
        *moved = 0;
        for (unsigned k = 0; k < rules->deck_size; k++) *moved += deck[k] != game->deck[k];
        cn_writer writer = cn_writer_make(out, size);
        cn_write_cards(&writer, deck, rules->deck_size);
        if (*moved >= MOVED_MIN && looks_the_same(w, seat, out)) return true;
    }
    return false;
}
