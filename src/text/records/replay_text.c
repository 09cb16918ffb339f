/* Reads records line by line and plays them again.
 * Not here: how a play is written (play_text.c), what is legal (the engine).
 * Invariant: every stated step, score, end, hash and winner is compared with the engine's own. */
#include "text/records/replay_text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "text/events/outcome_text.h"
#include "text/records/replay_head.h"

enum { HASH_DIGITS = 16, POINTS_MAX = 100000000 };

/* What each state waits for, in words. */
static const char *const expected[] = {
    [CN_REPLAY_FIRST_LINE] = "'canasta record 1'",
    [CN_REPLAY_HEADER] = "a line of the header, or 'hand',",
    [CN_REPLAY_HAND] = "'hand'",
    [CN_REPLAY_DECK] = "'deck'",
    [CN_REPLAY_FAIR] = "'fair_seed'",
    [CN_REPLAY_PLAY] = "a turn, 'SEAT: ...',",
    [CN_REPLAY_END] = "'end'",
    [CN_REPLAY_SCORE] = "'score'",
    [CN_REPLAY_HASH] = "'hash'",
    [CN_REPLAY_WINNER] = "'winner'",
    [CN_REPLAY_DONE] = "nothing",
};

static bool fail_expected(const cn_replay *replay, const cn_scan *scan, cn_word word)
{
    if (replay->state == CN_REPLAY_DONE)
        return cn_scan_fail(scan, word.text, "nothing may follow the record, but '%.*s' does",
                            cn_word_shown(word), word.text);
    return cn_scan_fail(scan, word.text, "%s is expected here, not '%.*s'", expected[replay->state],
                        cn_word_shown(word), word.text);
}

static void tell(const cn_replay *replay, const cn_event *event)
{
    if (replay->listener.hear != NULL)
        replay->listener.hear(replay->listener.context, &replay->rules, &replay->game, event);
}

static bool read_first_line(cn_replay *replay, cn_scan *scan)
{
    long version = 0;
    if (!cn_scan_expect(scan, "canasta") || !cn_scan_expect(scan, "record")) return false;
    if (!cn_scan_number(scan, "version of the record", 1, 1, &version)) return false;
    replay->state = CN_REPLAY_HEADER;
    return cn_scan_finish(scan);
}

/* Deal */

static bool read_hand(cn_replay *replay, cn_scan *scan)
{
    const bool first = replay->state == CN_REPLAY_HEADER;
    if (first && !cn_head_end(replay, scan)) return false;
    const cn_public *pub = &replay->game.pub;
    const long number = (long)replay->hands + 1;
    const long dealer = first ? pub->dealer : (long)cn_next_seat(&replay->rules, pub->dealer);
    long stated = 0;
    if (!cn_scan_number(scan, "number of this hand", number, number, &stated)) return false;
    if (!cn_scan_expect(scan, "dealer")) return false;
    if (!cn_scan_number(scan, "dealer of this hand", dealer, dealer, &stated)) return false;
    cn_deck_sorted(&replay->rules, replay->deck);
    memset(replay->left, 0, sizeof replay->left);
    for (unsigned i = 0; i < replay->rules.deck_size; i++) replay->left[replay->deck[i]]++;
    replay->deck_count = 0;
    replay->state = CN_REPLAY_DECK;
    return cn_scan_finish(scan);
}

static bool fail_extra_card(const cn_replay *replay, const cn_scan *scan, const char *at,
                            cn_card card)
{
    char face[4];
    cn_writer writer = cn_writer_make(face, sizeof face);
    cn_write_card(&writer, card);
    unsigned copies = 0;
    for (unsigned i = 0; i < replay->deck_count; i++) copies += replay->deck[i] == card;
    return cn_scan_fail(scan, at,
                        "%s is here once too often: the deck has it %u times already, "
                        "as often as the pack",
                        face, copies);
}

static bool add_deck_card(cn_replay *replay, const cn_scan *scan, const char *at, cn_card card)
{
    if (card >= CN_FACES) return cn_scan_fail(scan, at, "a deck has no hidden cards");
    if (replay->left[card] == 0) return fail_extra_card(replay, scan, at, card);
    replay->left[card]--;
    replay->deck[replay->deck_count++] = card;
    return true;
}

