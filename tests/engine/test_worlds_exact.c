/* How often each world is drawn, against every way to lay the hidden cards of a true position, one
 * by one: late positions of random games in which few cards are hidden, and single cards where many
 * are. Not here: whether worlds are lawful (test_worlds.c).
 * Invariant: what is likely is found from the true game and the rules, not from the list that the
 * worlds are drawn from.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/turn/game_step.h"
#include "engine/view/world.h"
#include "random/imagine.h"
#include "table.h"

enum {
    DRAWS = 200000,
    HIDDEN_LEAST = 4,
    HIDDEN_MOST = 8,
    WAYS_LEAST = 6,
    WAYS_MOST = 1 << 14,
    SLOTS = 1 << 16, /* of the table of ways */
    GAMES_MOST = 2000
};

static const double expected_least = 5; /* rarer ways are counted together */

/* Wilson and Hilferty's normal value of a sum of chi-square; a fair sum exceeds 4.5 three times in
 * a million. */
#define NORMAL_MOST 4.5

#define SEED ((unsigned long long)table_seed())

static double normal_of(double sum, double freedom)
{
    const double spread = 2 / (9 * freedom);
    return (cbrt(sum / freedom) - (1 - spread)) / sqrt(spread);
}

/* ---- ways to lie, told apart by a number ---- */

static uint64_t stir(uint64_t key, uint64_t word)
{
    key = (key ^ word) * UINT64_C(0x9fb21c651e98df25);
    return key ^ key >> 29;
}

static uint64_t stir_cards(uint64_t key, const cn_cards *cards)
{
    for (unsigned row = 0; row < CN_ROWS; row++) key = stir(key, cards->suits[row]);
    return stir(key, cards->kind[CN_KIND_JOKER]);
}

static uint64_t key_of(const cn_game *game, const cn_rules *rules)
{
    uint64_t key = 1;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_cards waiting = cn_game_waiting(game, rules, seat);
        key = stir_cards(stir_cards(key, &game->hand[seat]), &waiting);
    }
    for (unsigned i = 0, buried = cn_public_buried(&game->pub); i < buried; i++)
        key = stir(key, game->deck[game->buried_at + i]);
    for (unsigned i = 0; i < game->pub.stock_count; i++)
        key = stir(key, game->deck[game->deck_next + i]);
    return key;
}

typedef struct way {
    uint64_t key;
    double weight; /* in how many orders of the single cards it comes about */
    unsigned drawn;
} way;

typedef struct ways {
    unsigned count;
    double weight;
    way way[SLOTS]; /* found by key; 0 is none */
} ways;

static way *find_way(ways *all, uint64_t key)
{
    unsigned at = (unsigned)(key % SLOTS);
    while (all->way[at].key != 0 && all->way[at].key != key) at = (at + 1) % SLOTS;
    return &all->way[at];
}

/* ---- all ways, from the true position ---- */

typedef struct position {
    const table *t;
    const cn_view *view;
    unsigned hidden;
    uint8_t seat[HIDDEN_MOST];        /* whose hand the place is in, or CN_SEAT_NONE: */
    uint16_t deck_place[HIDDEN_MOST]; /* it is in the deck */
    uint8_t left[CN_FACES];           /* true cards of these places */
    cn_game trial;                    /* the true game, hidden cards taken out and put back */
} position;

static bool hide(position *at, unsigned seat, unsigned deck_place, cn_card card)
{
    if (at->hidden == HIDDEN_MOST) return false;
    at->seat[at->hidden] = (uint8_t)seat;
    at->deck_place[at->hidden++] = (uint16_t)deck_place;
    at->left[card]++;
    return true;
}

static bool hide_run(position *at, unsigned place, unsigned count, unsigned stride)
{
    for (unsigned i = 0; i < count; i++, place += stride)
        if (!hide(at, CN_SEAT_NONE, place, at->t->game.deck[place])) return false;
    return true;
}

static unsigned known_count(const cn_view *view, unsigned seat, cn_card card)
{
    if (card == CN_CARD_JOKER) return view->memory.seat[seat].known[CN_KIND_JOKER];
    const unsigned suits = view->memory.seat[seat].known_suits[cn_card_row(card)];
    return suits >> 4 * cn_card_suit(card) & 15U;
}

