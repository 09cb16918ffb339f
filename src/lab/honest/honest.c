/* Whether players know what their seat may know and nothing else.
 * Not here: which cards are hidden (redeal.c). Invariant: the same seed plays the same games and
 * deals the same cards anew on every machine. */
#include "lab/honest/honest.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "canasta/invariant.h"
#include "lab/honest/redeal.h"
#include "lab/tables/table.h"

enum {
    GAME_HANDS_MAX = 6,
    EVENTS_MAX = 2048,    /* of one hand; what goes on for longer is not followed to its end */
    TURN_STEPS_MAX = 256, /* of one turn; the longest lay some forty cards and name their melds */
    LOOK_EVERY = 6,       /* one step in so many is looked at; */
    LOOK_EVERY_OTHER = 2, /* so many draws and answers, which are fewer; */
    STRAY_EVERY = 8,      /* and so many steps are random ones */
    THOUGHTS_EVERY = 8,   /* so many positions are compared for each at which thinkers are tried */
    DECKS_EACH = 6,       /* tried for one position */
    MIX_EVERY = 4,        /* so many of them move threes everywhere */
    CERTAIN_MOST = 20,    /* positions without another deck, */
    CERTAIN_SHARE = 8     /* and one for so many that have one */
};

typedef struct walk {
    const cn_honest_trial *trial;
    const cn_rules *rules;
    cn_honest *honest;
    cn_stream decks, mind;
    const cn_player *player[CN_SEATS_MAX];
    cn_game game;
    cn_view view[CN_SEATS_MAX];
    cn_game game_before; /* when the hand was dealt */
    cn_view view_before[CN_SEATS_MAX];
    cn_whereabouts where;
    unsigned event_count;
    cn_event event[EVENTS_MAX]; /* of this hand, in full */
} walk;

cn_honest_trial cn_honest_usual(void)
{
    return (cn_honest_trial){.players = cn_players, .project = cn_event_for};
}

bool cn_honest_is_cornered(const cn_honest *honest)
{
    return honest->certain > CERTAIN_MOST + honest->positions / CERTAIN_SHARE;
}

uint64_t cn_honest_faults(const cn_honest *honest)
{
    return honest->unlike_events + honest->deaf + honest->unlike_views + honest->unlike_legal +
           honest->unlike_turns + honest->broken + cn_honest_is_cornered(honest);
}

static bool arrivals_are_alike(const cn_arrivals *a, const cn_arrivals *b, unsigned seats)
{
    if (a->seat != b->seat) return false;
    if (a->seat == CN_SEAT_NONE) return true;
    if (a->picked != b->picked || a->stock_count != b->stock_count || a->count != b->count ||
        memcmp(a->three, b->three, sizeof a->three) != 0 ||
        memcmp(a->hand_three, b->hand_three, sizeof a->hand_three) != 0)
        return false;
    return (seats >> a->seat & 1) == 0 || memcmp(a->card, b->card, a->count) == 0;
}

static bool deals_are_alike(const cn_rules *rules, const cn_event *a, const cn_event *b,
                            unsigned seats)
{
    if (a->u.deal.hand_number != b->u.deal.hand_number ||
        a->u.deal.buried_count != b->u.deal.buried_count ||
        a->u.deal.turned_count != b->u.deal.turned_count ||
        a->u.deal.returned_count != b->u.deal.returned_count ||
        memcmp(a->u.deal.turned, b->u.deal.turned, a->u.deal.turned_count) != 0 ||
        memcmp(a->u.deal.three, b->u.deal.three, sizeof a->u.deal.three) != 0)
        return false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if ((seats >> seat & 1) != 0 &&
            (a->u.deal.known[seat] != b->u.deal.known[seat] ||
             !cn_cards_equal(&a->u.deal.hand[seat], &b->u.deal.hand[seat])))
            return false;
    return true;
}

static bool steps_are_equal(cn_step a, cn_step b)
{
    return a.number == b.number && a.card[0] == b.card[0] && a.card[1] == b.card[1];
}

