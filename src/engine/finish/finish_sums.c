/* What an arrangement's pieces come to for an opening; the highest count that one can reach, for a
 * message; and a first canasta that brings a packet. Not here: ways to open (finish_open.c).
 * Invariant: opening.c says what counts; exact with enough effort. */
#include "engine/cards/counts.h"
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/finish.h"
#include "engine/finish/out_ranks.h"
#include "engine/finish/owed.h"
#include "engine/finish/stay.h"
#include "engine/step/limits.h"
#include "engine/step/opening.h"

/* The dearest way to name the wilds whose kind the search left open: points beyond all-twos. */
static int32_t open_wilds_extra(const cn_arrangement *a, bool only_jokers, bool *possible)
{
    const int16_t *value = a->rules->value;
    int32_t two = value[CN_KIND_TWO], joker = value[CN_KIND_JOKER];
    unsigned jokers = a->open_wilds < a->jokers ? a->open_wilds : a->jokers;
    if (only_jokers) {
        if (a->open_wilds > a->jokers) *possible = false;
        jokers = a->open_wilds;
    } else if (joker < two) {
        jokers = a->open_wilds > a->twos ? (unsigned)(a->open_wilds - a->twos) : 0;
    }
    return (int32_t)jokers * (joker - two);
}

/* What the pieces come to, all open wilds taken for twos. */
static cn_opening sum_settled(const cn_arrangement *a, unsigned rank)
{
    cn_opening sum = {.hand_number = a->pub->hand_number};
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (rank <= CN_RANKS && !cn_piece_is_settled(a, piece, rank)) continue;
        unsigned new_twos = piece->chosen ? piece->new_twos : piece->new_wilds;
        if (piece->shape.rank == CN_MELD_SEQUENCE) {
            cn_opening_add_sequence(a->rules, &sum, &piece->shape, cn_piece_ranks(piece),
                                    piece->twos + new_twos);
            continue;
        }
        cn_opening_add(a->rules, &sum, &piece->shape, piece->twos + new_twos,
                       a->pub->turn.take_meld == i);
    }
    return sum;
}

static cn_opening sum_pieces(const cn_arrangement *a)
{
    return sum_settled(a, a->all ? CN_DECK_CARDS_MAX : CN_RANKS);
}

/* Twos in other melds while a meld of twos is unfinished: the open wilds must be jokers (P133). */
static bool settle_lock(const cn_arrangement *a, cn_opening *sum)
{
    if (a->rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD) return false;
    if (!sum->open_lock) return false;
    unsigned groups = 0; /* with twos for certain */
    for (unsigned i = 0; i < a->piece_count; i++)
        groups += a->piece[i].shape.rank == CN_MELD_TWOS || a->piece[i].twos > 0 ||
                  a->piece[i].new_twos > 0;
    sum->locked_elsewhere = groups > 1;
    return true;
}

/* P61: no two goes to a meld of twos, either, while an older meld of wilds is unfinished. */
static bool twos_are_locked(const cn_arrangement *a)
{
    if (a->rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_WILD_MELD) return false;
    bool unfinished = false, twos = false;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank == CN_MELD_TWOS && piece->added > 0) twos = true;
        if (piece->shape.rank == CN_MELD_WILD && i < a->old_count &&
            cn_shape_size(&piece->shape) < (unsigned)a->rules->p.canasta_size)
            unfinished = true;
    }
    return unfinished && twos;
}

bool cn_arrangement_opens(const cn_arrangement *a, cn_opening *sum)
{
    const cn_goal *g = a->goal;
    const bool pays = a->pub->turn.owes != CN_OWES_CARD || cn_pays(a);
    bool possible = a->piece_count > 0 && pays && !twos_are_locked(a); /* bonuses open nothing */
    *sum = sum_pieces(a);
    bool only_jokers = settle_lock(a, sum);
    sum->points += g->bonus_points + open_wilds_extra(a, only_jokers, &possible);
    return possible;
}

unsigned cn_arrangement_added(const cn_arrangement *a)
{
    unsigned count = 0;
    for (unsigned i = 0; i < a->piece_count; i++) count += a->piece[i].added;
    return count;
}