static bool hide_hand(position *at, unsigned seat)
{
    for (cn_card card = 0; card < CN_FACES; card++) {
        const unsigned held = cn_cards_count(&at->t->game.hand[seat], card);
        for (unsigned i = known_count(at->view, seat, card); i < held; i++) {
            if (!hide(at, seat, 0, card)) return false;
            cn_cards_remove(&at->trial.hand[seat], card);
        }
    }
    return true;
}

static bool hide_waiting(position *at, unsigned seat)
{
    const cn_game *game = &at->t->game;
    const cn_rules *rules = &at->t->rules;
    if (!hide_run(at, game->talon_at[seat], game->pub.talon[seat], 1)) return false;
    for (unsigned left = game->pub.packets[seat]; left > 0; left--) {
        const unsigned packet = rules->packet_count - left;
        const unsigned place = cn_packet_at(game, rules, seat, packet);
        if (!hide_run(at, place, (unsigned)rules->p.reserve_packets.value[packet],
                      rules->seat_count))
            return false;
    }
    return true;
}

/* False if too many cards are hidden. */
static bool take_position(position *at, const table *t, unsigned seat)
{
    memset(at, 0, sizeof *at);
    at->t = t;
    at->view = &t->view[seat];
    if (t->game.pub.stock_count > HIDDEN_MOST) return false;
    at->trial = t->game;
    for (unsigned other = 0; other < t->rules.seat_count; other++) {
        if (other != seat && !hide_hand(at, other)) return false;
        if (!hide_waiting(at, other)) return false;
    }
    return hide_run(at, t->game.buried_at, cn_public_buried(&t->game.pub), 1) &&
           hide_run(at, t->game.deck_next, t->game.pub.stock_count, 1);
}

static bool is_bonus(const position *at, cn_card card)
{
    return cn_is_bonus(&at->t->rules, cn_card_kind(card));
}

/* How often so many threes are all among the open cards of those that came to a hand. */
static double chance_open(const cn_memory *memory, unsigned seat, unsigned threes)
{
    double chance = 1;
    for (unsigned i = 0; i < threes && memory->seat[seat].open >= i; i++)
        chance *= (double)(memory->seat[seat].open - i) / (double)(memory->seat[seat].came - i);
    return chance;
}

/* The definition in world.h, word by word. `trial` is the game with all cards in their places. */
static double threes_may_lie_so(const position *at, unsigned seat)
{
    const cn_rules *rules = &at->t->rules;
    const cn_public *pub = &at->t->game.pub;
    unsigned threes = 0, turns = 1, lowest = CN_SUITS;
    for (unsigned suit = CN_SUITS; suit > 0; suit--) {
        const cn_card card = cn_card_make(CN_ROW_THREES, suit - 1);
        const unsigned held = cn_cards_count(&at->trial.hand[seat], card);
        if (!is_bonus(at, card)) continue;
        threes += held - known_count(at->view, seat, card);
        if (held > 0) lowest = suit - 1;
    }
    for (unsigned s = cn_next_seat(rules, pub->dealer); s != seat; s = cn_next_seat(rules, s))
        turns++;
    if (rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN && pub->turn_number < turns)
        return true;
    const unsigned told = at->view->memory.seat[seat].held_three;
    if (rules->p.hold_one_three && told == CN_HELD_THREE_PERHAPS)
        return threes > 1 ? 0 : chance_open(&at->view->memory, seat, threes);
    if (rules->p.hold_one_three && told != CN_HELD_THREE_NONE) return threes == 1 && lowest < told;
    if (!rules->p.hold_one_three && rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE)
        return chance_open(&at->view->memory, seat, threes);
    return threes == 0;
}

static double may_lie_so(const position *at)
{
    const cn_rules *rules = &at->t->rules;
    const cn_public *pub = &at->trial.pub;
    double chance = 1;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (seat != at->view->seat) chance *= threes_may_lie_so(at, seat);
    if (chance == 0 || pub->asker == at->view->seat) return chance;
    const cn_mask legal = cn_legal(rules, pub, &at->trial.hand[pub->seat]);
    return cn_mask_count(&legal) > 0 ? chance : 0;
}