static void deal(cn_replay *replay)
{
    cn_event event;
    assert(cn_deck_valid(&replay->rules, replay->deck));
    cn_game_deal(&replay->game, &replay->rules, replay->deck, &event);
    replay->state = CN_REPLAY_DEALT;
    tell(replay, &event);
}

static bool read_deck(cn_replay *replay, cn_scan *scan)
{
    const cn_word word = cn_scan_word(scan);
    cn_card cards[CN_DECK_CARDS_MAX];
    size_t bad = 0;
    const int count = cn_cards_parse(word.text, word.length, cards, CN_DECK_CARDS_MAX, &bad);
    if (count <= 0) {
        const cn_word rest = {word.text + bad, word.length - bad};
        return cn_scan_fail(scan, rest.text, "no card of the deck begins with '%.*s'",
                            cn_word_shown(rest), rest.text);
    }
    const char *at = word.text;
    for (int i = 0; i < count; i++) {
        if (!add_deck_card(replay, scan, at, cards[i])) return false;
        at += cards[i] == CN_CARD_JOKER ? 1 : 2;
    }
    if (!cn_scan_finish(scan)) return false;
    if (replay->deck_count == replay->rules.deck_size) deal(replay);
    return true;
}

/* What proves the deal: the deals of a record are of one table and count on, hand by hand. */

static bool read_fair(cn_replay *replay, cn_scan *scan)
{
    const unsigned hand = replay->hands + 1;
    cn_fair_deal wanted = replay->fair;
    wanted.deal += hand - replay->fair_hand;
    if (!cn_read_fair(scan, replay->fair_hand > 0 ? &wanted : NULL, &replay->fair)) return false;
    replay->fair_hand = hand;
    replay->state = CN_REPLAY_FAIR;
    return true;
}

static bool read_fair_seed(cn_replay *replay, cn_scan *scan)
{
    replay->state = CN_REPLAY_PARTS;
    return cn_read_fair_seed(scan, &replay->fair);
}

static bool read_fair_part(cn_replay *replay, cn_scan *scan)
{
    return cn_read_fair_part(scan, replay->player_count, &replay->fair);
}

/* Nobody shuffled: the deal is the same for everybody. */
static bool read_lesson(cn_replay *replay, cn_scan *scan)
{
    replay->state = CN_REPLAY_FIXED;
    return cn_scan_finish(scan);
}

/* Nothing more is said of the deal, and the hand goes on. */
static void end_deal(cn_replay *replay)
{
    const cn_replay_listener *listener = &replay->listener;
    const bool fair = replay->state == CN_REPLAY_PARTS;
    if (listener->dealt != NULL)
        listener->dealt(listener->context, &replay->rules, &replay->game,
                        fair ? &replay->fair : NULL);
    replay->state = replay->game.pub.phase == CN_PHASE_HAND_END ? CN_REPLAY_END : CN_REPLAY_PLAY;
}

/* Turns */

/* The first sentence of a reason's meaning, without the names of its numbers. */
static const char *const meanings[] = {
#define X(code, numbers, meaning) [CN_REASON_##code] = meaning,
    CN_REASONS(X)
#undef X
};

static bool fail_illegal(const cn_scan *scan, unsigned column, cn_reason reason)
{
    char code[48];
    cn_writer writer = cn_writer_make(code, sizeof code);
    cn_write_reason(&writer, reason);
    const char *meaning = meanings[reason.code];
    return cn_text_fail(scan->error, scan->line, column, "illegal, %s: %.*s", code,
                        (int)strcspn(meaning, ":"), meaning);
}

static bool is_acting(const cn_public *pub)
{
    return pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD ||
           pub->phase == CN_PHASE_ANSWER;
}

