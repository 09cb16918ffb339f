/* The reasons of a hint as sentences, spoken to the one who is to act.
 * Not here: which reasons there are (players/book.h). Invariant: a sentence names no card that the
 * seat does not know. */
#include <string.h>

#include "canasta/rules.h"
#include "hint/hint.h"
#include "text/explain/explain_parts.h"

enum { LIKELY = 10, PROBABLE = 50, NEARLY_SURE = 95 }; /* % of risk */

/* "kings", "black threes", "jokers", "wild cards" for what cards or a meld are. */
static const char *many_of(unsigned meld)
{
    switch (meld) {
    case CN_KIND_BLACK3: return "black threes";
    case CN_MELD_WILD: return "wild cards";
    default: return cn_rank_plural(meld);
    }
}

/* "a meld of kings", "two unfinished melds of kings", "a sequence". */
static void say_meld(cn_writer *w, const char *before, const char *noun, unsigned meld)
{
    const bool plural = noun[strlen(noun) - 1] == 's';
    if (meld == CN_MELD_SEQUENCE)
        cn_write(w, "%s sequence%s", before, plural ? "s" : "");
    else
        cn_write(w, "%s %s of %s", before, noun, many_of(meld));
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

/* The same at the beginning of a sentence. */
static void begin_with(cn_writer *w, unsigned kind)
{
    const char *one = one_of(kind);
    cn_write(w, "%c%s", one[0] - 'a' + 'A', one + 1);
}

/* How a seat stands to the one that is spoken to. */
static const char *whom(const cn_view *view, const cn_rules *rules, unsigned seat)
{
    if (cn_partner(rules, &view->pub, view->seat) == seat) return "Your partner";
    return cn_next_seat(rules, view->seat) == seat ? "The next player" : "Another player";
}

static void say_draw(cn_writer *w, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_NOTHING_TO_TAKE: cn_write(w, "You cannot take the pile."); break;
    case CN_BOOK_WANTS_TOP:
        begin_with(w, (unsigned)why->a);
        cn_write(w, " completes a canasta of yours: it is worth more than an unknown card.");
        break;
    case CN_BOOK_TAKES_PILE:
        cn_write(w, "The pile is worth taking: %s, %s.", cn_several(why->a, "card").text,
                 cn_several(why->b, "point").text);
        break;
    case CN_BOOK_OPENS_WITH_PILE:
        cn_write(w, "Taking the pile opens your side, which needs %s for it.",
                 cn_several(why->a, "point").text);
        break;
    case CN_BOOK_PILE_TOO_SMALL:
        cn_write(w,
                 "The pile has only %s: taking it uses up cards and shows them. From %s on it is "
                 "worth that.",
                 cn_several(why->a, "card").text, cn_several(why->b, "card").text);
        break;
    case CN_BOOK_PILE_HAS_THREES:
        cn_write(w, "The pile has %s, which you could only discard again one by one.",
                 cn_several(why->a, "three").text);
        break;
    case CN_BOOK_SEEKS_SPECIAL:
        cn_write(w, "You are close to a special hand of %s: %s %s missing.",
                 cn_several(why->b, "point").text, cn_several(why->a, "card").text,
                 why->a == 1 ? "is" : "are");
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
        cn_write(w, "You could open now, but with %s in hand you can wait and open with the pile.",
                 cn_several(why->a, "card").text);
        break;
    case CN_BOOK_SPECIAL_HAND: cn_write(w, "Your cards make a special hand."); break;
    case CN_BOOK_LAYS_OUT_THREE:
        cn_write(w, "The three is worth more on the table than in your hand.");
        break;
    default: break;
    }
}

static void say_lay(cn_writer *w, const cn_book_why *why)
{
    const unsigned meld = (unsigned)why->a;
    switch (why->reason) {
    case CN_BOOK_COMPLETES:
        cn_write(w, "This completes ");
        say_meld(w, "a", "canasta", meld);
        break;
    case CN_BOOK_ADDS:
        cn_write(w, "This adds to ");
        say_meld(w, "your", "meld", meld);
        cn_write(w, ", which has %s", cn_several(why->b, "card").text);
        break;
    case CN_BOOK_BEGINS_MELD:
        cn_write(w, "This begins ");
        say_meld(w, "a", "meld", meld);
        break;
    case CN_BOOK_JOINS:
        say_meld(w, "Two unfinished", "melds", meld);
        cn_write(w, " become one");
        break;
    case CN_BOOK_SWAPS:
        begin_with(w, meld);
        cn_write(w, " takes the place of %s, which comes to your hand", one_of((unsigned)why->b));
        break;
    default: return;
    }
    cn_write_char(w, '.');
}