/* Lays each card that is left on the next place. False if there are too many ways. */
static bool lay(position *at, ways *all, unsigned place, double weight)
{
    if (place == at->hidden) {
        weight *= may_lie_so(at);
        if (weight == 0) return true;
        way *found = find_way(all, key_of(&at->trial, &at->t->rules));
        if (found->key == 0) {
            if (all->count++ == WAYS_MOST) return false;
            found->key = key_of(&at->trial, &at->t->rules);
        }
        found->weight += weight;
        all->weight += weight;
        return true;
    }
    for (cn_card card = 0; card < CN_FACES; card++) {
        const unsigned copies = at->left[card];
        if (copies == 0) continue;
        const unsigned seat = at->seat[place];
        at->left[card]--;
        if (seat != CN_SEAT_NONE)
            cn_cards_add(&at->trial.hand[seat], card);
        else
            at->trial.deck[at->deck_place[place]] = card;
        const bool done = lay(at, all, place + 1, weight * copies);
        if (seat != CN_SEAT_NONE) cn_cards_remove(&at->trial.hand[seat], card);
        at->left[card]++;
        if (!done) return false;
    }
    return true;
}

/* ---- drawing ---- */

static void draw_worlds(const position *at, ways *all)
{
    const cn_rules *rules = &at->t->rules;
    cn_stream stream = cn_stream_make(table_seed(), 10, 0);
    cn_unseen unseen;
    assert_true(cn_unseen_list(&unseen, at->view, rules));
    for (unsigned i = 0; i < DRAWS; i++) {
        cn_world world;
        assert_true(cn_imagine(&world, at->view, rules, &unseen, &stream));
        way *found = find_way(all, key_of(cn_world_game(&world), rules));
        if (found->key == 0) fail_msg("seed %llu: a world that cannot be", SEED);
        found->drawn++;
    }
}

static double chi_square(const ways *all, double *freedom)
{
    double sum = 0, rare_weight = 0, rare_drawn = 0;
    *freedom = -1;
    for (unsigned i = 0; i < SLOTS; i++) {
        const way *one = &all->way[i];
        const double expected = (double)DRAWS * one->weight / all->weight;
        if (one->key == 0) continue;
        if (expected < expected_least) {
            rare_weight += expected;
            rare_drawn += one->drawn;
            continue;
        }
        sum += (one->drawn - expected) * (one->drawn - expected) / expected;
        ++*freedom;
    }
    if (rare_weight >= expected_least) {
        sum += (rare_drawn - rare_weight) * (rare_drawn - rare_weight) / rare_weight;
        ++*freedom;
    }
    return sum;
}

/* ---- positions ---- */

static unsigned known_cards(const position *at)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++)
        for (cn_card card = 0; card < CN_FACES && seat != at->view->seat; card++)
            count += known_count(at->view, seat, card);
    return count;
}

static unsigned hidden_threes(const position *at)
{
    unsigned count = 0;
    for (cn_card card = 0; card < CN_FACES; card++)
        if (is_bonus(at, card)) count += at->left[card];
    return count;
}

static bool any(const position *at)
{
    return at->hidden > 0;
}

static bool with_threes(const position *at)
{
    return hidden_threes(at) > 0;
}

static bool with_known_cards(const position *at)
{
    return known_cards(at) > 1;
}

static bool with_a_held_three(const position *at)
{
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++) {
        const unsigned told = at->view->memory.seat[seat].held_three;
        if (seat != at->view->seat && told != CN_HELD_THREE_PERHAPS && told != CN_HELD_THREE_NONE)
            return true;
    }
    return false;
}

static bool perhaps_with_a_held_three(const position *at)
{
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++)
        if (seat != at->view->seat &&
            at->view->memory.seat[seat].held_three == CN_HELD_THREE_PERHAPS)
            return hidden_threes(at) > 0;
    return false;
}

/* One that was held has been laid out, and the cards that were in the hand then are none. */
static bool with_few_open_cards(const position *at)
{
    const cn_memory *memory = &at->view->memory;
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++)
        if (seat != at->view->seat && memory->seat[seat].held_three == CN_HELD_THREE_PERHAPS &&
            memory->seat[seat].open > 0 && memory->seat[seat].open < memory->seat[seat].came)
            return hidden_threes(at) > 0;
    return false;
}

