/* Lays, takes, openings, names of melds and joins of rules that are not plain.
 * Not here: cards that end the hand or the stock (game.c).
 * Invariant: see quick.h; a card goes where target.c says. */
#include "engine/quick/quick.h"

#include "canasta/reason.h"
#include "engine/finish/stay.h"
#include "engine/step/target.h"
#include "engine/table/faces.h"
#include "engine/table/takers.h"
#include "engine/turn/apply.h"
#include "engine/turn/game_step.h"
#include "engine/turn/turn.h"

/* Where a rank may have many melds, the card goes to the one of the run, if it is of the rank. */
CN_USUAL unsigned place_in_run(const cn_turn *turn, const cn_side *side, unsigned rank)
{
    const unsigned run = turn->run_meld, end = side->meld_count;
    const bool lies = run < end;
    const bool goes_on = lies & (side->meld[lies ? run : 0].rank == rank);
    return cn_either(goes_on, run, end);
}

/* Where it has one, there, or to a new one beside a closed canasta (P56). */
CN_USUAL unsigned only_place(const cn_rules *rules, const cn_side *side, unsigned rank, bool begins)
{
    if (side->latest[rank] == 0) return side->meld_count;
    const unsigned latest = side->latest[rank] - 1U;
    const bool closed = begins && !rules->p.add_natural_to_canasta &&
                        cn_meld_size(&side->meld[latest]) >= (unsigned)rules->p.canasta_size;
    return closed ? side->meld_count : latest;
}

/* The meld at that place, begun there if it is the one behind the last. */
CN_USUAL cn_target reach_target(cn_public *pub, cn_side *side, unsigned rank, unsigned place)
{
    pub->turn.to_meld = CN_NO_MELD;
    if (place == side->meld_count) cn_begin_meld(side, &pub->turn, rank);
    cn_guard(place < side->meld_count);
    cn_meld *meld = &side->meld[place];
    CN_FOUND(meld);
    return (cn_target){side, meld, rank, place, meld->naturals, cn_meld_wilds(meld)};
}

/* The meld that was named, or the one that a card of a legal lay or take goes to without a name. */
CN_USUAL cn_target make_target(cn_public *pub, const cn_rules *rules, unsigned rank, bool begins,
                               bool in_run)
{
    cn_side *side = cn_acting_side(pub);
    CN_FOUND(side);
    const unsigned named = pub->turn.to_meld;
    unsigned place = side->meld_count;
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED)
        place = only_place(rules, side, rank, begins);
    else if (in_run)
        place = place_in_run(&pub->turn, side, rank);
    return reach_target(pub, side, rank, cn_either(named != CN_NO_MELD, named, place));
}

CN_USUAL cn_sizes sizes_of(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return (cn_sizes){(unsigned)p->meld_min, (unsigned)p->min_naturals, (unsigned)p->canasta_size};
}

/* So many cards, laid or taken by the step, complete a canasta. */
static CN_RARE bool makes_canasta(const cn_public *pub, const cn_rules *rules, unsigned number,
                                  unsigned cards)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned place = cn_step_target(rules, pub, number);
    const unsigned lie = place < side->meld_count ? cn_meld_size(&side->meld[place]) : 0;
    return lie + cards >= (unsigned)rules->p.canasta_size;
}

/* So many cards for a meld of the rank, or of CN_MELD_*, might bring a packet besides one for an
 * emptied hand (S12). */
static inline bool packet_may_come(const cn_public *pub, const cn_rules *rules, unsigned rank,
                                   unsigned cards)
{
    if (pub->packets[pub->seat] == 0 || pub->turn.staging) return false;
    const cn_side *side = cn_public_acting(pub);
    if (rules->p.reserve_trigger == CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA)
        return (int32_t)(side->naturals[rank] + side->wilds[rank] + cards) >= rules->p.canasta_size;
    return rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY;
}