static void say_haste(cn_writer *w, const cn_view *view, const cn_rules *rules,
                      const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_HOLDS_WILDS:
        cn_write(w, "Keep your wild card%s until one of your melds has %s.", why->a == 1 ? "" : "s",
                 cn_several(why->b, "card").text);
        break;
    case CN_BOOK_KEEPS_CARDS:
        cn_write(w, "Keep cards that would fit your melds: with few cards in hand you can hardly "
                    "take the pile.");
        break;
    case CN_BOOK_SAVES_WILDS:
        cn_write(w, "Keep your wild card%s for pairs: so your hand is empty sooner.",
                 why->a == 1 ? "" : "s");
        break;
    case CN_BOOK_KEEPS_RUN:
        cn_write(w, "Keep the %s that may make a sequence.", many_of((unsigned)why->a));
        break;
    case CN_BOOK_WONT_FINISH:
        cn_write(w, "Do not begin ");
        say_meld(w, "a", "meld", (unsigned)why->a);
        cn_write(w, " that costs points while it is unfinished.");
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

/* It goes on though it could go out: the table is its own. */
static void say_stay(cn_writer *w, const cn_book_why *why)
{
    if (why->a <= why->b)
        cn_write(w, "There is more to win by playing on than by going out now.");
    else
        cn_write(w,
                 "Your side has %s on the table and the others %s%s: there is more to win by "
                 "playing on.",
                 cn_several(why->a, "meld").text, why->b > 0 ? "at most " : "",
                 why->b > 0 ? cn_number(why->b).text : "none");
}

static void say_out(cn_writer *w, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_GOES_OUT:
        if (why->a > 0)
            cn_write(w, "Going out catches about %s in the other hands.",
                     cn_several(why->a, "point").text);
        else
            cn_write(w, "You can go out.");
        break;
    case CN_BOOK_WINS_GAME: cn_write(w, "That should win the game."); break;
    case CN_BOOK_WOULD_LOSE_GAME:
        cn_write(w, "If the hand ended now, your side would lose the game.");
        break;
    case CN_BOOK_STAYS_FOR_MORE: say_stay(w, why); break;
    case CN_BOOK_PARTNER_UNREADY:
        cn_write(w, "Going out now would catch your own side with %s.",
                 cn_several(why->a, "card").text);
        break;
    case CN_BOOK_ASKS_PARTNER:
        cn_write(w, "Your partner holds %s, so ask first.", cn_several(why->a, "card").text);
        break;
    case CN_BOOK_WAS_TOLD: cn_write(w, "Your partner said %s.", why->a ? "yes" : "no"); break;
    default: break;
    }
}

/* A risk in words: nobody at a table counts in hundredths. */
static const char *how_likely(int risk)
{
    if (risk >= NEARLY_SURE) return "would";
    if (risk >= PROBABLE) return "will probably";
    return risk >= LIKELY ? "may well" : "might";
}

static void say_wanted(cn_writer *w, unsigned kind, int risk)
{
    cn_write(w, "Not %s: the next player %s take the pile with it.", one_of(kind),
             how_likely(risk));
}

static void say_safety(cn_writer *w, const cn_book_why *why)
{
    const unsigned kind = (unsigned)why->a;
    switch (why->reason) {
    case CN_BOOK_SAFE:
        begin_with(w, kind);
        if (why->b == 0)
            cn_write(w, " is safe: the next player cannot take the pile with it.");
        else
            cn_write(w, " is fairly safe: the next player can hardly take the pile with it.");
        break;
    case CN_BOOK_LEAST_RISK:
        if (why->b >= NEARLY_SURE)
            cn_write(w, "Whatever you discard, the next player would take the pile.");
        else
            cn_write(w, "No card is safe; %s is the least bad.", one_of(kind));
        break;
    case CN_BOOK_NEXT_WANTS: say_wanted(w, kind, why->b); break;
    case CN_BOOK_NEXT_HOLDS:
        cn_write(w, "Not %s: the next player is known to hold %s.", one_of(kind), many_of(kind));
        break;
    case CN_BOOK_WOULD_FEED:
        cn_write(w, "Not %s: it would complete a canasta of the next player.", one_of(kind));
        break;
    default: break;
    }
}

static void say_keeping(cn_writer *w, const cn_book_why *why)
{
    const unsigned kind = (unsigned)why->a;
    switch (why->reason) {
    case CN_BOOK_USELESS:
        begin_with(w, kind);
        cn_write(w, " is what you can best spare.");
        break;
    case CN_BOOK_SAVES_FOR_OPENING:
        cn_write(w, "Your opening needs many points, so keep %s for it.", one_of(kind));
        break;
    case CN_BOOK_KEEPS_PAIR:
        cn_write(w, "Keep your pair of %s: it may take the pile.", many_of(kind));
        break;
    case CN_BOOK_KEEPS_BLACK3:
        cn_write(w, "Keep the black three for a pile that must be stopped.");
        break;
    default: break;
    }
}

static void say_pile(cn_writer *w, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_FREEZES: cn_write(w, "A wild card freezes the pile"); break;
    case CN_BOOK_STOPS: cn_write(w, "A black three keeps the next player from the pile"); break;
    default: return;
    }
    if (why->a > 0) cn_write(w, " of %s", cn_several(why->a, "card").text);
    cn_write_char(w, '.');
}

void cn_write_hint_reason(cn_writer *writer, const cn_view *view, const cn_rules *rules,
                          const cn_book_why *why)
{
    say_draw(writer, why);
    say_opening(writer, why);
    say_lay(writer, why);
    say_haste(writer, view, rules, why);
    say_out(writer, why);
    say_safety(writer, why);
    say_keeping(writer, why);
    say_pile(writer, why);
}