static bool with_packets(const position *at)
{
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++)
        if (at->t->game.pub.packets[seat] > 0) return true;
    return false;
}

static bool with_talons(const position *at)
{
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++)
        if (at->t->game.pub.talon[seat] > 0) return true;
    return false;
}

static bool with_buried_cards(const position *at)
{
    return cn_public_buried(&at->t->game.pub) > 0;
}

static bool with_dug_threes(const position *at)
{
    for (unsigned seat = 0; seat < at->t->rules.seat_count; seat++)
        if (seat != at->view->seat && at->view->memory.seat[seat].open > 0) return with_threes(at);
    return false;
}

static bool in_the_turn_of_another(const position *at)
{
    const cn_public *pub = &at->t->game.pub;
    return pub->phase == CN_PHASE_MELD && pub->asker != at->view->seat && pub->turn.laid;
}

typedef struct wanted {
    const char *rules, *overrides;
    bool (*is_wanted)(const position *at);
} wanted;

static bool look(position *at, ways *all, const wanted *w)
{
    memset(all, 0, sizeof *all);
    if (at->hidden < HIDDEN_LEAST || !w->is_wanted(at)) return false;
    if (at->t->game.pub.phase == CN_PHASE_ANSWER) return false;
    return lay(at, all, 0, 1) && all->count >= WAYS_LEAST;
}

/* The first such position of random games; false if there is none. */
static bool find_position(const wanted *w, table *t, position *at, ways *all)
{
    const cn_rules rules = table_rules(w->rules, w->overrides);
    for (unsigned i = 0; i < GAMES_MOST; i++) {
        table_start(t, &rules, i);
        table_deal(t);
        while (t->game.pub.phase != CN_PHASE_HAND_END) {
            for (unsigned seat = 0; seat < rules.seat_count; seat++)
                if (take_position(at, t, seat) && look(at, all, w)) return true;
            table_step(t, table_random_step(t));
        }
    }
    return false;
}

/* Small hands that are seldom melded, so that only few cards are hidden at the end; and such that
 * are. */
#define HIGH "hand_size = 3; draw_count = 1; min_table = any:300; "
#define LOW  "hand_size = 3; draw_count = 1; out_canastas = 2; "
#define DUG  "upcard_extra_pile = by_rank_value; red3_in_pile = impossible; upcard_mode = turn_one"

static void worlds_are_as_likely_as_all_ways_counted(void **state)
{
    (void)state;
    static const wanted list[] = {
        {"two_player", "", any},
        {"two_player", "", with_threes},
        {"two_player", "", with_known_cards},
        {"classic_pagat", "", any},
        {"classic_pagat", "", with_known_cards},
        {"classic_pagat", "", in_the_turn_of_another},
        {"cutthroat_3", "", with_known_cards},
        {"samba", "", in_the_turn_of_another},
        {"joker", "", with_threes},
        {"cuban", "", any},
        {"modern_american", "", with_threes},
        {"two_player", HIGH "hold_one_three = yes", with_a_held_three},
        {"two_player", HIGH "hold_one_three = yes", perhaps_with_a_held_three},
        {"two_player", HIGH "hold_one_three = yes", with_few_open_cards},
        {"two_player", HIGH "hold_one_three = yes; deal_red3_timing = first_turn",
         with_a_held_three},
        {"two_player", HIGH "hold_one_three = yes; threes_mode = both_colours_bonus",
         with_a_held_three},
        {"cutthroat_3", HIGH "hold_one_three = yes", with_a_held_three},
        {"two_player", LOW "talon_first = 2; talon_second = 2", with_talons},
        {"two_player", LOW "reserve_packets = 2; reserve_trigger = hand_empty", with_packets},
        {"two_player", HIGH "upcard_extra_pile = by_rank_value", with_buried_cards},
        {"classic_pagat", DUG, with_dug_threes},
        {"classic_usp", "", with_threes},
    };
    ways *all = malloc(sizeof *all);
    assert_non_null(all);
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        table t;
        position at;
        double freedom;
        if (!find_position(&list[i], &t, &at, all)) fail_msg("%s: no position", list[i].rules);
        draw_worlds(&at, all);
        const double sum = chi_square(all, &freedom), normal = normal_of(sum, freedom);
        print_message("%s %s: %u hidden, %u ways, chi-square %.1f of %.0f, normal %.2f\n",
                      list[i].rules, list[i].overrides, at.hidden, all->count, sum, freedom,
                      normal);
        if (normal > NORMAL_MOST)
            fail_msg("seed %llu: %s %s: chi-square %.1f with %.0f degrees of freedom", SEED,
                     list[i].rules, list[i].overrides, sum, freedom);
    }
    free(all);
}

