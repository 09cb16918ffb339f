/* Who is to act in a position, what has happened before, and the sizes of what nobody sees.
 * Not here: cards (position_cards.c), the whole game (position_game.c).
 * Invariant: a turn that is made has a seat to act, in a phase in which seats act. */
#include <string.h>

#include "text/positions/position_builder.h"

enum { STOCK_DEFAULT = 30, TURNS_MAX = 10000, ASKED_MAX = 100, REFILLS_MAX = 100 };

static const cn_position_line *first_play(const cn_position *position)
{
    return position->before_count > 0 ? &position->before[0] : &position->play;
}

/* The first word of the first play tells where in the turn the position stands. Without a play the
 * turn begins, unless something is said of how the seat drew. */
static cn_phase phase_of_play(const cn_position_builder *b)
{
    const cn_position_line *play = first_play(b->out);
    if (play->length == 0) return cn_builder_has(b, CN_KEY_TOOK) ? CN_PHASE_MELD : CN_PHASE_DRAW;
    cn_scan scan = cn_position_scan(play, NULL);
    if (scan.end - scan.at >= 2 && scan.at[1] == ':') scan.at += 2; /* the seat */
    const char *stop = memchr(scan.at, ';', (size_t)(scan.end - scan.at));
    if (stop != NULL) scan.end = stop;
    cn_word word = cn_scan_word(&scan);
    if (cn_word_is(word, "draw") || cn_word_is(word, "pick") || cn_word_is(word, "take") ||
        cn_word_is(word, "take-all"))
        return CN_PHASE_DRAW;
    if (cn_word_is(word, "yes") || cn_word_is(word, "no")) return CN_PHASE_ANSWER;
    return CN_PHASE_MELD;
}

static bool read_phase_word(const cn_position_builder *b, cn_position_key key, bool may_answer,
                            uint8_t *phase)
{
    cn_scan scan;
    if (!cn_builder_find(b, key, &scan)) return true;
    cn_word word = cn_scan_word(&scan);
    if (cn_word_is(word, "draw"))
        *phase = CN_PHASE_DRAW;
    else if (cn_word_is(word, "meld"))
        *phase = CN_PHASE_MELD;
    else if (cn_word_is(word, "answer") && may_answer)
        *phase = CN_PHASE_ANSWER;
    else
        return cn_scan_fail(&scan, word.text, "%s",
                            may_answer ? "'draw', 'meld' or 'answer' is expected here"
                                       : "'draw' or 'meld' is expected here");
    return cn_scan_finish(&scan);
}

/* In PHASE_ANSWER the seat itself is to act, asked by the member of its side who asks it. */
static bool read_asker(cn_position_builder *b)
{
    cn_public *pub = &b->out->view.pub;
    uint8_t asked_in = CN_PHASE_MELD;
    if (!read_phase_word(b, CN_KEY_ASKED_IN, false, &asked_in)) return false;
    for (unsigned asker = 0; asker < b->out->rules.seat_count; asker++) {
        if (cn_partner(&b->out->rules, pub, asker) != pub->seat) continue;
        cn_public_act_for(pub, asker);
        pub->turn.asked = 1;
        pub->turn.asked_drawing = asked_in == CN_PHASE_DRAW;
        return true;
    }
    return cn_builder_fail(b, "nobody can ask: there is no partner");
}

static bool read_answer(cn_position_builder *b)
{
    bool yes;
    cn_scan scan;
    cn_public *pub = &b->out->view.pub;
    if (!cn_builder_find(b, CN_KEY_ANSWER, &scan)) return true;
    if (cn_partner(&b->out->rules, pub, pub->asker) == CN_SEAT_NONE)
        return cn_scan_fail(&scan, scan.at, "nobody can answer: there is no partner");
    const bool early = b->out->rules.p.ask_timing == CN_ASK_TIMING_BEFORE_OR_AFTER_DRAW;
    if (pub->phase != CN_PHASE_MELD && !(early && pub->phase == CN_PHASE_DRAW))
        return cn_scan_fail(&scan, scan.at, "the partner has not answered yet in this phase");
    if (!cn_builder_yes_no(b, CN_KEY_ANSWER, false, &yes)) return false;
    pub->turn.asked = 1;
    pub->turn.answer = yes ? CN_ANSWER_YES : CN_ANSWER_NO;
    return true;
}

