/* Looks at the lesson before anybody asks for it. Not here: its data, which embed_lesson.py makes
 * of a file. Invariant: as in the header. */
#include "server/table/lesson.h"

#include <string.h>

#include "server/table/bot.h"
#include "text/cards/card_text.h"
#include "text/rules/rules_text.h"

bool cn_lesson_is_sound(const cn_lesson *lesson)
{
    cn_rules rules;
    cn_text_error error;
    cn_card deck[CN_DECK_CARDS_MAX];
    size_t bad;
    if (!cn_rules_load(&rules, lesson->rules, lesson->overrides, lesson->players, &error))
        return false;
    const int count =
        cn_cards_parse(lesson->deck, strlen(lesson->deck), deck, CN_DECK_CARDS_MAX, &bad);
    return count == rules.deck_size && cn_deck_valid(&rules, deck) &&
           cn_bot_find(lesson->bot) != NULL && lesson->seat < rules.player_count &&
           lesson->dealer < rules.seat_count;
}