/* ---- positions in which many cards are hidden: one place at a time ---- */

typedef struct crowd {
    unsigned hidden, threes, closed; /* places; cards; places of hands without a three */
    unsigned left[CN_FACES];
} crowd;

/* True if no three that is laid out at once can be in that hand. Not for rules by which one may be
 * held. */
static bool is_closed(const table *t, unsigned seat)
{
    const cn_rules *rules = &t->rules;
    unsigned turns = 1;
    for (unsigned s = cn_next_seat(rules, t->game.pub.dealer); s != seat;
         s = cn_next_seat(rules, s))
        turns++;
    return rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_AT_DEAL ||
           t->game.pub.turn_number >= turns;
}

static void crowd_card(crowd *c, const cn_rules *rules, cn_card card, unsigned count)
{
    c->left[card] += count;
    c->hidden += count;
    if (cn_is_bonus(rules, cn_card_kind(card))) c->threes += count;
}

static unsigned unknown_size(const table *t, unsigned viewer, unsigned seat)
{
    unsigned size = t->game.hand[seat].size;
    for (cn_card card = 0; card < CN_FACES; card++)
        size -= known_count(&t->view[viewer], seat, card);
    return size;
}

static crowd crowd_of(const table *t, unsigned viewer)
{
    crowd c = {0};
    const cn_rules *rules = &t->rules;
    const cn_game *game = &t->game;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_cards waiting = cn_game_waiting(game, rules, seat);
        for (cn_card card = 0; card < CN_FACES; card++) {
            crowd_card(&c, rules, card, cn_cards_count(&waiting, card));
            if (seat != viewer)
                crowd_card(&c, rules, card,
                           cn_cards_count(&game->hand[seat], card) -
                               known_count(&t->view[viewer], seat, card));
        }
        if (seat != viewer && is_closed(t, seat)) c.closed += unknown_size(t, viewer, seat);
    }
    for (unsigned i = 0; i < cn_public_buried(&game->pub); i++)
        crowd_card(&c, rules, game->deck[game->buried_at + i], 1);
    for (unsigned i = 0; i < game->pub.stock_count; i++)
        crowd_card(&c, rules, game->deck[game->deck_next + i], 1);
    return c;
}

/* How often this face lies at a place of its own. */
static double chance_at(const crowd *c, const cn_rules *rules, cn_card card, bool closed)
{
    const double others = c->hidden - c->threes, open = c->hidden - c->closed;
    if (cn_is_bonus(rules, cn_card_kind(card))) return closed ? 0 : c->left[card] / open;
    const double share = c->left[card] / others;
    return closed ? share : share * (others - c->closed) / open;
}

enum { PLACES_MOST = 8, CROWD_DRAWS = 50000 };

static const double crowd_draws = CROWD_DRAWS;

/* Places of the deck that are the same in the true game and in worlds: the first and last of the
 * stock, of buried cards and of a packet. */
static unsigned places_of(const cn_game *game, const cn_rules *rules, unsigned place[PLACES_MOST])
{
    unsigned count = 0;
    const unsigned buried = cn_public_buried(&game->pub);
    place[count++] = game->deck_next;
    place[count++] = rules->deck_size - 1U;
    if (buried > 0) place[count++] = game->buried_at;
    if (buried > 0) place[count++] = game->buried_at + buried - 1;
    for (unsigned seat = 0; seat < 2 && game->pub.packets[seat] > 0; seat++) {
        const unsigned packet = (unsigned)rules->packet_count - game->pub.packets[seat];
        const unsigned last = (unsigned)rules->p.reserve_packets.value[packet] - 1;
        place[count++] = cn_packet_at(game, rules, seat, packet) + seat * last * rules->seat_count;
    }
    return count;
}