/* The turn has been taken by the pile, which lies no more; what was laid with it is on the table.
 */
static bool read_took(cn_position_builder *b)
{
    bool took;
    cn_scan scan;
    cn_public *pub = &b->out->view.pub;
    if (!cn_builder_yes_no(b, CN_KEY_TOOK, false, &took)) return false;
    if (!took) return true;
    (void)cn_builder_find(b, CN_KEY_TOOK, &scan);
    if (pub->phase != CN_PHASE_MELD)
        return cn_scan_fail(&scan, scan.at, "the pile is taken before the phase 'meld'");
    pub->turn.took = pub->turn.laid = 1;
    pub->pile_taken = pub->has_taken[b->out->view.seat] = 1;
    return true;
}

static bool read_history(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    cn_public *pub = &b->out->view.pub;
    const unsigned seat = b->out->view.seat;
    const bool alone = cn_partner(rules, pub, seat) == CN_SEAT_NONE;
    long turns, asked, refills;
    bool laid, own_canasta, taken;
    if (!cn_builder_number(b, CN_KEY_TURN_NUMBER, 1, TURNS_MAX, 2L * rules->seat_count + 1, &turns))
        return false;
    if (!cn_builder_number(b, CN_KEY_ASKED_BEFORE, 0, ASKED_MAX, pub->turn.asked, &asked))
        return false;
    const bool grows = rules->p.stock_refill == CN_STOCK_REFILL_ADD_PACK;
    if (!cn_builder_number(b, CN_KEY_REFILLS, 0, grows ? 0 : REFILLS_MAX, 0, &refills))
        return false;
    const bool has_melds = pub->side[b->own_side].meld_count > 0;
    if (!cn_builder_yes_no(b, CN_KEY_LAID_BEFORE, alone && has_melds, &laid)) return false;
    if (!cn_builder_yes_no(b, CN_KEY_OWN_CANASTA, false, &own_canasta)) return false;
    if (!cn_builder_yes_no(b, CN_KEY_TAKEN_BEFORE, pub->turn.took, &taken)) return false;
    pub->turn_number = (uint16_t)turns;
    pub->asked[pub->phase == CN_PHASE_ANSWER ? pub->asker : seat] = (uint8_t)asked;
    pub->refills = (uint8_t)refills;
    pub->has_laid[seat] = laid;
    pub->own_canasta[seat] = own_canasta;
    pub->has_taken[seat] = taken;
    pub->pile_taken |= taken;
    return true;
}

bool cn_builder_turn(cn_position_builder *b)
{
    cn_public *pub = &b->out->view.pub;
    const unsigned seat = b->out->view.seat;
    long turn;
    if (!cn_builder_number(b, CN_KEY_TURN, 0, b->out->rules.seat_count - 1, seat, &turn))
        return false;
    pub->phase = (uint8_t)phase_of_play(b);
    if (!read_phase_word(b, CN_KEY_PHASE, true, &pub->phase)) return false;
    pub->seat = (uint8_t)turn;
    cn_public_act_for(pub, pub->seat);
    if (pub->phase == CN_PHASE_ANSWER && !read_asker(b)) return false;
    pub->turn.first_meld = cn_public_acting(pub)->meld_count;
    cn_public_note_canastas(pub, &b->out->rules);
    return read_answer(b) && read_took(b) && read_history(b);
}

/* Sizes */