static bool make_step(cn_replay *replay, const cn_scan *scan, unsigned seat, unsigned column,
                      cn_step step)
{
    const cn_public *pub = &replay->game.pub;
    if (!is_acting(pub))
        return cn_text_fail(scan->error, scan->line, column, "the hand is over before this step");
    if (pub->seat != seat)
        return cn_text_fail(scan->error, scan->line, column, "seat %u is to act here, not seat %u",
                            (unsigned)pub->seat, seat);
    cn_event event;
    const cn_reason reason = cn_game_apply(&replay->game, &replay->rules, step, &event);
    if (reason.code != CN_OK) return fail_illegal(scan, column, reason);
    replay->steps++;
    tell(replay, &event);
    return true;
}

/* Parses the play behind `SEAT:`, with columns of the whole line. */
static bool read_steps(const cn_scan *scan, cn_play *play)
{
    cn_reason shape;
    cn_text_error why;
    const size_t length = (size_t)(scan->end - scan->at);
    const unsigned before = cn_scan_column(scan, scan->at) - 1;
    const cn_play_status status = cn_play_parse(scan->at, length, scan->line, play, &shape, &why);
    for (unsigned i = 0; i < play->count; i++) play->column[i] += before;
    switch (status) {
    case CN_PLAY_OK: return true;
    case CN_PLAY_SYNTAX:
        return cn_text_fail(scan->error, scan->line, why.column + before, "%s", why.message);
    case CN_PLAY_SHAPE: return fail_illegal(scan, why.column + before, shape);
    }
    return false;
}

static bool read_turn(cn_replay *replay, cn_scan *scan, cn_word seat_word)
{
    long seat = 0;
    const cn_word digits = {seat_word.text, seat_word.length - 1};
    if (!cn_word_number(digits, &seat)) return fail_expected(replay, scan, seat_word);
    if (seat < 0 || seat >= replay->rules.seat_count)
        return cn_scan_fail(scan, seat_word.text, "there is no seat %ld", seat);
    const unsigned to_act = replay->game.pub.seat;
    if ((unsigned)seat != to_act)
        return cn_scan_fail(scan, seat_word.text, "seat %u is to act here, not seat %ld", to_act,
                            seat);
    cn_play play;
    if (!read_steps(scan, &play)) return false;
    for (unsigned i = 0; i < play.count; i++)
        if (!make_step(replay, scan, (unsigned)seat, play.column[i], play.step[i])) return false;
    replay->turns++;
    if (replay->game.pub.phase == CN_PHASE_HAND_END) replay->state = CN_REPLAY_END;
    return true;
}

/* End and score */

/* P169: how long the game has lasted nobody can tell but the record. */
static bool read_minutes(cn_replay *replay, cn_scan *scan)
{
    long minutes = 0;
    if (replay->rules.p.time_limit == 0) return true;
    if (!cn_scan_expect(scan, "minutes") ||
        !cn_scan_number(scan, "minutes of the game", 0, UINT16_MAX, &minutes))
        return false;
    replay->game.pub.minutes = (uint16_t)minutes;
    return true;
}

/* The end as the engine would write it, word by word. */
static bool read_end_words(cn_replay *replay, cn_scan *scan)
{
    const cn_public *pub = &replay->game.pub;
    char text[CN_HAND_NAME_MAX + 32];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_end(&writer, &replay->rules, pub);
    cn_scan right = cn_scan_make(text, writer.length, scan->line, NULL);
    while (!cn_scan_done(&right)) {
        const cn_word wanted = cn_scan_word(&right), word = cn_scan_word(scan);
        if (wanted.length == word.length && memcmp(wanted.text, word.text, word.length) == 0)
            continue;
        return cn_scan_fail(scan, word.text, "the hand ended by '%s', not '%.*s'", text,
                            cn_word_shown(word), word.text);
    }
    return read_minutes(replay, scan) && cn_scan_finish(scan);
}

static bool read_end(cn_replay *replay, cn_scan *scan)
{
    if (!read_end_words(replay, scan)) return false;
    cn_event event;
    cn_game_score(&replay->game, &replay->rules, replay->score, &event);
    replay->score_next = 0;
    replay->state = CN_REPLAY_SCORE;
    tell(replay, &event);
    return true;
}

