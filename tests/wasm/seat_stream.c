/* Plays a game natively and prints what one seat is told, with all that its view must then say.
 * Not here: the comparison; web/tests/engine.test.ts feeds the lines to the WebAssembly build.
 * Invariant: the same arguments print the same bytes; what is wrong natively ends the program.
 *
 * Lines: `start VIEW`, `event EVENT`; after each `hash`, `game` (what the game itself says: phase
 * seat stock pile counts..., then `:` and the legal step numbers if this seat is to act) and
 * `view JSON`; sometimes `judge PLAY`, followed by `verdict JSON`; `place GROUPS|CARDS`, followed
 * by `targets JSON`; and `refuse TEXT`, a damaged event that cannot be taken in here. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canasta/game.h"
#include "canasta/invariant.h"
#include "players/player.h"
#include "text/cards/play_text.h"
#include "text/events/event_text.h"
#include "text/events/verdict.h"
#include "text/events/view_json.h"
#include "text/rules/rules_text.h"

enum {
    LOOKER = CN_SEATS_MAX,
    JUDGE_EVERY = 5,
    TEXT_BYTES = CN_VIEW_JSON_MAX + 4096,
    GROUP_CARDS = 9
};

typedef struct stream {
    cn_rules rules;
    cn_game game;
    cn_view view[CN_SEATS_MAX + 1]; /* the last one looks on */
    cn_stream deal, play, mind;     /* shuffles, players, plays that are only judged */
    unsigned seat;                  /* index of the view that is printed */
    unsigned event_count;
    const cn_player *player[CN_SEATS_MAX];
} stream;

static void fail(const char *what)
{
    fprintf(stderr, "seat_stream: %s\n", what);
    exit(1);
}

static const cn_view *shown(const stream *s)
{
    return &s->view[s->seat];
}

static void print_text(const char *name, const cn_writer *writer)
{
    if (writer->overflow) fail("a text does not fit");
    printf("%s %s\n", name, writer->out);
}

static void print_game(const stream *s)
{
    const cn_public *pub = &s->game.pub;
    printf("game %u %u %u %u", pub->phase, pub->seat, pub->stock_count, pub->pile_count);
    for (unsigned seat = 0; seat < s->rules.seat_count; seat++)
        printf(" %u", s->game.hand[seat].size);
    printf(" :");
    if (pub->seat == shown(s)->seat) {
        cn_mask legal = cn_legal(&s->rules, pub, &s->game.hand[pub->seat]);
        for (unsigned i = 0; i < cn_mask_count(&legal); i++) printf(" %u", cn_mask_nth(&legal, i));
    }
    printf("\n");
}

static void print_view(const stream *s)
{
    static char text[TEXT_BYTES];
    cn_writer writer = cn_writer_make(text, sizeof text);
    printf("hash %016" PRIx64 "\n", cn_view_hash(shown(s), &s->rules));
    print_game(s);
    cn_write_view_json(&writer, &s->rules, shown(s));
    print_text("view", &writer);
}

static cn_verdict judge(const stream *s, const char *play)
{
    static char text[TEXT_BYTES];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_verdict verdict = cn_view_judge(shown(s), &s->rules, play, strlen(play));
    printf("judge %s\n", play);
    cn_write_verdict_json(&writer, &s->rules, &verdict);
    print_text("verdict", &writer);
    bool accepted = verdict.readable && verdict.reason.code == CN_OK;
    if (accepted != verdict.has_after)
        fail("an accepted play, and only that, has a table after it");
    return verdict;
}

static cn_card any_card_of(cn_stream *mind, const cn_cards *cards, unsigned kind)
{
    cn_card list[CN_DECK_CARDS_MAX], fit[CN_DECK_CARDS_MAX];
    unsigned count = cn_cards_list(cards, list), fits = 0;
    for (unsigned i = 0; i < count; i++)
        if (cn_card_kind(list[i]) == kind) fit[fits++] = list[i];
    return fits == 0 ? (cn_card)CN_CARD_NONE : fit[cn_stream_below(mind, fits)];
}