/* They bring it, laid or taken by the step. */
static inline bool packet_comes(const cn_public *pub, const cn_rules *rules, unsigned number,
                                unsigned rank, unsigned cards)
{
    return packet_may_come(pub, rules, rank, cards) &&
           (rules->p.reserve_trigger != CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA ||
            makes_canasta(pub, rules, number, cards));
}

/* It is the one of the seat's first canasta (P112), and an ordinary one. */
static CN_RARE bool packet_is_simple(const cn_game *game, const cn_rules *rules)
{
    return rules->p.reserve_trigger == CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA &&
           !game->pub.own_canasta[game->pub.asker] && cn_packet_is_simple(game, rules);
}

/* After the lay or the take: a canasta was made. */
static inline void pick_up_if(bool may_come, cn_game *game, const cn_rules *rules)
{
    if (may_come && game->pub.own_canasta[game->pub.asker]) cn_pick_packet_up(game, rules);
}

/* The last card in hand may end the hand, an empty stock too. */
static inline bool is_quick(const cn_public *pub, const cn_rules *rules)
{
    return pub->hand_count[pub->seat] > 1 && cn_stock_lets_go_on(rules, pub);
}

/* Where sequences may be laid, the suit that is meant depends on more than the hand (S26), unless
 * it holds but one, or no sequence can use the lowest. */
static inline bool suit_is_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 unsigned kind)
{
    if (!rules->p.sequences || kind >= CN_RANKS) return true;
    const unsigned suits = hand->suits[kind];
    if (suits == 0) return false;
    const unsigned lowest = cn_suits_lowest(suits);
    return suits >> lowest <= 15 ||
           (cn_faces_loose(rules, pub, hand) >> cn_card_make(kind, lowest / 4) & 1) != 0;
}

static CN_RARE void lay_at_length(cn_game *game, const cn_rules *rules, unsigned number,
                                  cn_card named)
{
    cn_game_step(game, rules, cn_step_make(number, named, CN_CARD_NONE), NULL);
}

/* Takes out the natural that is meant, where it is not for certain that of the lowest suit; four
 * times its suit. */
static CN_RARE unsigned take_meant(cn_game *game, const cn_rules *rules, unsigned number,
                                   cn_card named)
{
    cn_cards *hand = &game->hand[game->pub.seat];
    if (named == CN_CARD_NONE)
        named = cn_step_named(rules, &game->pub, hand, cn_step_make(number, named, named)).card[0];
    return 4 * cn_card_suit(cn_take_card(hand, named, number - CN_STEP_LAY));
}

/* Four times its suit: `at`. */
CN_USUAL void put_natural(cn_public *pub, const cn_rules *rules, unsigned rank, unsigned at)
{
    const cn_target to = make_target(pub, rules, rank, true, true);
    cn_put_natural(to.side, to.meld, to.rank, at);
    cn_run_on(&pub->turn, &to);
    cn_note_card(pub, sizes_of(rules), &to, false);
}

/* A natural that is named, one that might be of several suits, and one that may bring a packet. */
static CN_RARE void lay_meant(cn_game *game, const cn_rules *rules, unsigned number, cn_card named)
{
    cn_public *pub = &game->pub;
    const unsigned rank = number - CN_STEP_LAY;
    const bool packet = packet_comes(pub, rules, number, rank, 1);
    if (!is_quick(pub, rules) || (packet && !packet_is_simple(game, rules))) {
        lay_at_length(game, rules, number, named);
        return;
    }
    cn_cards *hand = &game->hand[pub->seat];
    const bool lowest = named == CN_CARD_NONE && suit_is_plain(rules, pub, hand, rank);
    const unsigned at = lowest ? cn_take_suit(hand, rank) : take_meant(game, rules, number, named);
    put_natural(pub, rules, rank, at);
    pick_up_if(packet, game, rules);
}