/* Sizes of the other hands, in the order of play behind the seat. */
static bool read_others(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    cn_view *view = &b->out->view;
    cn_scan scan;
    bool given = cn_builder_find(b, CN_KEY_OTHERS, &scan);
    unsigned seat = view->seat;
    for (unsigned i = 1; i < rules->seat_count; i++) {
        seat = cn_next_seat(rules, seat);
        long count = cn_hand_size(rules, view->pub.hand_number);
        if (given && !cn_scan_number(&scan, "size of a hand", 0, rules->deck_size, &count))
            return false;
        if (count < b->held[seat].size) count = b->held[seat].size;
        view->pub.hand_count[seat] = (uint16_t)count;
    }
    return !given || cn_scan_finish(&scan);
}

/* One number for all seats, or one for each. */
static bool read_packets(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    uint8_t *packets = b->out->view.pub.packets;
    cn_scan scan;
    const long most = rules->packet_count - cn_first_packet(rules, b->out->view.pub.hand_number);
    long count = most;
    const bool given = cn_builder_find(b, CN_KEY_PACKETS, &scan);
    if (given && !cn_scan_number(&scan, "number of packets", 0, most, &count)) return false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) packets[seat] = (uint8_t)count;
    if (!given || cn_scan_done(&scan)) return true;
    for (unsigned seat = 1; seat < rules->seat_count; seat++) {
        if (!cn_scan_number(&scan, "number of packets", 0, most, &count)) return false;
        packets[seat] = (uint8_t)count;
    }
    return cn_scan_finish(&scan);
}

static bool read_talons(cn_position_builder *b)
{
    cn_scan scan, part;
    unsigned seat = 0;
    bool good = true;
    if (!cn_builder_find(b, CN_KEY_TALON, &scan)) return true;
    while (cn_builder_by_seat(b, &scan, &seat, &part, &good)) {
        long count = 0;
        if (!cn_scan_number(&part, "number of talon cards", 1, UINT8_MAX, &count)) return false;
        b->out->view.pub.talon[seat] = (uint8_t)count;
    }
    return good;
}

/* Cards that lie before the seats unseen. */
static unsigned waiting_count(const cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    const cn_public *pub = &b->out->view.pub;
    unsigned count = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        count += pub->talon[seat];
        for (unsigned i = rules->packet_count - pub->packets[seat]; i < rules->packet_count; i++)
            count += (unsigned)rules->p.reserve_packets.value[i];
    }
    return count;
}

static unsigned placed_count(const cn_position_builder *b)
{
    const cn_public *pub = &b->out->view.pub;
    unsigned known = b->stock.count + b->buried.count, all = b->card_count;
    for (unsigned seat = 0; seat < b->out->rules.seat_count; seat++) {
        known += b->held[seat].size + b->packet[seat].count + b->talon[seat].count;
        if (seat != b->out->view.seat) all += pub->hand_count[seat];
    }
    for (unsigned i = 0; i < pub->pile_count; i++) all += pub->pile[i] == CN_CARD_HIDDEN;
    return all - known + waiting_count(b) + pub->side[b->own_side].set_aside;
}

static bool read_stock(cn_position_builder *b)
{
    const unsigned deck = b->out->rules.deck_size, placed = placed_count(b);
    const unsigned left = placed < deck ? deck - placed : 0;
    long initial = left < STOCK_DEFAULT ? left : STOCK_DEFAULT, count;
    if (cn_builder_is_game(b)) initial = left;
    if (cn_builder_has(b, CN_KEY_STOCK_CARDS)) initial = b->stock.count;
    if (!cn_builder_number(b, CN_KEY_STOCK, b->stock.count, deck, initial, &count)) return false;
    b->out->view.pub.stock_count = (uint16_t)count;
    if (placed + (unsigned)count <= deck) return true;
    const cn_position_line *first = &b->lines->line[0];
    return cn_text_fail(b->error, first->line, first->column,
                        "these are %u cards with stock and other hands, the deck has %u",
                        placed + (unsigned)count, deck);
}

bool cn_builder_counts(cn_position_builder *b)
{
    return read_others(b) && read_packets(b) && read_talons(b) && read_stock(b);
}