/* Everybody sees what is left when a hand is scored. */
static bool scores_are_alike(const cn_rules *rules, const cn_event *a, const cn_event *b)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (!cn_cards_equal(&a->u.score.hand[seat], &b->u.score.hand[seat]) ||
            !cn_cards_equal(&a->u.score.waiting[seat], &b->u.score.waiting[seat]))
            return false;
    return true;
}

/* A new field of an event belongs here. */
bool cn_honest_alike(const cn_rules *rules, const cn_event *a, const cn_event *b, unsigned seats)
{
    if (a->kind != b->kind || a->seat != b->seat) return false;
    if (a->kind == CN_EVENT_SCORE) return scores_are_alike(rules, a, b);
    if (!arrivals_are_alike(&a->start, &b->start, seats)) return false;
    if (a->kind == CN_EVENT_DEAL) return deals_are_alike(rules, a, b, seats);
    return a->kind == CN_EVENT_STEP && steps_are_equal(a->u.step.step, b->u.step.step) &&
           a->u.step.special == b->u.step.special &&
           a->u.step.last_threes == b->u.step.last_threes &&
           a->u.step.threes_left == b->u.step.threes_left &&
           arrivals_are_alike(&a->u.step.drawn, &b->u.step.drawn, seats);
}

/* Tells the other world its own event in place of the one that happened. False if the seat would
 * have seen a difference. */
static bool retell(walk *w, cn_honest_world *other, const cn_event *happened, const cn_event *event)
{
    enum { ALL_SEATS = (1 << CN_SEATS_MAX) - 1 };
    const unsigned seat = other->view.seat;
    if (!cn_honest_alike(w->rules, happened, event, 1U << seat)) {
        w->honest->seen++;
        return false;
    }
    const cn_event as_told = w->trial->project(w->rules, happened, seat);
    const cn_event told = w->trial->project(w->rules, event, seat);
    w->honest->unlike_events += !cn_honest_alike(w->rules, &as_told, &told, ALL_SEATS);
    w->honest->deaf += !cn_view_apply(&other->view, w->rules, &told);
    return true;
}

/* Makes the steps of the hand again, from another deck. False if that is not the same hand for the
 * seat, or not a lawful one. */
static bool replay(walk *w, unsigned seat, const cn_card *deck, cn_honest_world *other)
{
    cn_event event;
    other->game = w->game_before;
    other->view = w->view_before[seat];
    cn_game_deal(&other->game, w->rules, deck, &event);
    if (!retell(w, other, &w->event[0], &event)) return false;
    for (unsigned i = 1; i < w->event_count; i++) {
        const cn_step step = w->event[i].u.step.step;
        const bool own = other->game.pub.seat == seat;
        if (cn_game_apply(&other->game, w->rules, step, &event).code != CN_OK) {
            if (own) w->honest->unlike_legal++; /* the same hand, and the table looked the same */
            w->honest->refused += !own;
            return false;
        }
        if (!retell(w, other, &w->event[i], &event)) return false;
    }
    return true;
}

static unsigned moved_cards(const walk *w, const cn_card *deck)
{
    unsigned moved = 0;
    for (unsigned i = 0; i < w->rules->deck_size; i++) moved += deck[i] != w->game.deck[i];
    return moved;
}

/* Cards of the hands as they were that are not in them as they would be. */
static unsigned other_cards_in_hands(const cn_rules *rules, const cn_game *a, const cn_game *b)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned card = 0; card < CN_FACES; card++) {
            const unsigned was = cn_cards_count(&a->hand[seat], (cn_card)card);
            const unsigned is = cn_cards_count(&b->hand[seat], (cn_card)card);
            count += was > is ? was - is : 0;
        }
    return count;
}