/* What the settled pieces come to for the opening, and for going out with it. */
uint64_t cn_digest_opening(const cn_arrangement *a, unsigned rank, uint64_t key)
{
    cn_opening sum = sum_settled(a, rank);
    const unsigned paid = a->pub->turn.owes == CN_OWES_CARD && cn_pays(a); /* P203 */
    const uint8_t flags[] = {sum.pure,
                             sum.splash,
                             sum.canasta,
                             sum.natural_canasta,
                             sum.mixed_canasta,
                             sum.unfit,
                             sum.open_lock,
                             sum.locked_elsewhere,
                             sum.holds_locked,
                             (uint8_t)cn_arrangement_added(a),
                             (uint8_t)(a->piece_count | paid << 7)};
    key = cn_digest_bytes(key, &sum.points, sizeof sum.points);
    key = cn_digest_bytes(key, flags, sizeof flags);
    return a->all ? cn_digest_canastas(a, rank, key) : key;
}

/* Ranks of which naturals in hand could be laid: with those that lie there, or as a new meld. */
static uint32_t ranks_to_lay(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    const unsigned wilds = p->initial_naturals_only ? 0 : cn_arrangement_wilds(a);
    const unsigned size = (unsigned)p->meld_min, naturals = (unsigned)p->min_naturals;
    const unsigned lack = size > wilds ? size - wilds : 1;
    return cn_counts_from(a->held, lack > naturals ? lack : naturals) | cn_counts_from(a->lying, 1);
}

/* Of these ranks those that one wild each makes melds of, but for the dearest, which get all wilds
 * that the begun meld leaves. */
static uint32_t ranks_without_wild(const cn_arrangement *a, uint32_t ranks)
{
    const unsigned size = (unsigned)a->rules->p.meld_min, open = a->open;
    const uint32_t short_by_one = ranks & CN_ALL_RANKS & ~cn_counts_from(a->lying, 1) &
                                  cn_counts_from(a->held, size - 1) &
                                  ~cn_counts_from(a->held, size);
    unsigned wilds = cn_arrangement_wilds(a), due = 0;
    if (open != CN_NO_MELD && a->piece[open].shape.rank < CN_RANKS) {
        const unsigned lack = cn_wilds_due(a, &a->piece[open]);
        const unsigned held = a->held[a->piece[open].shape.rank];
        due = lack > held ? lack - held : 0;
    }
    wilds = wilds > due ? wilds - due : 0;
    int16_t last;
    return short_by_one & ~cn_dearest_of(a->rules, short_by_one, wilds, &last);
}

/* Points of all wilds in hand, beyond those of the open ones, which are taken for twos. */
static int32_t points_of_wilds(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    const int32_t two = a->rules->value[CN_KIND_TWO], joker = a->rules->value[CN_KIND_JOKER];
    if (p->initial_naturals_only && !p->black3_meld_wilds) return 0; /* twos are settled */
    return (a->twos - a->open_wilds) * two + a->jokers * joker;
}

/* Too few points even if the cards of these ranks and every wild were laid; of those that are
 * `loose` no card need find a meld of its rank. */
static bool points_are_too_few(const cn_arrangement *a, uint32_t ranks, uint32_t loose)
{
    const cn_goal *g = a->goal;
    const cn_params *p = &a->rules->p;
    if (p->min_exempt_splash || p->min_counts_bonuses || p->min_exempt_hand_emptied) return false;
    const int16_t *value = a->rules->value;
    const uint32_t fitting = (ranks | loose) & g->fitting;
    const uint32_t laid = fitting & ~ranks_without_wild(a, fitting & ~loose);
    int32_t points = sum_pieces(a).points + /* old pieces of higher ranks included */
                     cn_counts_worth(a->held, laid, value) + points_of_wilds(a) +
                     (a->no_black3 ? 0 : a->black3 * value[CN_KIND_BLACK3]);
    const cn_turn *turn = &a->pub->turn;
    if (p->initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND && turn->staging &&
        turn->take_meld < a->old_count) { /* two hand cards may yet count with a third (P44) */
        const cn_shape *top = &a->piece[turn->take_meld].shape;
        const int32_t two = value[CN_KIND_TWO], joker = value[CN_KIND_JOKER];
        points += top->naturals * value[top->rank] + top->wilds * (joker > two ? joker : two);
    }
    return points < g->need.points;
}