/* `NAME POINTS`, which must be the engine's. */
static bool read_points(const cn_replay *replay, cn_scan *scan, const char *name, int32_t points)
{
    long stated = 0;
    if (!cn_scan_expect(scan, name)) return false;
    (void)cn_scan_done(scan);
    const char *at = scan->at;
    if (!cn_scan_number(scan, name, -POINTS_MAX, POINTS_MAX, &stated)) return false;
    if (stated == points) return true;
    return cn_scan_fail(scan, at, "wrong score of side %u: %s is %ld, not %ld", replay->score_next,
                        name, (long)points, stated);
}

static bool read_score(cn_replay *replay, cn_scan *scan)
{
    const long side = (long)replay->score_next;
    const cn_score *score = &replay->score[side];
    long stated = 0;
    if (!cn_scan_number(scan, "side of this score", side, side, &stated)) return false;
    for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
        if (!read_points(replay, scan, cn_score_part_word(i), cn_score_part(score, i)))
            return false;
    if (!read_points(replay, scan, "game", replay->game.pub.side[side].total_points)) return false;
    replay->score_next++;
    if (replay->score_next == replay->rules.side_count) replay->state = CN_REPLAY_HASH;
    return cn_scan_finish(scan);
}

/* A hash, which must be that of the game as it stands. */
static bool read_game_hash(const cn_replay *replay, cn_scan *scan)
{
    char hash[HASH_DIGITS + 1];
    cn_writer writer = cn_writer_make(hash, sizeof hash);
    cn_write(&writer, "%016" PRIx64, cn_game_hash(&replay->game, &replay->rules));
    const cn_word word = cn_scan_word(scan);
    if (!cn_word_is(word, hash))
        return cn_scan_fail(scan, word.text, "the hash is %s here, not '%.*s'", hash,
                            cn_word_shown(word), word.text);
    return cn_scan_finish(scan);
}

static bool read_hash(cn_replay *replay, cn_scan *scan)
{
    if (!read_game_hash(replay, scan)) return false;
    replay->hands++;
    replay->state = replay->game.pub.phase == CN_PHASE_GAME_END ? CN_REPLAY_WINNER : CN_REPLAY_HAND;
    return true;
}

static bool read_winner(cn_replay *replay, cn_scan *scan)
{
    const unsigned winners = cn_public_winners(&replay->game.pub, &replay->rules);
    for (long side = 0; side < replay->rules.side_count; side++) {
        long stated = 0;
        if ((winners >> side & 1) == 0) continue;
        if (!cn_scan_number(scan, "side that won", side, side, &stated)) return false;
    }
    replay->state = CN_REPLAY_DONE;
    return cn_scan_finish(scan);
}

static bool read_unfinished(cn_replay *replay, cn_scan *scan)
{
    if (!read_game_hash(replay, scan)) return false;
    replay->unfinished = true;
    replay->state = CN_REPLAY_DONE;
    return true;
}

/* Lines */

typedef struct line_kind {
    const char *word;
    unsigned states; /* where it may stand, one bit each */
    bool (*read)(cn_replay *replay, cn_scan *scan);
} line_kind;

#define IN(state) (1U << CN_REPLAY_##state)
static const line_kind line_kinds[] = {
    {"rules", IN(HEADER), cn_head_rules},
    {"set", IN(HEADER), cn_head_set},
    {"players", IN(HEADER), cn_head_players},
    {"name", IN(HEADER), cn_head_name},
    {"dealer", IN(HEADER), cn_head_dealer},
    {"date", IN(HEADER), cn_head_remark},
    {"note", IN(HEADER), cn_head_remark},
    {"hand", IN(HEADER) | IN(HAND), read_hand},
    {"deck", IN(DECK), read_deck},
    {"fair", IN(DEALT), read_fair},
    {"lesson", IN(DEALT), read_lesson},
    {"fair_seed", IN(FAIR), read_fair_seed},
    {"fair_part", IN(PARTS), read_fair_part},
    {"end", IN(END), read_end},
    {"score", IN(SCORE), read_score},
    {"hash", IN(HASH), read_hash},
    {"winner", IN(WINNER), read_winner},
    {"unfinished", IN(PLAY) | IN(HAND), read_unfinished},
};
#undef IN