CN_RARE void cn_quick_natural_others(cn_game *game, const cn_rules *rules, unsigned number,
                                     cn_card named)
{
    cn_public *pub = &game->pub;
    const unsigned rank = number - CN_STEP_LAY;
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    if (named != CN_CARD_NONE || !is_quick(pub, rules) || packet_may_come(pub, rules, rank, 1) ||
        rules->p.sequences) {
        lay_meant(game, rules, number, named);
        return;
    }
    put_natural(pub, rules, rank, cn_take_suit(hand, rank));
}

/* The wild that is laid, the named one or that of the lowest suit. */
CN_USUAL void move_wild(cn_cards *hand, const cn_target *to, unsigned number, cn_card named)
{
    const unsigned two = cn_step_kind(number) == CN_KIND_TWO;
    const bool lowest = named == CN_CARD_NONE;
    const unsigned at = lowest ? cn_wild_suit(hand, two) : 4 * cn_card_suit(named);
    cn_move_wild(hand, to->side, to->meld, to->rank, two, at);
}

/* Onto a meld of a rank. */
static CN_RARE void lay_wild(cn_game *game, const cn_rules *rules, unsigned number, cn_card named)
{
    cn_public *pub = &game->pub;
    const cn_target to = make_target(pub, rules, cn_step_meld(number), false, true);
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    move_wild(hand, &to, number, named);
    cn_run_on(&pub->turn, &to);
    cn_note_card(pub, sizes_of(rules), &to, true);
}

/* Onto the latest meld of wilds, or to begin one beside a closed canasta (P60). */
static CN_RARE void lay_together(cn_game *game, const cn_rules *rules, unsigned number,
                                 cn_card named)
{
    cn_public *pub = &game->pub;
    cn_side *side = cn_acting_side(pub);
    CN_FOUND(side);
    const unsigned latest = side->latest[CN_MELD_WILD], lies = latest != 0;
    const unsigned wilds = cn_meld_wilds(&side->meld[(latest - 1) & (0U - lies)]);
    const unsigned grows = (rules->p.add_wild_to_canasta != 0) & (wilds < rules->wild_most);
    const unsigned goes_on = lies & ((wilds < (unsigned)rules->p.canasta_size) | grows);
    const unsigned of = pub->turn.to_meld;
    const unsigned place = cn_either(goes_on, latest - 1, side->meld_count);
    const cn_target to =
        reach_target(pub, side, CN_MELD_WILD, cn_either(of != CN_NO_MELD, of, place));
    cn_sizes sizes = sizes_of(rules);
    sizes.naturals = 0;
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    move_wild(hand, &to, number, named);
    cn_run_on(&pub->turn, &to);
    cn_note_card(pub, sizes, &to, true);
}

/* The sequence of the run, if the face is next to it; otherwise a new one. */
CN_USUAL unsigned place_beside(const cn_turn *turn, const cn_side *side, unsigned card)
{
    const unsigned run = turn->run_meld, end = side->meld_count;
    const bool lies = run < end;
    const cn_meld *meld = &side->meld[lies ? run : 0];
    const unsigned low = meld->lowest, next = low + CN_SUITS * meld->naturals;
    const bool goes_on =
        lies & (meld->rank == CN_MELD_SEQUENCE) & ((card + CN_SUITS == low) | (card == next));
    return cn_either(goes_on, run, end);
}

/* The face onto the sequence, whose counts are those before it. */
CN_USUAL void put_face(const cn_target *to, cn_card card)
{
    cn_sequence_add(to->meld, card);
    *cn_all_of(to->side->naturals) += cn_unit[CN_MELD_SEQUENCE];
    cn_side_note_beside(to->side);
}

/* Onto a sequence, or to begin one. */
static CN_RARE void lay_face(cn_game *game, const cn_rules *rules, cn_card card)
{
    cn_public *pub = &game->pub;
    cn_side *side = cn_acting_side(pub);
    CN_FOUND(side);
    const unsigned rank = cn_card_kind(card), suit = cn_card_suit(card);
    const unsigned named = pub->turn.to_meld;
    const unsigned place =
        cn_either(named != CN_NO_MELD, named, place_beside(&pub->turn, side, card));
    const cn_target to = reach_target(pub, side, CN_MELD_SEQUENCE, place);
    cn_sizes sizes = sizes_of(rules);
    sizes.naturals = 0;
    cn_cards *hand = &game->hand[pub->seat];
    CN_FOUND(hand);
    *cn_all_of(hand->kind) -= cn_unit[rank];
    hand->size--;
    hand->suits[rank] = (uint16_t)(hand->suits[rank] - (1U << 4 * suit));
    put_face(&to, card);
    cn_run_on(&pub->turn, &to);
    cn_note_card(pub, sizes, &to, false);
}