bool cn_count_is_hopeless(const cn_arrangement *a, unsigned rank)
{
    return points_are_too_few(a, ranks_to_lay(a) >> rank << rank, 0);
}

bool cn_count_is_vain(const cn_arrangement *a, uint32_t loose)
{
    return points_are_too_few(a, ranks_to_lay(a), loose);
}

void cn_begin_opening(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, cn_goal *g, cn_effort *effort)
{
    cn_arrange_start(a, rules, pub, hand, effort);
    if (cn_is_bonus(rules, CN_KIND_BLACK3)) a->black3 = 0;
    a->goal = g;
    g->fitting = cn_ranks_that_fit(a);
}

typedef struct best {
    cn_goal g; /* first: the search's functions read it as a goal */
    int32_t *points;
} best;

static bool note_best(const cn_arrangement *a)
{
    const best *b = a->goal;
    cn_opening sum;
    if (cn_arrangement_opens(a, &sum) && sum.points > *b->points) *b->points = sum.points;
    return false;
}

static bool below_best(const cn_arrangement *a, unsigned rank)
{
    const best *b = a->goal;
    cn_goal g = b->g;
    g.need.points = *b->points + 1;
    cn_arrangement bound = *a;
    bound.goal = &g;
    return cn_count_is_hopeless(&bound, rank);
}

int32_t cn_best_opening_count(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    int32_t points = cn_public_staged_points(rules, pub);
    best b = {.g = cn_goal_make(rules, pub, hand), .points = &points};
    cn_arrangement a;
    cn_effort effort = {CN_EFFORT_USUAL};
    cn_begin_opening(&a, rules, pub, hand, &b.g, &effort);
    a.goal = &b;
    a.no_black3 = !cn_black3_is_rank(rules);
    a.arranged = note_best;
    a.hopeless = below_best;
    cn_arrange(&a);
    return points;
}

/* ---- a first canasta that brings a packet ---- */

static bool completes_canasta(const cn_arrangement *a)
{
    const cn_goal *g = a->goal;
    unsigned added = cn_arrangement_added(a);
    if (g->hand - added + g->packet < (unsigned)a->rules->p.keep_cards + 1) return false;
    if (cn_lock_holds(a)) return false;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        bool old = i < a->old_count;
        if ((piece->added == 0 && !piece->joined) ||
            cn_piece_canasta(a->rules, piece) == CN_CANASTA_NONE)
            continue;
        if (!old || cn_meld_canasta(a->rules, &a->side->meld[i]) == CN_CANASTA_NONE) return true;
    }
    return false;
}

/* The unfinished meld takes the whole hand, so that nothing can be joined before the hand is empty:
 * it becomes the canasta itself, or none comes in time (S14). */
static bool completes_with_last_card(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand)
{
    const cn_meld *meld = &cn_public_acting(pub)->meld[pub->turn.open_meld];
    return cn_meld_size(meld) + hand->size >= (unsigned)rules->p.canasta_size;
}

bool cn_finish_by_packet(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort)
{
    if (pub->packets[pub->asker] == 0 || pub->own_canasta[pub->asker] || !cn_may_meld(rules, pub) ||
        rules->p.reserve_trigger != CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA)
        return false;
    if (pub->turn.open_meld != CN_NO_MELD && cn_finish_cards(rules, pub, hand) >= hand->size &&
        !completes_with_last_card(rules, pub, hand))
        return false;
    cn_goal g = cn_goal_make(rules, pub, hand);
    cn_arrangement a;
    cn_begin_opening(&a, rules, pub, hand, &g, effort);
    a.no_black3 = !cn_black3_is_rank(rules);
    a.arranged = completes_canasta;
    return cn_arrange(&a);
}