/* The deal is over with the first line that does not belong to it. */
static void leave_deal(cn_replay *replay, cn_word word)
{
    if ((replay->state == CN_REPLAY_DEALT && !cn_word_is(word, "fair") &&
         !cn_word_is(word, "lesson")) ||
        replay->state == CN_REPLAY_FIXED ||
        (replay->state == CN_REPLAY_PARTS && !cn_word_is(word, "fair_part")))
        end_deal(replay);
}

static bool read_words(cn_replay *replay, cn_scan *scan)
{
    if (replay->state == CN_REPLAY_FIRST_LINE) return read_first_line(replay, scan);
    const cn_word word = cn_scan_word(scan);
    leave_deal(replay, word);
    for (unsigned i = 0; i < sizeof line_kinds / sizeof line_kinds[0]; i++) {
        const line_kind *kind = &line_kinds[i];
        if ((kind->states >> replay->state & 1) == 0 || !cn_word_is(word, kind->word)) continue;
        const bool first = replay->state == CN_REPLAY_HEADER && replay->rules_name[0] == '\0';
        if (first && kind->read != cn_head_rules)
            return cn_scan_fail(scan, word.text, "'rules' is expected here, before all others");
        return kind->read(replay, scan);
    }
    if (replay->state == CN_REPLAY_PLAY && word.text[word.length - 1] == ':')
        return read_turn(replay, scan, word);
    if (replay->state == CN_REPLAY_DECK)
        return cn_scan_fail(scan, word.text, "the deck above has %u of %u cards",
                            replay->deck_count, (unsigned)replay->rules.deck_size);
    return fail_expected(replay, scan, word);
}

/* Reads the line that has been gathered. */
static bool read_line(cn_replay *replay, cn_text_error *error)
{
    size_t length = replay->text_length;
    replay->text_length = 0;
    if (length > 0 && replay->text[length - 1] == '\r') length--;
    cn_scan scan = cn_scan_make(replay->text, length, replay->line, error);
    for (const char *at = scan.start; at < scan.end; at++)
        if ((unsigned char)*at < ' ' && *at != '\t')
            return cn_scan_fail(&scan, at, "a byte of value %d cannot stand in a record", *at);
    if (cn_scan_done(&scan) || *scan.at == '#') return true;
    return read_words(replay, &scan);
}

void cn_replay_start(cn_replay *replay, const cn_replay_listener *listener)
{
    memset(replay, 0, sizeof *replay);
    replay->state = CN_REPLAY_FIRST_LINE;
    replay->line = 1;
    if (listener != NULL) replay->listener = *listener;
}

bool cn_replay_feed(cn_replay *replay, const char *text, size_t length, cn_text_error *error)
{
    for (const char *at = text, *end = text + length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t part = (size_t)((newline == NULL ? end : newline) - at);
        if (part > sizeof replay->text - replay->text_length)
            return cn_text_fail(error, replay->line, CN_RECORD_LINE_BYTES_MAX + 1,
                                "a line has at most %d bytes", CN_RECORD_LINE_BYTES_MAX);
        memcpy(replay->text + replay->text_length, at, part);
        replay->text_length += part;
        if (newline == NULL) break;
        if (!read_line(replay, error)) return false;
        replay->line++;
        at = newline + 1;
    }
    return true;
}

bool cn_replay_finish(cn_replay *replay, cn_text_error *error)
{
    const unsigned end_column = (unsigned)replay->text_length + 1;
    if (replay->text_length > 0 && !read_line(replay, error)) {
        const size_t length = error == NULL ? 0 : strlen(error->message);
        if (error == NULL) return false;
        cn_writer writer = cn_writer_make(error->message + length, sizeof error->message - length);
        cn_write(&writer, "; the record is cut off in this line");
        return false;
    }
    if (replay->state == CN_REPLAY_DONE) return true;
    leave_deal(replay, (cn_word){"", 0});
    return cn_text_fail(error, replay->line, end_column,
                        "the record is cut off: %s is expected here", expected[replay->state]);
}

bool cn_replay_text(cn_replay *replay, const char *text, size_t length,
                    const cn_replay_listener *listener, cn_text_error *error)
{
    cn_replay_start(replay, listener);
    return cn_replay_feed(replay, text, length, error) && cn_replay_finish(replay, error);
}
