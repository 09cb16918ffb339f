/* Looks at what a seat imagines at one position: whether the true cards are possible, whether a
 * world is lawful and looks the same. Not here: positions. Invariant: a failure names its seed and
 * rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/invariant.h"
#include "engine/view/world.h"
#include "imagine_check.h"
#include "random/imagine.h"

enum {
    LOOK_EVERY = 9,      /* one step in so many is looked at, */
    PLAY_OUT_EVERY = 12, /* and one world in so many is played to its end */
};

/* Every failure tells how to meet it again. */
#define fail_at(about, ...)                                                                        \
    do {                                                                                           \
        print_error("seed %llu, %s: ", (unsigned long long)table_seed(), about);                   \
        fail_msg(__VA_ARGS__);                                                                     \
    } while (false)

static unsigned threes_that_are_laid_out(const cn_rules *rules, const cn_cards *cards,
                                         unsigned suits)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < suits; suit++) {
        const cn_card card = cn_card_make(CN_ROW_THREES, suit);
        if (cn_is_bonus(rules, cn_card_kind(card))) count += cn_cards_count(cards, card);
    }
    return count;
}

/* The list of what a seat has not seen leaves room for these cards: those of the true game, and of
 * its worlds. */
static void check_cards(const cn_game *game, const cn_rules *rules, unsigned seat,
                        const cn_unseen *unseen)
{
    int left[CN_FACES] = {0};
    for (unsigned i = 0; i < unseen->count; i++) left[unseen->card[i]]++;
    for (unsigned other = 0; other < rules->seat_count; other++)
        for (cn_card card = 0; card < CN_FACES; card++) {
            const int known = (int)cn_cards_count(&unseen->known[other], card);
            const int held = (int)cn_cards_count(&game->hand[other], card);
            if (known > held) fail_at(rules->name, "seat %u knows too much", seat);
            left[card] -= held - known;
        }
    for (cn_card card = 0; card < CN_FACES; card++)
        if (left[card] < 0) fail_at(rules->name, "seat %u has seen what is hidden", seat);
    for (unsigned i = 0; i < unseen->hand_count; i++) {
        const cn_unseen_hand *hand = &unseen->hand[i];
        const cn_cards *held = &game->hand[hand->seat], *known = &unseen->known[hand->seat];
        const unsigned threes = threes_that_are_laid_out(rules, held, CN_SUITS) -
                                threes_that_are_laid_out(rules, known, CN_SUITS);
        if (threes < hand->threes_least || threes > hand->threes_most)
            fail_at(rules->name, "%u threes in the hand of seat %u", threes, hand->seat);
        if (hand->threes_least > 0 && threes_that_are_laid_out(rules, held, hand->three_suits) == 0)
            fail_at(rules->name, "the three of seat %u is a higher one", hand->seat);
    }
}

static void check_world(const cn_world *world, const cn_view *view, const cn_rules *rules)
{
    const cn_game *game = cn_world_game(world);
    const char *wrong = cn_game_check(game, rules);
    if (wrong == NULL) wrong = cn_view_check(view, game, rules);
    if (wrong != NULL) fail_at(rules->name, "seat %u: %s", view->seat, wrong);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_view seen;
        cn_world_view(world, view, seat, &seen);
        wrong = cn_view_check(&seen, game, rules);
        if (wrong != NULL) fail_at(rules->name, "seat %u as %u: %s", view->seat, seat, wrong);
    }
}

/* Random steps to the end of the hand: none is missing, and the view follows. */
static void play_out(const cn_world *start, const cn_view *before, const cn_rules *rules,
                     cn_stream *stream)
{
    cn_world world;
    cn_view view = *before;
    cn_event event;
    cn_world_copy(&world, start);
    while (cn_world_public(&world)->phase != CN_PHASE_HAND_END) {
        const cn_mask legal = cn_world_legal(&world, rules);
        const unsigned count = cn_mask_count(&legal);
        if (count == 0) fail_at(rules->name, "a world without a legal step");
        const unsigned number = cn_mask_nth(&legal, cn_stream_below(stream, count));
        cn_world_apply(&world, rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE), &event);
        const cn_event seen = cn_event_for(rules, &event, view.seat);
        if (!cn_view_apply(&view, rules, &seen))
            fail_at(rules->name, "seat %u refuses a step of its world", view.seat);
        const char *wrong = cn_view_check(&view, cn_world_game(&world), rules);
        if (wrong != NULL) fail_at(rules->name, "later %s", wrong);
    }
    cn_world_score(&world, rules, NULL, &event);
    assert_true(cn_view_apply(&view, rules, &event));
}

void imagine_check(const table *t, unsigned seat, cn_stream *mind, imagine_counts *c)
{
    const cn_view *view = &t->view[seat];
    const cn_rules *rules = &t->rules;
    cn_unseen unseen;
    cn_world world;
    if (!cn_unseen_list(&unseen, view, rules))
        fail_at(rules->name, "seat %u has nothing to imagine", seat);
    check_cards(&t->game, rules, seat, &unseen);
    if (cn_stream_below(mind, LOOK_EVERY) != 0) return;
    c->limited += unseen.limited;
    c->doubtful += unseen.doubtful;
    for (unsigned other = 0; other < rules->seat_count; other++)
        if (other != seat && unseen.known[other].size > 0) c->with_known++;
    memset(&world, 0xFF, sizeof world); /* what is not filled in leads nowhere */
    if (!cn_imagine(&world, view, rules, &unseen, mind)) {
        assert_true(unseen.doubtful);
        c->not_found++;
        return;
    }
    c->worlds++;
    check_world(&world, view, rules);
    check_cards(cn_world_game(&world), rules, seat, &unseen);
    if (cn_stream_below(mind, PLAY_OUT_EVERY) != 0) return;
    c->played_out++;
    play_out(&world, view, rules, mind);
}
