/* Decks made up for a test. Not here: claims. Invariant: every card of the pack is used once. */
#include "decks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/invariant.h"
#include "text/cards/card_text.h"

cn_card deck_card(const char *text)
{
    cn_card found;
    if (cn_card_parse(text, &found) == 0) fail_msg("bad card %s", text);
    return found;
}

static unsigned parse(const char *text, cn_card *cards)
{
    size_t bad;
    int count = cn_cards_parse(text, strlen(text), cards, CN_DECK_CARDS_MAX, &bad);
    if (count < 0) fail_msg("bad cards %s", text);
    return (unsigned)count;
}

/* Naturals lie on top, red threes at the bottom. */
static unsigned depth(cn_card card)
{
    unsigned kind = cn_card_kind(card);
    if (kind < CN_RANKS) return 0;
    if (kind == CN_KIND_BLACK3) return 1;
    return kind == CN_KIND_RED3 ? 3 : 2;
}

void deck_make(const cn_rules *rules, cn_card *deck, const deck_at *at, unsigned count)
{
    cn_card sorted[CN_DECK_CARDS_MAX];
    unsigned left[CN_FACES] = {0};
    cn_deck_sorted(rules, sorted);
    for (unsigned i = 0; i < rules->deck_size; i++) left[sorted[i]]++;
    memset(deck, CN_CARD_NONE, rules->deck_size);
    for (unsigned i = 0; i < count; i++) {
        cn_card cards[CN_DECK_CARDS_MAX];
        unsigned size = parse(at[i].cards, cards);
        for (unsigned j = 0; j < size; j++) {
            unsigned place = at[i].place + j * at[i].stride;
            if (place >= rules->deck_size || deck[place] != CN_CARD_NONE || left[cards[j]] == 0)
                fail_msg("%s does not fit the deck at %u", at[i].cards, place);
            deck[place] = cards[j];
            left[cards[j]]--;
        }
    }
    unsigned place = 0;
    for (unsigned level = 0; level < 4; level++) {
        for (cn_card card = 0; card < CN_FACES; card++) {
            for (; depth(card) == level && left[card] > 0; left[card]--) {
                while (deck[place] != CN_CARD_NONE) place++;
                deck[place] = card;
            }
        }
    }
}

static void tell(table *t, const cn_event *event)
{
    const char *wrong = cn_game_check(&t->game, &t->rules);
    if (wrong != NULL) fail_msg("%s", wrong);
    for (unsigned seat = 0; seat < t->rules.seat_count; seat++) {
        cn_event seen = cn_event_for(&t->rules, event, seat);
        if (!cn_view_apply(&t->view[seat], &t->rules, &seen)) fail_msg("view %u refuses", seat);
        wrong = cn_view_check(&t->view[seat], &t->game, &t->rules);
        if (wrong != NULL) fail_msg("view %u: %s", seat, wrong);
    }
}

void deck_start(table *t, const cn_rules *rules, unsigned dealer)
{
    table_start(t, rules, 1);
    cn_game_start(&t->game, &t->rules, dealer);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&t->view[seat], &t->rules, seat, dealer, 0, NULL);
}

void deck_deal(table *t, const cn_card *deck, cn_event *event)
{
    cn_event dealt;
    cn_game_deal(&t->game, &t->rules, deck, &dealt);
    tell(t, &dealt);
    if (event != NULL) *event = dealt;
}

void deck_play(table *t, const cn_rules *rules, const deck_at *at, unsigned count)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    deck_make(rules, deck, at, count);
    deck_start(t, rules, 0);
    deck_deal(t, deck, NULL);
}

cn_event deck_event(table *t, unsigned number, const char *cards)
{
    cn_card named[CN_DECK_CARDS_MAX] = {CN_CARD_NONE, CN_CARD_NONE};
    if (parse(cards, named) < 2) named[1] = CN_CARD_NONE;
    if (cards[0] == '\0') named[0] = CN_CARD_NONE;
    cn_event event;
    const cn_reason reason = table_apply(t, cn_step_make(number, named[0], named[1]), &event);
    if (reason.code != CN_OK) fail_msg("step %u: %s", number, cn_reason_name(reason.code));
    tell(t, &event);
    return event;
}

void deck_step(table *t, unsigned number, const char *cards)
{
    (void)deck_event(t, number, cards);
}

void deck_bury_stock(cn_game *game, unsigned left)
{
    cn_public *pub = &game->pub;
    const unsigned gone = pub->stock_count - left;
    memmove(pub->pile + gone, pub->pile, pub->pile_count);
    memcpy(pub->pile, game->deck + game->deck_next, gone);
    pub->pile_count = (uint16_t)(pub->pile_count + gone);
    cn_public_count_pile(pub);
    game->deck_next = (uint16_t)(game->deck_next + gone);
    pub->stock_count = (uint16_t)left;
}

unsigned deck_held(const table *t, unsigned seat, const char *card)
{
    return cn_cards_count(&t->game.hand[seat], deck_card(card));
}

static unsigned first_discard(const table *t)
{
    const cn_public *pub = &t->game.pub;
    cn_mask legal = cn_legal(&t->rules, pub, &t->game.hand[pub->seat]);
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        if (cn_mask_has(&legal, CN_STEP_DISCARD + kind)) return CN_STEP_DISCARD + kind;
    fail_msg("seat %u can discard nothing", pub->seat);
    return CN_STEPS;
}

void deck_draw_down(table *t, unsigned stock_count)
{
    while (t->game.pub.stock_count > stock_count) {
        deck_step(t, CN_STEP_DRAW, "");
        deck_step(t, first_discard(t), "");
    }
    assert_int_equal(t->game.pub.stock_count, stock_count);
}