/* A step of a random legal number with its cards named, as a play in text names them. */
static cn_step random_legal_step(stream *s, const cn_view *view)
{
    cn_mask legal = cn_view_legal(view, &s->rules);
    unsigned number = cn_mask_nth(&legal, cn_stream_below(&s->mind, cn_mask_count(&legal)));
    const unsigned top = cn_card_kind(cn_public_top(&view->pub)), kind = cn_step_kind(number);
    cn_card card[2] = {CN_CARD_NONE, CN_CARD_NONE};
    if (cn_step_is_sequence(number))
        card[0] = (cn_card)(number - CN_STEP_SEQUENCE);
    else if (cn_step_is_swap(number)) /* P178: not every card of the rank will do */
        return cn_step_named(&s->rules, &view->pub, &view->hand,
                             cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
    else if (kind != CN_KIND_NONE)
        card[0] = any_card_of(&s->mind, &view->hand, kind);
    else if (number == CN_STEP_TAKE_PAIR || number == CN_STEP_TAKE_TWO ||
             number == CN_STEP_TAKE_JOKER)
        card[0] = cn_cards_lowest(&view->hand, top);
    if (number == CN_STEP_TAKE_TWO) card[1] = cn_cards_lowest(&view->hand, CN_KIND_TWO);
    if (number == CN_STEP_TAKE_JOKER) card[1] = CN_CARD_JOKER;
    if (number == CN_STEP_TAKE_PAIR) {
        cn_cards rest = view->hand;
        cn_cards_remove(&rest, card[0]);
        card[1] = cn_cards_lowest(&rest, top);
    }
    return cn_step_make(number, card[0], card[1]);
}

/* A run of legal steps is a legal play, and the table after it is the one the steps led to. */
static void judge_legal_walk(stream *s)
{
    char text[CN_PLAY_TEXT_MAX];
    cn_step step[CN_PLAY_STEPS_MAX];
    unsigned count = 0;
    cn_view walk = *shown(s);
    for (bool more = true; more && count < CN_PLAY_STEPS_MAX; count++) {
        step[count] = random_legal_step(s, &walk);
        more = !cn_step_shows_card(&s->rules, &walk.pub, step[count].number);
        if (!cn_view_try(&walk, &s->rules, step[count])) fail("a legal step cannot be tried");
        cn_mask next = cn_view_legal(&walk, &s->rules);
        more = more && cn_mask_count(&next) != 0 && walk.pub.phase != CN_PHASE_ANSWER;
    }
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_play(&writer, step, count);
    if (writer.overflow) return;
    cn_verdict verdict = judge(s, text);
    if (!verdict.readable || verdict.reason.code != CN_OK) fail("a run of legal steps is refused");
    if (cn_view_hash(&verdict.after, &s->rules) != cn_view_hash(&walk, &s->rules))
        fail("the table after a play is not the one its steps lead to");
}

/* Mostly what a person would try: cards of one kind, with wilds, of the own hand; sometimes a card
 * that is not held. So plays fail for every reason there is, and some are legal. */
static void write_any_group(stream *s, cn_writer *writer, unsigned most)
{
    cn_card list[CN_DECK_CARDS_MAX];
    unsigned held = cn_cards_list(&shown(s)->hand, list);
    cn_card first = held == 0 ? (cn_card)CN_CARD_JOKER : list[cn_stream_below(&s->mind, held)];
    unsigned written = 0, wilds = cn_stream_below(&s->mind, 3);
    for (unsigned i = 0; i < held && written < most; i++) {
        unsigned kind = cn_card_kind(list[i]);
        bool wild = cn_kind_is_wild(kind) && most > 1 && wilds > 0;
        if (kind != cn_card_kind(first) && !wild) continue;
        if (wild) wilds--;
        cn_write_card(writer, list[i]);
        written++;
    }
    if (written == 0 || cn_stream_below(&s->mind, 10) == 0)
        cn_write_card(writer, (cn_card)cn_stream_below(&s->mind, CN_FACES));
}

/* Mostly none; sometimes a kind of meld, a place, a new meld. */
static void write_any_name(stream *s, cn_writer *writer)
{
    if (cn_stream_below(&s->mind, 8) != 0) return;
    if (cn_stream_below(&s->mind, 4) != 0)
        cn_write_char(writer, cn_meld_letter(cn_stream_below(&s->mind, CN_MELD_SEQUENCE + 1)));
    if (cn_stream_below(&s->mind, 2) == 0)
        cn_write(writer, "#%u", 1 + cn_stream_below(&s->mind, 4));
    else if (cn_stream_below(&s->mind, 2) == 0)
        cn_write_char(writer, '+');
    cn_write_char(writer, ':');
}

/* Where some cards of the hand could go: every place is a group of a play, as it says. */
static void list_targets(stream *s)
{
    static cn_target targets[CN_TARGETS_MAX];
    static char text[TEXT_BYTES];
    char cards[64] = "", groups[64] = "";
    cn_writer writer = cn_writer_make(cards, sizeof cards);
    write_any_group(s, &writer, 1 + cn_stream_below(&s->mind, 3));
    if (cn_stream_below(&s->mind, 3) == 0) {
        writer = cn_writer_make(groups, sizeof groups);
        write_any_group(s, &writer, 3);
    }
    const unsigned count = cn_view_targets(shown(s), &s->rules, "", groups, cards, targets);
    writer = cn_writer_make(text, sizeof text);
    cn_write_targets_json(&writer, targets, count);
    printf("place %s|%s\n", groups, cards);
    print_text("targets", &writer);
    for (unsigned i = 0; i < count; i++) {
        char play[CN_PLAY_TEXT_MAX];
        const bool opened = cn_public_has_opened(&shown(s)->pub, shown(s)->seat);
        const bool alone = targets[i].group_i != CN_NO_MELD || groups[0] == '\0';
        writer = cn_writer_make(play, sizeof play);
        cn_write(&writer, "%s %s%s%s", opened ? "meld" : "open", alone ? "" : groups,
                 alone ? "" : " ", targets[i].group);
        const cn_verdict verdict = cn_view_judge(shown(s), &s->rules, play, writer.length);
        const bool accepted = verdict.readable && verdict.reason.code == CN_OK;
        if (!verdict.readable) fail("a place is no group of a play");
        if (accepted != (targets[i].reason.code == CN_OK)) fail("a place is judged in two ways");
    }
}

static void judge_any_text(stream *s)
{
    static const char *const verbs[] = {
        "draw",    "take ", "open ", "meld ",    "meld ",    "ask",     "yes",
        "no",      "open",  "pass",  "new",      "to #2",    "join #1", "lay-out",
        "declare", "take",  "meld ", "discard ", "discard ", "take #1", "pick"};
    char text[CN_PLAY_TEXT_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    for (unsigned clauses = 1 + cn_stream_below(&s->mind, 3); clauses > 0; clauses--) {
        const char *verb = verbs[cn_stream_below(&s->mind, sizeof verbs / sizeof *verbs)];
        unsigned groups = verb[strlen(verb) - 1] != ' '      ? 0
                          : verb[0] == 'o' || verb[0] == 'm' ? 1 + cn_stream_below(&s->mind, 3)
                                                             : 1;
        cn_write(&writer, "%s", verb);
        for (; groups > 0; groups--) {
            write_any_name(s, &writer);
            write_any_group(s, &writer, verb[0] == 'd' ? 1 : verb[0] == 't' ? 2 : GROUP_CARDS);
            if (groups > 1) cn_write(&writer, " ");
        }
        if (clauses > 1) cn_write(&writer, "; ");
    }
    if (!writer.overflow) judge(s, text);
}

static void judge_some(stream *s)
{
    cn_mask legal = cn_view_legal(shown(s), &s->rules);
    if (cn_mask_count(&legal) != 0)
        judge_legal_walk(s);
    else if (s->event_count % JUDGE_EVERY != 0)
        return;
    for (unsigned n = cn_mask_count(&legal) != 0 ? 4 : 1; n > 0; n--) judge_any_text(s);
    if (cn_mask_count(&legal) != 0) list_targets(s);
}

/* Changes, doubles or drops one character. */
static void damage(cn_stream *mind, char *text)
{
    static const char letters[] = "0123456789TJQKAXcdhs?: adelopry";
    size_t length = strlen(text), at = cn_stream_below(mind, (uint32_t)length);
    switch (cn_stream_below(mind, 3)) {
    case 0: text[at] = letters[cn_stream_below(mind, sizeof letters - 1)]; break;
    case 1: memmove(text + at + 1, text + at, length - at + 1); break;
    default: memmove(text + at, text + at + 1, length - at); break;
    }
}

/* A damaged event is refused and changes nothing, or it is an event that could have happened. */
static void print_damaged(stream *s, const char *event_text)
{
    char text[CN_EVENT_TEXT_MAX + 2];
    cn_event event;
    cn_view view = *shown(s);
    memcpy(text, event_text, strlen(event_text) + 1);
    damage(&s->mind, text);
    bool taken =
        cn_event_parse(text, &s->rules, &event, NULL) && cn_view_apply(&view, &s->rules, &event);
    if (taken) return;
    if (cn_view_hash(&view, &s->rules) != cn_view_hash(shown(s), &s->rules))
        fail("a refused event has changed the view");
    printf("refuse %s\n", text);
}

static void print_event(stream *s, const cn_event *seen)
{
    char text[CN_EVENT_TEXT_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_event(&writer, &s->rules, seen);
    for (unsigned n = 3; n > 0; n--) print_damaged(s, text);
    print_text("event", &writer);
}

static void tell(stream *s, const cn_event *event)
{
    for (unsigned i = 0; i <= LOOKER; i++) {
        if (i != LOOKER && i >= s->rules.seat_count) continue;
        cn_event seen = cn_event_for(&s->rules, event, s->view[i].seat);
        if (i == s->seat) print_event(s, &seen);
        if (!cn_view_apply(&s->view[i], &s->rules, &seen)) fail("an event cannot follow");
    }
    const char *wrong = cn_view_check(shown(s), &s->game, &s->rules);
    if (wrong != NULL) fail(wrong);
    print_view(s);
    s->event_count++;
    judge_some(s);
}

static void deal(stream *s)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event event;
    cn_deck_sorted(&s->rules, deck);
    cn_shuffle(deck, s->rules.deck_size, &s->deal);
    cn_game_deal(&s->game, &s->rules, deck, &event);
    tell(s, &event);
}

/* What a player chose, written as a play, is read back as the same step. */
static void check_written(cn_step step)
{
    char text[CN_PLAY_TEXT_MAX];
    cn_play play = {0};
    cn_reason shape;
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_play(&writer, &step, 1);
    if (cn_play_parse(text, strlen(text), 1, &play, &shape, NULL) != CN_PLAY_OK ||
        play.count != 1 || play.step[0].number != step.number ||
        play.step[0].card[0] != step.card[0])
        fail("a step cannot be read back from its text");
}

static void play_step(stream *s)
{
    cn_event event;
    unsigned seat = s->game.pub.seat;
    cn_step step = cn_player_choose(s->player[seat], &s->view[seat], &s->rules, &s->play);
    check_written(step);
    if (cn_game_apply(&s->game, &s->rules, step, &event).code != CN_OK)
        fail("a player chose an illegal step");
    tell(s, &event);
}

static void advance(stream *s)
{
    cn_event event;
    switch ((cn_phase)s->game.pub.phase) {
    case CN_PHASE_START:
    case CN_PHASE_SCORED: deal(s); break;
    case CN_PHASE_DRAW:
    case CN_PHASE_MELD:
    case CN_PHASE_ANSWER: play_step(s); break;
    case CN_PHASE_HAND_END:
        cn_game_score(&s->game, &s->rules, NULL, &event);
        tell(s, &event);
        break;
    case CN_PHASE_GAME_END: break;
    }
}

static void start(stream *s, uint64_t seed)
{
    char text[CN_EVENT_TEXT_MAX];
    unsigned dealer = (unsigned)(seed % s->rules.seat_count);
    s->deal = cn_stream_make(seed, 1, 0);
    s->play = cn_stream_make(seed, 2, 0);
    s->mind = cn_stream_make(seed, 3, 0);
    cn_game_start(&s->game, &s->rules, dealer);
    for (unsigned i = 0; i <= LOOKER; i++) {
        unsigned seat = i == LOOKER ? CN_SEAT_NONE : i;
        if (i != LOOKER && i >= s->rules.seat_count) continue;
        cn_view_start(&s->view[i], &s->rules, seat, dealer, 0, NULL);
    }
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_view_start(&writer, &s->rules, shown(s)->seat, dealer, 0, NULL);
    print_text("start", &writer);
    print_view(s);
}

/* `names`, "racer,random", goes round the seats. */
static void seat_players(stream *s, const char *names)
{
    const char *at = names;
    for (unsigned seat = 0; seat < s->rules.seat_count; seat++) {
        char name[32] = "";
        size_t length = strcspn(at, ",");
        if (length < sizeof name) memcpy(name, at, length);
        s->player[seat] = cn_player_find(name);
        if (s->player[seat] == NULL) fail("no such player");
        at = at[length] == ',' ? at + length + 1 : names;
    }
}

int main(int argc, char **argv)
{
    static stream s;
    cn_text_error error = {0};
    if (argc != 8)
        fail("arguments: RULES OVERRIDES COUNT PLAYERS SEED SEAT EVENTS (SEAT 255 looks on)");
    if (!cn_rules_load(&s.rules, argv[1], argv[2], (unsigned)atoi(argv[3]), &error))
        fail(error.message);
    unsigned seat = (unsigned)atoi(argv[6]);
    s.seat = seat == CN_SEAT_NONE ? LOOKER : seat;
    if (s.seat != LOOKER && s.seat >= s.rules.seat_count) fail("no such seat");
    unsigned events = (unsigned)atoi(argv[7]);
    seat_players(&s, argv[4]);
    start(&s, (uint64_t)atoll(argv[5]));
    while (s.event_count < events && s.game.pub.phase != CN_PHASE_GAME_END) advance(&s);
    return 0;
}
