/* One table of the environment: an episode, from its first deal to its end.
 * Not here: outputs (env.c). Invariant: outside of a step an outside seat is to act and has a legal
 * action, or the episode is over. */
#include "table.h"

#include <stddef.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "purpose.h"
#include "reward.h"

/* No sane game deals so often, or lets built-in players act so often, before it asks the caller:
 * house rules under which no hand ever gets to a seat end the episode, or
 * leave one that is over from the start. */
enum { HANDS_IN_STEP_MAX = 1000, GUEST_STEPS_MAX = 1000000, EPISODES_UNSEEN_MAX = 1000 };

/* A step as it is made. */
typedef struct making {
    cn_env_table *table;
    cn_env_guest *guests;
    const cn_env_world *world;
    cn_env_outcome *outcome;
    unsigned hands, guest_steps;
} making;

void cn_env_table_seed(cn_env_table *table, cn_env_guest *guests, const cn_env_world *world,
                       uint64_t seed)
{
    table->deck_stream = cn_stream_make(seed, CN_PURPOSE_ENV_DECK, 0);
    table->sample_stream = cn_stream_make(seed, CN_PURPOSE_ENV_SAMPLE, 0);
    for (unsigned i = 0; i < world->guest_count; i++)
        guests[i].stream = cn_stream_make(seed, CN_PURPOSE_ENV_PLAYER, world->guest_seat[i]);
}

static void tell_guests(const making *m, const cn_event *event)
{
    for (unsigned i = 0; i < m->world->guest_count; i++) {
        const cn_event seen = cn_event_for(&m->world->rules, event, m->world->guest_seat[i]);
        const bool told = cn_view_apply(&m->guests[i].view, &m->world->rules, &seen);
        cn_guard(told);
    }
}

static void deal(making *m)
{
    const cn_env_world *world = m->world;
    cn_env_table *table = m->table;
    const bool told = world->guest_count > 0;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event event;
    memcpy(deck, world->deck, world->rules.deck_size);
    cn_shuffle(deck, world->rules.deck_size, &table->deck_stream);
    cn_game_deal(&table->game, &world->rules, deck, told ? &event : NULL);
    if (told) tell_guests(m, &event);
    cn_env_watch_deal(&table->watch, &world->layout, &world->rules, &table->game.pub);
    m->hands++;
}

/* Where cn_cards keeps the suits of a kind that has some. */
static unsigned suits_row(unsigned kind)
{
    return cn_kind_is_three(kind) ? (unsigned)CN_ROW_THREES : kind;
}

/* Makes a lay or a discard and tells which card it took out of the hand: by the step's number,
 * which is quickest, where no card comes to the hand for it. */
static cn_step make_with_card(cn_game *game, const cn_rules *rules, cn_step step)
{
    const cn_cards *hand = &game->hand[game->pub.seat];
    const unsigned kind = cn_step_kind(step.number), row = suits_row(kind);
    if (rules->set_apart || kind == CN_KIND_JOKER) {
        step = cn_step_named(rules, &game->pub, hand, step);
        cn_game_apply_legal(game, rules, step, NULL);
        return step;
    }
    const unsigned before = hand->suits[row];
    cn_game_apply_legal(game, rules, step, NULL);
    const unsigned gone = before - hand->suits[row];
    assert(gone != 0 && (gone & (gone - 1)) == 0);
    return cn_step_make(step.number, cn_card_make(row, cn_suits_lowest(gone) / 4), CN_CARD_NONE);
}

static void make_step(const making *m, cn_step step)
{
    const cn_env_world *world = m->world;
    const cn_rules *rules = &world->rules;
    cn_env_table *table = m->table;
    cn_game *game = &table->game;
    const cn_public *pub = &game->pub;
    const cn_env_actor actor = {pub->seat, pub->side_of[pub->asker]};
    const bool wanted = cn_env_watch_wants_card(&table->watch, &world->layout, pub, step.number);
    cn_event event;
    if (cn_step_is_take(step.number))
        step = cn_step_named(rules, pub, &game->hand[pub->seat], step);
    cn_env_watch_before(&table->watch, &world->layout, rules, pub, step);
    if (world->guest_count > 0) {
        cn_game_apply_legal(game, rules, step, &event);
        step = event.u.step.step;
        tell_guests(m, &event);
    } else if (wanted) {
        step = make_with_card(game, rules, step);
    } else {
        cn_game_apply_legal(game, rules, step, NULL);
    }
    cn_env_watch_after(&table->watch, &world->layout, rules, pub, actor, step);
}

static void score(const making *m)
{
    const cn_env_world *world = m->world;
    cn_env_table *table = m->table;
    const bool told = world->guest_count > 0;
    cn_score scores[CN_SIDES_MAX];
    cn_event event;
    cn_game_score(&table->game, &world->rules, scores, told ? &event : NULL);
    if (told) tell_guests(m, &event);
    cn_env_watch_score(&table->watch, &world->layout, &world->rules, &table->game.pub);
    if (world->config.pay == CN_ENV_PAY_HAND)
        cn_env_reward_hand(&world->rules, &world->config, &table->game.pub, scores,
                           m->outcome->reward);
}