CN_RARE void cn_quick_lay_others(cn_game *game, const cn_rules *rules, unsigned number,
                                 cn_card card)
{
    cn_public *pub = &game->pub;
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    const bool packet = packet_comes(pub, rules, number, rank, 1);
    if (!is_quick(pub, rules) || (packet && !packet_is_simple(game, rules))) {
        lay_at_length(game, rules, number, card);
        return;
    }
    if (rank < CN_RANKS) {
        lay_wild(game, rules, number, card);
    } else if (cn_step_is_sequence(number)) {
        lay_face(game, rules, (cn_card)(number - CN_STEP_SEQUENCE));
    } else if (rank == CN_MELD_WILD && rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED) {
        lay_together(game, rules, number, card);
    } else {
        card = cn_take_card(&game->hand[pub->seat], card, kind);
        (void)cn_public_lay(pub, rules, number, card);
    }
    pick_up_if(packet, game, rules);
}

/* Cards that lie face down under the pile (P20). */
static inline unsigned buried_under(const cn_public *pub, const cn_rules *rules)
{
    return rules->p.upcard_extra_pile == CN_UPCARD_EXTRA_PILE_NONE ? 0 : cn_public_buried(pub);
}

/* All of the pile comes at once, and threes that lie face down are not replaced. */
static inline bool pile_is_simple(const cn_public *pub, const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->take_amount == 0 &&
           (!p->black3_from_pile.on || pub->pile_cards.kind[CN_KIND_BLACK3] == 0) &&
           (buried_under(pub, rules) == 0 ||
            (!p->black3_from_pile.on && p->red3_in_pile != CN_RED3_IN_PILE_EXPOSE_AND_REPLACE));
}

/* It comes; sides may form by it (P11). */
static inline void collect(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const unsigned buried = buried_under(pub, rules);
    cn_collect_pile(pub, rules, &game->hand[pub->seat]);
    if (buried > 0) cn_bring_buried(game, rules, buried);
    if (rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO) cn_form_sides(pub, rules, pub->seat);
}

/* Where sequences may be laid: the cards of the lowest suits are meant (S26), and no packet comes.
 */
static bool lowest_are_taken(const cn_game *game, const cn_rules *rules, unsigned number)
{
    const cn_public *pub = &game->pub;
    const cn_cards *hand = &game->hand[pub->seat];
    return pub->packets[pub->seat] == 0 &&
           (number == CN_STEP_TAKE_TOP ||
            cn_take_outlook_by(rules, pub, hand, number) == CN_OUTLOOK_STAYS);
}

/* The top card lengthens the sequence that was named (P64). */
static inline bool goes_to_sequence(const cn_public *pub)
{
    const unsigned named = pub->turn.to_meld;
    return named != CN_NO_MELD && cn_public_acting(pub)->meld[named].rank == CN_MELD_SEQUENCE;
}