/* Another world in which the seat to act would know the same; false if none was found. */
static bool find_other(walk *w, cn_honest_world *other)
{
    const unsigned seat = w->game.pub.seat;
    for (unsigned i = 0; i < DECKS_EACH; i++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        const bool mix = cn_stream_below(&w->mind, MIX_EVERY) == 0;
        cn_redeal(&w->where, w->rules, &w->game, seat,
                  mix ? CN_REDEAL_THREES_MIXED : CN_REDEAL_THREES_APART, &w->mind, deck);
        const unsigned moved = moved_cards(w, deck);
        if (moved < CN_HONEST_MOVED_MIN || !replay(w, seat, deck, other)) continue;
        const unsigned in_hands = other_cards_in_hands(w->rules, &w->game, &other->game);
        if (in_hands < CN_HONEST_IN_HANDS_MIN) continue;
        w->honest->moved += moved;
        w->honest->in_hands += in_hands;
        return true;
    }
    return false;
}

/* The player's turn as far as it knows the cards: to its end, or to the first card it has to see.
 * Returns the number of steps. */
static unsigned choose_turn(const cn_player *player, const cn_rules *rules,
                            const cn_honest_world *world, cn_stream stream, cn_step *steps)
{
    cn_honest_world trial = *world;
    const cn_public *pub = &trial.view.pub;
    const unsigned seat = trial.view.seat, turn = pub->turn_number;
    unsigned count = 0;
    while (count < TURN_STEPS_MAX && pub->seat == seat && pub->turn_number == turn &&
           pub->phase != CN_PHASE_HAND_END && trial.view.hand.size == pub->hand_count[seat]) {
        steps[count] = cn_player_choose(player, &trial.view, rules, &stream);
        if (!cn_view_try(&trial.view, rules, steps[count++])) break;
    }
    return count;
}

static bool turns_are_alike(walk *w, const cn_player *player, const cn_honest_world *world,
                            const cn_honest_world *other)
{
    cn_step steps[TURN_STEPS_MAX], others[TURN_STEPS_MAX];
    const unsigned count = choose_turn(player, w->rules, world, w->mind, steps);
    if (choose_turn(player, w->rules, other, w->mind, others) != count) return false;
    for (unsigned i = 0; i < count; i++)
        if (!steps_are_equal(steps[i], others[i])) return false;
    return true;
}

/* Whoever thinks takes long: he is tried at every so many positions. */
static bool is_tried_here(const walk *w, const cn_player *player)
{
    return player->thinking == NULL || w->honest->positions % THOUGHTS_EVERY == 0;
}

static void compare(walk *w, const cn_honest_world *world, const cn_honest_world *other)
{
    const cn_rules *rules = w->rules;
    const cn_mask legal = cn_view_legal(&world->view, rules);
    const cn_mask others = cn_view_legal(&other->view, rules);
    const cn_mask truth =
        cn_legal(rules, &other->game.pub, &other->game.hand[other->game.pub.seat]);
    w->honest->unlike_legal += !cn_mask_equal(&legal, &others) || !cn_mask_equal(&legal, &truth);
    w->honest->broken += cn_game_check(&other->game, rules) != NULL ||
                         cn_view_check(&other->view, &other->game, rules) != NULL;
    w->honest->unlike_views +=
        cn_view_hash(&world->view, rules) != cn_view_hash(&other->view, rules);
    for (unsigned i = 0; w->trial->players[i] != NULL; i++) {
        const cn_player player = cn_player_hurried(w->trial->players[i]);
        if (!is_tried_here(w, &player) || turns_are_alike(w, &player, world, other)) continue;
        w->honest->unlike_turns++;
        if (w->honest->who == NULL) w->honest->who = player.name;
    }
}

/* Where the seat to act has a choice, its position is held against one that it could not tell from
 * it. */
static void look(walk *w)
{
    cn_honest_world world, other;
    world.view = w->view[w->game.pub.seat];
    world.game = w->game;
    const cn_mask legal = cn_view_legal(&world.view, w->rules);
    if (cn_mask_count(&legal) < 2) return;
    if (!find_other(w, &other)) {
        w->honest->certain++;
        return;
    }
    compare(w, &world, &other);
    w->honest->positions++;
}