static void end_episode(const making *m, bool truncated)
{
    cn_env_table *table = m->table;
    table->over = 1;
    memset(&table->legal, 0, sizeof table->legal);
    m->outcome->terminated = !truncated;
    m->outcome->truncated = truncated;
    if (m->world->config.pay == CN_ENV_PAY_EPISODE)
        cn_env_reward_episode(&m->world->rules, &m->world->config, &table->game.pub,
                              m->outcome->reward);
}

/* Scores a hand that is over and deals the next one; false if the episode has ended. */
static bool hand_goes_on(making *m)
{
    const cn_public *pub = &m->table->game.pub;
    while (pub->phase == CN_PHASE_HAND_END) {
        score(m);
        if (m->world->config.episode == CN_ENV_EPISODE_HAND || pub->phase == CN_PHASE_GAME_END) {
            end_episode(m, false);
            return false;
        }
        if (m->hands >= HANDS_IN_STEP_MAX) {
            end_episode(m, true);
            return false;
        }
        deal(m);
    }
    return true;
}

static void guest_acts(making *m, unsigned seat)
{
    const cn_env_world *world = m->world;
    unsigned place = 0;
    while (world->guest_seat[place] != seat) place++;
    cn_env_guest *guest = &m->guests[place];
    make_step(m,
              cn_player_choose(world->player[seat], &guest->view, &world->rules, &guest->stream));
    m->guest_steps++;
}

/* Plays on until an outside seat is to act. */
static void go_on(making *m)
{
    cn_env_table *table = m->table;
    const cn_env_world *world = m->world;
    const cn_public *pub = &table->game.pub;
    while (hand_goes_on(m)) {
        if (!world->is_guest[pub->seat]) {
            table->seat = pub->seat;
            table->legal = cn_legal(&world->rules, pub, &table->game.hand[pub->seat]);
            return;
        }
        if (m->guest_steps >= GUEST_STEPS_MAX) {
            end_episode(m, true);
            return;
        }
        guest_acts(m, pub->seat);
    }
}

/* The first seat that is the caller's. */
static uint8_t first_outside(const cn_env_world *world)
{
    uint8_t seat = 0;
    while (world->is_guest[seat]) seat++;
    return seat;
}

static void start_game(const making *m)
{
    const cn_env_world *world = m->world;
    cn_env_table *table = m->table;
    const unsigned dealer = cn_stream_below(&table->deck_stream, world->rules.seat_count);
    table->steps = table->over = 0;
    table->seat = first_outside(world);
    table->reason = (cn_reason){CN_OK, 0, 0};
    memset(table->pending, 0, sizeof table->pending);
    cn_game_start(&table->game, &world->rules, dealer);
    for (unsigned i = 0; i < world->guest_count; i++)
        cn_view_start(&m->guests[i].view, &world->rules, world->guest_seat[i], dealer, 0, NULL);
}

void cn_env_table_begin(cn_env_table *table, cn_env_guest *guests, const cn_env_world *world)
{
    cn_env_outcome unseen = {.reward = table->pending};
    table->over = 1;
    for (unsigned tries = 0; table->over && tries < EPISODES_UNSEEN_MAX; tries++) {
        making m = {.table = table, .guests = guests, .world = world, .outcome = &unseen};
        start_game(&m);
        deal(&m);
        go_on(&m);
    }
}

static void pay_pending(cn_env_table *table, const cn_env_world *world, float *reward)
{
    for (unsigned seat = 0; seat < world->rules.seat_count; seat++) {
        reward[seat] += table->pending[seat];
        table->pending[seat] = 0;
    }
}

static cn_reason refusal(const cn_env_table *table, const cn_env_world *world, int32_t action)
{
    const cn_public *pub = &table->game.pub;
    if (table->over) return (cn_reason){CN_REASON_OVER, 0, 0};
    if (action < 0 || action >= CN_STEPS) return (cn_reason){CN_REASON_STEP, 0, 0};
    const cn_step step = cn_step_make((unsigned)action, CN_CARD_NONE, CN_CARD_NONE);
    const cn_reason reason = cn_judge(&world->rules, pub, &table->game.hand[pub->seat], step);
    return reason.code != CN_OK ? reason : (cn_reason){CN_REASON_STEP, 0, 0};
}

bool cn_env_table_step(cn_env_table *table, cn_env_guest *guests, const cn_env_world *world,
                       int32_t action, cn_env_outcome *outcome)
{
    if (action < 0 || !cn_mask_has(&table->legal, (unsigned)action)) {
        table->reason = refusal(table, world, action);
        return false;
    }
    making m = {.table = table, .guests = guests, .world = world, .outcome = outcome};
    table->reason = (cn_reason){CN_OK, 0, 0};
    if (table->steps++ == 0) pay_pending(table, world, outcome->reward);
    make_step(&m, cn_step_make((unsigned)action, CN_CARD_NONE, CN_CARD_NONE));
    go_on(&m);
    if (!table->over && world->config.steps_max > 0 && table->steps >= world->config.steps_max)
        end_episode(&m, true);
    return true;
}
