/* The reasons of a hint as sentences, spoken to the one who is to act.
 * Not here: which reasons there are (players/book.h). Invariant: a sentence names no card that the
 * seat does not know. */
#include "canasta/rules.h"
#include "hint/hint.h"
#include "text/explain_parts.h"

/* "kings", "black threes", "jokers", "wild cards", "one suit" for what cards or a meld are. */
static const char *many_of(unsigned meld)
{
    switch (meld) {
    case CN_KIND_BLACK3: return "black threes";
    case CN_MELD_WILD: return "wild cards";
    case CN_MELD_SEQUENCE: return "one suit in order";
    default: return cn_rank_plural(meld);
    }
}

static const char *one_of(unsigned kind)
{
    switch (kind) {
    case CN_KIND_BLACK3: return "a black three";
    case CN_KIND_RED3: return "a red three";
    case CN_KIND_JOKER: return "a joker";
    default: return cn_rank_one(kind);
    }
}

/* How a seat stands to the one that is spoken to. */
static const char *whom(const cn_view *view, const cn_rules *rules, unsigned seat)
{
    if (seat == view->seat) return "You";
    if (cn_partner(rules, &view->pub, view->seat) == seat) return "Your partner";
    return cn_next_seat(rules, view->seat) == seat ? "The next player" : "Another player";
}

static void say_draw(cn_writer *w, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_NOTHING_TO_TAKE: cn_write(w, "You cannot take the pile."); break;
    case CN_BOOK_TAKES_PILE:
        cn_write(w, "The pile is worth taking: %s, %s.", cn_several(why->a, "card").text,
                 cn_several(why->b, "point").text);
        break;
    case CN_BOOK_OPENS_WITH_PILE:
        cn_write(w, "Taking the pile opens your side with the %d it needs.", why->a);
        break;
    case CN_BOOK_PILE_TOO_SMALL:
        cn_write(w,
                 "A pile of %s is too small for what taking it shows and costs; from %d on it is "
                 "worth it.",
                 cn_several(why->a, "card").text, why->b);
        break;
    case CN_BOOK_SEEKS_SPECIAL:
        cn_write(w, "A special hand of %s is near: %s missing.", cn_several(why->b, "point").text,
                 cn_several(why->a, "card").text);
        break;
    case CN_BOOK_TAKE_COSTS_MORE:
        cn_write(w,
                 "Taking the pile would begin melds that cost points while they are unfinished.");
        break;
    default: break;
    }
}

static void say_opening(cn_writer *w, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_OPENS_NOW: cn_write(w, "It is time to open."); break;
    case CN_BOOK_WAITS_TO_OPEN:
        cn_write(w, "You could open, but with %s in hand you can still open with the pile.",
                 cn_several(why->a, "card").text);
        break;
    case CN_BOOK_SPECIAL_HAND: cn_write(w, "Your cards are a special hand."); break;
    case CN_BOOK_LAYS_OUT_THREE:
        cn_write(w, "The three in your hand is worth more on the table.");
        break;
    default: break;
    }
}

static void say_lay(cn_writer *w, const cn_view *view, const cn_rules *rules,
                    const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_COMPLETES:
        cn_write(w, "It completes a canasta of %s.", many_of((unsigned)why->a));
        break;
    case CN_BOOK_ADDS:
        cn_write(w, "A meld of %s with %s grows.", many_of((unsigned)why->a),
                 cn_several(why->b, "card").text);
        break;
    case CN_BOOK_BEGINS_MELD:
        cn_write(w, "It begins a meld of %s.", many_of((unsigned)why->a));
        break;
    case CN_BOOK_JOINS:
        cn_write(w, "Two unfinished melds of %s become one.", many_of((unsigned)why->a));
        break;
    case CN_BOOK_HOLDS_WILDS:
        cn_write(w, "%s in hand until a meld has %s.",
                 why->a == 1 ? "Your wild card stays" : "Your wild cards stay",
                 cn_several(why->b, "card").text);
        break;
    case CN_BOOK_KEEPS_CARDS:
        cn_write(w, "Cards that fit stay in hand: with few cards you can hardly take the pile.");
        break;
    case CN_BOOK_OTHERS_NEAR_OUT:
        cn_write(w, "%s has only %s left and may go out soon.", whom(view, rules, (unsigned)why->a),
                 cn_several(why->b, "card").text);
        break;
    case CN_BOOK_STOCK_IS_LOW:
        cn_write(w, "The hand may end soon: the stock has %s.", cn_several(why->a, "card").text);
        break;
    default: break;
    }
}

