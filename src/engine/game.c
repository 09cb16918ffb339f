/* The whole game: deal, apply, score.
 * Not here: what a step changes (apply.c). Invariant: a refused step changes nothing. */
#include "canasta/game.h"

#include <assert.h>
#include <string.h>

#include "apply.h"
#include "canasta/invariant.h"
#include "guard.h"
#include "possible.h"

/* Checked after every call in debug builds that ask for it: too slow for ordinary ones. */
static void audit(const cn_game *game, const cn_rules *rules)
{
#ifdef CANASTA_AUDIT
    assert(cn_game_check(game, rules) == NULL);
#else
    (void)game;
    (void)rules;
#endif
}

void cn_game_start(cn_game *game, const cn_rules *rules, unsigned dealer)
{
    memset(game, 0, sizeof *game);
    cn_public_start(&game->pub, rules, dealer);
}

void cn_game_deal(cn_game *game, const cn_rules *rules, const cn_card *deck, cn_event *event)
{
    assert(game->pub.phase == CN_PHASE_START || game->pub.phase == CN_PHASE_SCORED);
    assert(cn_deck_valid(rules, deck));
    cn_event dealt;
    unsigned used;
    cn_deal_event(&dealt, rules, &game->pub, deck, &used);
    memcpy(game->deck, deck, rules->deck_size);
    game->deck_next = (uint8_t)used;
    memcpy(game->hand, dealt.u.deal.hand, sizeof game->hand);
    cn_public_deal(&game->pub, rules, &dealt);
    audit(game, rules);
    if (event != NULL) *event = dealt;
}

/* The cards a draw takes from the stock (P29, P31). */
static void draw_cards(const cn_game *game, const cn_rules *rules, cn_event *event)
{
    unsigned stock = game->pub.stock_count, drawn = 0;
    int32_t reached = 0;
    if (rules->p.short_draw == CN_SHORT_DRAW_END_HAND && (int32_t)stock < rules->p.draw_count)
        stock = 0;
    while (drawn < stock && reached < rules->p.draw_count) {
        cn_guard(drawn < CN_DRAWN_MAX);
        cn_card card = game->deck[game->deck_next + drawn];
        event->u.step.drawn[drawn++] = card;
        reached += cn_card_kind(card) != CN_KIND_RED3;
    }
    event->u.step.drawn_count = (uint8_t)drawn;
}

void cn_game_apply_legal(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event)
{
    cn_public *pub = &game->pub;
    cn_event made; /* only what a step uses is written: this is the hot path */
    made.kind = CN_EVENT_STEP;
    made.seat = pub->seat;
    assert(cn_possible(rules, pub, &game->hand[pub->seat], step.number));
    made.u.step.step = cn_step_named(pub, &game->hand[pub->seat], step);
    made.u.step.drawn_count = 0;
    if (step.number == CN_STEP_DRAW) draw_cards(game, rules, &made);
    cn_hand_step(&game->hand[pub->seat], rules, pub, &made);
    game->deck_next = (uint8_t)(game->deck_next + made.u.step.drawn_count);
    cn_public_step(pub, rules, &made);
    audit(game, rules);
    if (event != NULL) *event = made;
}

cn_reason cn_game_apply(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event)
{
    cn_reason reason = cn_judge(rules, &game->pub, &game->hand[game->pub.seat], step);
    if (reason.code == CN_OK) cn_game_apply_legal(game, rules, step, event);
    return reason;
}

void cn_game_score(cn_game *game, const cn_rules *rules, cn_score *scores, cn_event *event)
{
    assert(game->pub.phase == CN_PHASE_HAND_END);
    cn_score made[CN_SIDES_MAX];
    cn_score_hand(rules, &game->pub, game->hand, made);
    cn_public_score(&game->pub, rules, made);
    if (scores != NULL) memcpy(scores, made, rules->side_count * sizeof *scores);
    if (event == NULL) return;
    memset(event, 0, sizeof *event);
    event->kind = CN_EVENT_SCORE;
    memcpy(event->u.score.hand, game->hand, sizeof game->hand);
}