static void tell(walk *w, const cn_event *event)
{
    for (unsigned seat = 0; seat < w->rules->seat_count; seat++) {
        const cn_event seen = w->trial->project(w->rules, event, seat);
        w->honest->deaf += !cn_view_apply(&w->view[seat], w->rules, &seen);
    }
}

static void deal(walk *w)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    unsigned players = 0; /* those who do not think come first */
    while (cn_players[players] != NULL && cn_players[players]->thinking == NULL) players++;
    for (unsigned seat = 0; seat < w->rules->seat_count; seat++)
        w->player[seat] = cn_players[cn_stream_below(&w->mind, players)];
    w->game_before = w->game;
    memcpy(w->view_before, w->view, sizeof w->view_before);
    cn_deck_sorted(w->rules, deck);
    cn_shuffle(deck, w->rules->deck_size, &w->decks);
    cn_game_deal(&w->game, w->rules, deck, &w->event[0]);
    w->event_count = 1;
    cn_whereabouts_deal(&w->where, w->rules, &w->game, &w->event[0]);
    tell(w, &w->event[0]);
}

static void step(walk *w)
{
    const bool stray = cn_stream_below(&w->mind, STRAY_EVERY) == 0;
    const unsigned seat = w->game.pub.seat;
    const cn_player *player = stray ? &cn_player_random : w->player[seat];
    const cn_step chosen = cn_player_choose(player, &w->view[seat], w->rules, &w->mind);
    const cn_game before = w->game;
    cn_event *event = &w->event[w->event_count++];
    cn_game_apply_legal(&w->game, w->rules, chosen, event);
    if (w->game.pub.refills == 0)
        cn_whereabouts_step(&w->where, w->rules, &before, &w->game, event);
    tell(w, event);
}

/* False if there is nothing more to be looked at in this game. A hand whose stock was refilled is
 * only played on: its order hangs on the whole deck, and no other would have given the same. */
static bool play_hand(walk *w, uint64_t positions)
{
    deal(w);
    while (w->game.pub.phase != CN_PHASE_HAND_END) {
        if (cn_honest_faults(w->honest) > 0 || w->honest->positions == positions) return false;
        if (w->event_count == EVENTS_MAX) return false;
        const bool melds = w->game.pub.phase == CN_PHASE_MELD;
        const bool looks = cn_stream_below(&w->mind, melds ? LOOK_EVERY : LOOK_EVERY_OTHER) == 0;
        if (looks && w->game.pub.refills == 0) look(w);
        step(w);
    }
    cn_event event;
    cn_game_score(&w->game, w->rules, NULL, &event);
    tell(w, &event);
    return w->game.pub.phase != CN_PHASE_GAME_END;
}

/* Each table has games of its own, also where several play by the same rules. */
static uint64_t seed_of_table(const cn_rules *rules, uint64_t seed)
{
    seed = seed * 31 + rules->player_count;
    for (const char *name = rules->name; *name != '\0'; name++)
        seed = seed * 31 + (unsigned char)*name;
    return seed;
}

void cn_honest_game(const cn_honest_trial *trial, const cn_rules *rules, uint64_t seed,
                    uint64_t positions, cn_honest *honest)
{
    walk w = {.trial = trial, .rules = rules, .honest = honest};
    const unsigned dealer = (unsigned)(honest->games % rules->seat_count);
    const uint64_t before = cn_honest_faults(honest), own_seed = seed_of_table(rules, seed);
    w.decks = cn_stream_make(own_seed, CN_PURPOSE_DECK, honest->games);
    w.mind = cn_stream_make(own_seed, CN_PURPOSE_PLAYER, honest->games);
    cn_game_start(&w.game, rules, dealer);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&w.view[seat], rules, seat, dealer, 0, NULL);
    for (unsigned hand = 0; hand < GAME_HANDS_MAX; hand++)
        if (!play_hand(&w, positions)) break;
    if (before == 0 && cn_honest_faults(honest) > 0) honest->bad_game = honest->games;
    honest->games++;
}