static void check_place(const crowd *c, const cn_rules *rules, const unsigned drawn[CN_FACES],
                        const char *name, unsigned place)
{
    double sum = 0, freedom = -1;
    for (cn_card card = 0; card < CN_FACES; card++) {
        const double expected = crowd_draws * chance_at(c, rules, card, false);
        if (expected == 0) {
            assert_int_equal(drawn[card], 0);
            continue;
        }
        sum += (drawn[card] - expected) * (drawn[card] - expected) / expected;
        freedom++;
    }
    if (normal_of(sum, freedom) > NORMAL_MOST)
        fail_msg("seed %llu: %s, place %u: chi-square %.1f of %.0f", SEED, name, place, sum,
                 freedom);
}

/* The mean number of each face in a hand, within five deviations. */
static void check_hand(const crowd *c, const table *t, unsigned seat, unsigned size,
                       const unsigned drawn[CN_FACES], const char *name)
{
    const bool closed = is_closed(t, seat);
    for (cn_card card = 0; card < CN_FACES; card++) {
        const double chance = chance_at(c, &t->rules, card, closed);
        const double mean = size * chance, most = sqrt(size * chance * crowd_draws);
        if (fabs(drawn[card] - mean * crowd_draws) > 5 * most + 1e-9)
            fail_msg("seed %llu: %s, seat %u, face %u: %u for %.0f", SEED, name, seat, card,
                     drawn[card], mean * crowd_draws);
    }
}

static void draw_crowd(const table *t, unsigned viewer, const char *name)
{
    static const unsigned hands = CN_SEATS_MAX;
    unsigned drawn[CN_SEATS_MAX + PLACES_MOST][CN_FACES] = {{0}}, place[PLACES_MOST];
    const cn_rules *rules = &t->rules;
    const cn_view *view = &t->view[viewer];
    const crowd c = crowd_of(t, viewer);
    cn_stream stream = cn_stream_make(table_seed(), 11, 0);
    cn_unseen unseen;
    unsigned places = 0;
    assert_true(cn_unseen_list(&unseen, view, rules));
    assert_int_equal(unseen.count, c.hidden);
    for (unsigned i = 0; i < CROWD_DRAWS; i++) {
        cn_world world;
        assert_true(cn_imagine(&world, view, rules, &unseen, &stream));
        const cn_game *game = cn_world_game(&world);
        places = places_of(game, rules, place);
        for (unsigned p = 0; p < places; p++) drawn[hands + p][game->deck[place[p]]]++;
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            for (cn_card card = 0; card < CN_FACES && seat != viewer; card++)
                drawn[seat][card] +=
                    cn_cards_count(&game->hand[seat], card) - known_count(view, seat, card);
    }
    for (unsigned p = 0; p < places; p++) check_place(&c, rules, drawn[hands + p], name, p);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (seat != viewer)
            check_hand(&c, t, seat, unknown_size(t, viewer, seat), drawn[seat], name);
}

/* At the first turn, and when a hand has gone on for a while; six packs among them. */
static void every_card_is_as_likely_at_a_place_as_any_other(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned players;
    } list[] = {{"classic_pagat", 4}, {"classic_usp", 4}, {"italian", 4},       {"pennies", 6},
                {"samba", 4},         {"joker", 4},       {"hand_and_foot", 6}, {"two_player", 2}};
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        const cn_rules rules = table_rules_for(list[i].rules, "", list[i].players);
        table t;
        table_start(&t, &rules, 7);
        table_deal(&t);
        draw_crowd(&t, t.game.pub.seat, list[i].rules);
        for (unsigned step = 0; step < 30 || t.game.pub.phase != CN_PHASE_DRAW; step++) {
            if (t.game.pub.phase == CN_PHASE_HAND_END) break;
            table_step(&t, table_random_step(&t));
        }
        if (t.game.pub.phase == CN_PHASE_DRAW) draw_crowd(&t, t.game.pub.seat, list[i].rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_are_as_likely_as_all_ways_counted),
        cmocka_unit_test(every_card_is_as_likely_at_a_place_as_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