static void say_out(cn_writer *w, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_GOES_OUT:
        cn_write(w, "Going out catches about %s in the other hands.",
                 cn_several(why->a, "point").text);
        break;
    case CN_BOOK_WINS_GAME: cn_write(w, "The game would be won."); break;
    case CN_BOOK_WOULD_LOSE_GAME:
        cn_write(w, "If the hand ended now, the game would be lost.");
        break;
    case CN_BOOK_STAYS_FOR_MORE:
        cn_write(w, "Your side rules the table, %s to %d: there is more to win by playing on.",
                 cn_several(why->a, "meld").text, why->b);
        break;
    case CN_BOOK_PARTNER_UNREADY:
        cn_write(w, "Your own side would be caught with %s.", cn_several(why->a, "card").text);
        break;
    case CN_BOOK_ASKS_PARTNER:
        cn_write(w, "Your partner holds %s, so ask first.", cn_several(why->a, "card").text);
        break;
    case CN_BOOK_WAS_TOLD: cn_write(w, "Your partner said %s.", why->a ? "yes" : "no"); break;
    default: break;
    }
}

static void say_discard(cn_writer *w, const cn_book_why *why)
{
    const char *one = one_of((unsigned)why->a);
    switch (why->reason) {
    case CN_BOOK_SAFE:
        if (why->b == 0)
            cn_write(w, "The next player cannot take the pile with %s.", one);
        else
            cn_write(w, "The next player can hardly take the pile with %s (about %d %%).", one,
                     why->b);
        break;
    case CN_BOOK_LEAST_RISK:
        cn_write(w, "No card is safe; %s is the least bad (about %d %%).", one, why->b);
        break;
    case CN_BOOK_USELESS: cn_write(w, "Your hand misses %s least.", one); break;
    case CN_BOOK_NEXT_WANTS:
        cn_write(w, "Not %s: the next player may well take the pile with it (about %d %%).", one,
                 why->b);
        break;
    case CN_BOOK_NEXT_HOLDS:
        cn_write(w, "The next player is known to hold %s.", many_of((unsigned)why->a));
        break;
    case CN_BOOK_SAVES_FOR_OPENING:
        cn_write(w, "The opening needs many points, so %s is kept.", one);
        break;
    case CN_BOOK_KEEPS_PAIR:
        cn_write(w, "The pair of %s is kept: it may take the pile.", many_of((unsigned)why->a));
        break;
    default: break;
    }
}

static void say_pile(cn_writer *w, const cn_book_why *why)
{
    const cn_phrase pile = cn_several(why->a, "card");
    switch (why->reason) {
    case CN_BOOK_FREEZES: cn_write(w, "A wild card freezes the pile of %s.", pile.text); break;
    case CN_BOOK_STOPS:
        cn_write(w, "A black three keeps the next player from the pile of %s.", pile.text);
        break;
    case CN_BOOK_KEEPS_BLACK3:
        cn_write(w, "The black three is kept for a pile that must be stopped.");
        break;
    default: break;
    }
}

void cn_write_hint_reason(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                          const cn_book_why *why)
{
    say_draw(writer, why);
    say_opening(writer, why);
    say_lay(writer, view, rules, why);
    say_out(writer, why);
    say_discard(writer, why);
    say_pile(writer, why);
}