bool cn_quick_take_others(cn_game *game, const cn_rules *rules, unsigned number)
{
    enum { LAID = 3 };
    cn_public *pub = &game->pub;
    cn_turn *turn = &pub->turn;
    const cn_card top = cn_public_top(pub);
    const bool begins = number != CN_STEP_TAKE_TOP, sequence = goes_to_sequence(pub);
    const unsigned rank = sequence ? (unsigned)CN_MELD_SEQUENCE : cn_card_kind(top);
    const unsigned laid = begins ? LAID : 1;
    if (!pile_is_simple(pub, rules) || !cn_stock_lets_go_on(rules, pub) ||
        !cn_take_leaves_some(pub, number) || cn_pile_is_replaced(pub, rules))
        return false;
    const bool packet = packet_comes(pub, rules, number, rank, laid);
    if (packet && (cn_pile_has_bonus(pub, rules) || !packet_is_simple(game, rules))) return false;
    if (rules->p.sequences && !lowest_are_taken(game, rules, number)) return false;
    cn_cards *hand = &game->hand[pub->seat];
    const bool opened = cn_public_has_opened(pub, pub->seat);
    const cn_target to = make_target(pub, rules, rank, begins, false);
    turn->took = 1;
    cn_run_on(turn, &to);
    cn_pile_lift(pub);
    if (sequence)
        put_face(&to, top);
    else
        cn_put_natural(to.side, to.meld, to.rank, 4 * cn_card_suit(top));
    cn_put_used(pub, hand, &to, number);
    turn->run_of_take = 1;
    turn->take_meld = (uint8_t)to.place;
    pub->phase = CN_PHASE_MELD;
    const unsigned wild = number == CN_STEP_TAKE_TWO || number == CN_STEP_TAKE_JOKER;
    cn_sizes sizes = sizes_of(rules);
    if (sequence) sizes.naturals = 0;
    cn_note_cards(pub, sizes, &to, laid - wild, wild);
    if (opened) collect(game, rules);
    pick_up_if(packet, game, rules);
    return true;
}

/* S12: a canasta of the opening brings a packet, or the opening itself. */
static inline bool opening_brings_packet(const cn_public *pub, const cn_rules *rules)
{
    if (pub->packets[pub->seat] == 0) return false;
    if (rules->p.reserve_trigger == CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA)
        return cn_melds_look(cn_public_acting(pub), (unsigned)rules->p.canasta_size).full != 0;
    return rules->p.reserve_trigger != CN_RESERVE_TRIGGER_HAND_EMPTY;
}

/* P97: those that were held are laid out, of a hand that holds more. */
static inline bool opening_lays_out(const cn_game *game, const cn_rules *rules, bool *threes)
{
    const unsigned seat = game->pub.seat;
    const unsigned held = cn_threes_held(rules, &game->hand[seat]);
    *threes = rules->p.hold_one_three && held > 0;
    return !*threes || (!game->pub.turn.took && game->hand[seat].size > held &&
                        cn_threes_are_replaced(game, rules, seat, false, 0));
}

bool cn_quick_open_others(cn_game *game, const cn_rules *rules)
{
    cn_public *pub = &game->pub;
    const bool took = pub->turn.took;
    bool threes;
    if (!cn_stock_lets_go_on(rules, pub) || pub->hand_count[pub->seat] == 0 ||
        opening_brings_packet(pub, rules) || rules->p.draw_on_initial_meld > 0 ||
        !opening_lays_out(game, rules, &threes))
        return false;
    if (took && (!pile_is_simple(pub, rules) || cn_pile_is_replaced(pub, rules))) return false;
    const bool exempt = cn_opening_is_exempt(pub, rules);
    if (took) collect(game, rules);
    (void)cn_public_open(pub, rules, exempt);
    if (threes) cn_replace_threes(game, rules, pub->seat, false);
    return true;
}

bool cn_quick_name(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    const bool names = cn_step_is_to_meld(number);
    if (!cn_stock_lets_go_on(rules, pub) || (!names && number != CN_STEP_NEW)) return false;
    cn_end_run(&pub->turn);
    if (names) pub->turn.to_meld = (uint8_t)(number - CN_STEP_TO_MELD);
    return true;
}

bool cn_quick_join(cn_game *game, const cn_rules *rules, unsigned number)
{
    cn_public *pub = &game->pub;
    if (!cn_step_is_join(number) || pub->packets[pub->seat] > 0 || !cn_stock_lets_go_on(rules, pub))
        return false;
    (void)cn_public_act(pub, rules, cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
    return true;
}
