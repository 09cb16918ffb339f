/* All lays of a position at once.
 * Not here: names of melds and what goes to a named one (lays_named.c), one lay with its reason
 * (possible.c). Invariant: every limit of a shape is asked of shape.c; what is rare is asked of
 * possible.c and stay.c, step by step. */
#include "engine/legal/lays.h"

#include "canasta/legal.h"
#include "engine/cards/marks.h"
#include "engine/step/limits.h"
#include "engine/step/shape.h"
#include "engine/table/faces.h"

/* ---- what all lays have in common ---- */

static CN_RARE void limit_lays(cn_lay_table *t)
{
    t->dead = cn_dead_ranks(t->rules, t->pub);
    if (!t->wild_locks) return;
    if (cn_is_locked(t->rules, t->side, CN_KIND_TWO, CN_KIND_4)) t->two = false;
    if (cn_is_locked(t->rules, t->side, CN_KIND_JOKER, CN_KIND_4)) t->joker = false;
}

/* Any lay that leaves nothing unfinished can be followed by a discard. */
static bool is_far_from_the_end(const cn_rules *rules, const cn_stay *stay)
{
    const unsigned kept = (unsigned)rules->p.keep_cards, now = stay->keep;
    return stay->goes_on && stay->decides && stay->lack <= 1 && stay->stuck == 0 &&
           stay->held >= (kept > now ? kept : now) + 2;
}

static int32_t lowest_value(const cn_rules *rules)
{
    const int16_t *value = rules->value;
    const int32_t wild =
        value[CN_KIND_TWO] < value[CN_KIND_JOKER] ? value[CN_KIND_TWO] : value[CN_KIND_JOKER];
    const int32_t natural = value[rules->dearest[CN_RANKS - 1]];
    return wild < natural ? wild : natural;
}

/* Held threes leave the hand with the opening, and what replaces them is not counted on (P97). */
static void leave_out_threes(cn_stay *stay, const cn_rules *rules, const cn_cards *hand)
{
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        if (!cn_kind_is_three(kind) || !cn_is_bonus(rules, kind)) continue;
        stay->held -= hand->kind[kind];
        if ((cn_never_discarded(rules) >> kind & 1) != 0) stay->stuck -= hand->kind[kind];
    }
}

/* Of a side that has not opened: what it has staged is enough, or will be. */
static CN_RARE void note_opening(cn_stay *stay, const cn_rules *rules, const cn_public *pub,
                                 const cn_cards *hand)
{
    if (!cn_understands(rules, CN_TELLER_POINTS) || cn_must_go_out(rules, pub)) return;
    const int32_t missing =
        cn_public_need(rules, pub, pub->asker).points - cn_public_staged_points(rules, pub);
    const int32_t lowest = missing > 0 ? lowest_value(rules) : 1;
    if (lowest <= 0) return;
    stay->decides = stay->opening = true;
    stay->lack = missing > 0 ? (unsigned)((missing + lowest - 1) / lowest) : 0;
    if (rules->p.hold_one_three) leave_out_threes(stay, rules, hand);
}

static inline void make_table(cn_lay_table *t, const cn_rules *rules, const cn_public *pub,
                              const cn_cards *hand, cn_lays *lays)
{
    const cn_params *p = &rules->p;
    t->rules = rules;
    t->pub = pub;
    t->hand = hand;
    t->side = cn_public_acting(pub);
    t->lays = lays;
    t->stay = cn_stay_make(rules, pub, hand);
    t->opening = !cn_public_has_opened(pub, pub->asker);
    if (t->opening) note_opening(&t->stay, rules, pub, hand);
    t->onto =
        is_far_from_the_end(rules, &t->stay) ? CN_OUTLOOK_STAYS : cn_stay_outlook(&t->stay, 0);
    t->own_melds = p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
    t->wild_locks = p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO;
    t->two = hand->kind[CN_KIND_TWO] > 0;
    t->joker = hand->kind[CN_KIND_JOKER] > 0;
    t->wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    t->dead = 0;
    t->faces = p->sequences ? cn_faces_held(hand) : 0;
    if (t->wild_locks || p->dead_rank != CN_DEAD_RANK_NONE) limit_lays(t);
}

static bool holds(const cn_cards *hand, unsigned number)
{
    if (cn_step_is_sequence(number))
        return cn_cards_count(hand, (cn_card)(number - CN_STEP_SEQUENCE)) > 0;
    return hand->kind[cn_step_kind(number)] > 0;
}

void cn_note_lay_alone(const cn_lay_table *t, unsigned number)
{
    if (holds(t->hand, number) && cn_possible(t->rules, t->pub, t->hand, number))
        cn_note_lay(t, number, cn_lay_outlook(t->rules, t->pub, t->hand, number));
}

static void add_wilds(const cn_lay_table *t, uint32_t ranks)
{
    if (t->two) cn_note_lays(t, CN_STEP_LAY_TWO, ranks, t->onto);
    if (t->joker) cn_note_lays(t, CN_STEP_LAY_JOKER, ranks, t->onto);
}

/* ---- a meld that must be finished first (P122) ---- */

/* Fewest cards that finish the meld after the lay, by naturals alone if it can be. */
static cn_outlook outlook_of_open(const cn_lay_table *t, unsigned number, const cn_shape *after)
{
    const cn_params *p = &t->rules->p;
    const unsigned size = cn_shape_size(after), rank = after->rank, least = (unsigned)p->meld_min;
    if (cn_shape_is_finished(t->rules, after)) return cn_stay_outlook(&t->stay, 0);
    const unsigned used = cn_step_kind(number) == rank ? 1 : 0;
    if (rank < CN_RANKS && cn_finishes_by_number(p) && size < least) {
        const unsigned need = least - size, left = t->hand->kind[rank] - used;
        if (left >= need && after->naturals + need >= (unsigned)p->min_naturals)
            return cn_stay_outlook(&t->stay, need);
    }
    return cn_lay_outlook(t->rules, t->pub, t->hand, number);
}

static void note_onto(const cn_lay_table *t, unsigned number, const cn_shape *shape, bool wild)
{
    if (t->pub->turn.open_meld == CN_NO_MELD) {
        cn_note_lay(t, number, t->onto);
        return;
    }
    cn_shape after = *shape;
    cn_shape_add(&after, wild);
    cn_note_lay(t, number, outlook_of_open(t, number, &after));
}

/* Cards of the rank, and wilds, for the unfinished meld. */
static void add_onto_open(const cn_lay_table *t, unsigned open)
{
    const unsigned rank = t->side->meld[open].rank;
    const unsigned target = t->own_melds ? t->pub->turn.run_meld : cn_side_find_meld(t->side, rank);
    if (target != open || (t->dead >> rank & 1) != 0) return;
    const cn_shape shape = cn_shape_of(t->pub, t->side, open);
    if (t->hand->kind[rank] > 0 && cn_shape_takes(t->rules, &shape, false))
        note_onto(t, CN_STEP_LAY + rank, &shape, false);
    if ((!t->two && !t->joker) || !cn_shape_takes(t->rules, &shape, true)) return;
    if (t->two) note_onto(t, CN_STEP_LAY_TWO + rank, &shape, true);
    if (t->joker) note_onto(t, CN_STEP_LAY_JOKER + rank, &shape, true);
}

/* ---- new melds ---- */

static CN_RARE void add_begun_alone(const cn_lay_table *t, uint32_t ranks)
{
    for (; ranks != 0; ranks &= ranks - 1) {
        const unsigned number = CN_STEP_LAY + (unsigned)__builtin_ctz(ranks);
        cn_note_lay(t, number, cn_lay_outlook(t->rules, t->pub, t->hand, number));
    }
}

/* New melds of these ranks, which are all in hand. */
static void add_begun(const cn_lay_table *t, uint32_t ranks)
{
    const cn_params *p = &t->rules->p;
    const unsigned least = (unsigned)p->meld_min;
    ranks &= ~t->dead & ~cn_waiting_ranks(t->rules, t->side);
    if (ranks == 0 || t->side->meld_count == CN_MELDS_MAX) return;
    if (!cn_finishes_by_number(p) || !t->stay.goes_on) {
        add_begun_alone(t, ranks);
        return;
    }
    const uint32_t begun = cn_begun_ranks(t, ranks);
    if (begun != 0) cn_note_lays(t, CN_STEP_LAY, begun, cn_stay_outlook(&t->stay, least - 1));
}

/* ---- melds of no rank ---- */

/* Onto a meld of wilds. */
static void add_onto_wilds(const cn_lay_table *t)
{
    const cn_params *p = &t->rules->p;
    const unsigned least = (unsigned)p->meld_min, target = cn_wild_target(t);
    const bool begins = target == CN_NO_MELD, locks = t->wild_locks;
    if (begins && t->stay.goes_on && t->wilds < least) return;
    if (begins && (cn_waiting_ranks(t->rules, t->side) >> CN_MELD_WILD & 1) != 0) return;
    const cn_shape shape =
        begins ? cn_shape_new(CN_MELD_WILD, t->opening) : cn_shape_of(t->pub, t->side, target);
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++) {
        const unsigned number = CN_STEP_LAY_TWO_WILD + kind - CN_KIND_TWO;
        if (t->hand->kind[kind] == 0) continue;
        if (locks || p->initial_naturals_only || (begins && t->rules->wild_most < least))
            cn_note_lay_alone(t, number);
        else if (begins && t->side->meld_count < CN_MELDS_MAX)
            cn_note_lay(t, number, cn_stay_outlook(&t->stay, least - 1));
        else if (!begins && cn_shape_takes(t->rules, &shape, true))
            note_onto(t, number, &shape, true);
    }
}

/* A meld of twos would have to be begun, and not be finished (P62). */
static bool twos_are_too_few(const cn_lay_table *t)
{
    const unsigned run = t->pub->turn.run_meld;
    const bool lies = t->own_melds ? run != CN_NO_MELD && t->side->meld[run].rank == CN_MELD_TWOS
                                   : cn_side_find_meld(t->side, CN_MELD_TWOS) != CN_NO_MELD;
    return !lies && t->stay.goes_on &&
           (t->hand->kind[CN_KIND_TWO] < 2 || t->wilds < (unsigned)t->rules->p.meld_min);
}

/* Wilds onto melds of wilds, of twos and of black threes; `only`: the rank of the unfinished meld,
 * or CN_KIND_NONE. */
static void add_special(const cn_lay_table *t, unsigned only)
{
    const cn_params *p = &t->rules->p;
    const bool any = only == CN_KIND_NONE;
    if (only == CN_MELD_BLACK3) cn_note_lay_alone(t, CN_STEP_LAY_BLACK3); /* P199 */
    if (p->black3_meld_wilds && (any || only == CN_MELD_BLACK3))
        for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++)
            cn_note_lay_alone(t, cn_step_lay(kind, CN_MELD_BLACK3));
    if (p->twos_as_rank && (any || only == CN_MELD_TWOS) && !twos_are_too_few(t))
        for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++)
            cn_note_lay_alone(t, cn_step_lay(kind, CN_MELD_TWOS));
    if (t->rules->wild_most > 0 && (any || only == CN_MELD_WILD)) add_onto_wilds(t);
}

/* P65: black threes can only be laid on the way out. None lies there in this turn. */
static void add_black3(const cn_lay_table *t)
{
    const cn_params *p = &t->rules->p;
    const unsigned held = t->hand->kind[CN_KIND_BLACK3];
    if (held == 0 || p->black3_meld == CN_BLACK3_MELD_NEVER) return;
    if (cn_black3_is_rank(t->rules) || p->black3_meld_hand > 1) {
        cn_note_lay_alone(t, CN_STEP_LAY_BLACK3);
        return;
    }
    const unsigned wilds = p->black3_meld_wilds ? t->wilds : 0;
    const bool begins = t->side->naturals[CN_MELD_BLACK3] == 0;
    if (begins && t->stay.goes_on && held + wilds < (unsigned)p->black3_meld_min) return;
    const unsigned others = t->hand->size - held - wilds; /* which nothing takes any more */
    if (!t->opening && !t->stay.waits && others > 1) return;
    if (!begins)
        cn_note_lay_alone(t, CN_STEP_LAY_BLACK3);
    else if (t->side->meld_count < CN_MELDS_MAX)
        cn_note_lay(t, CN_STEP_LAY_BLACK3, CN_OUTLOOK_OPEN);
}

/* Wilds may finish any of them. */
static CN_RARE void add_begun_faces_alone(const cn_lay_table *t, uint64_t faces)
{
    for (; faces != 0; faces &= faces - 1)
        cn_note_lay_alone(t, CN_STEP_SEQUENCE + (unsigned)__builtin_ctzll(faces));
}

static void add_sequences(const cn_lay_table *t)
{
    const cn_turn *turn = &t->pub->turn;
    uint64_t onto = 0; /* the run */
    if (turn->run_meld != CN_NO_MELD && t->side->meld[turn->run_meld].rank == CN_MELD_SEQUENCE)
        onto = cn_faces_beside(&t->side->meld[turn->run_meld]) & t->faces;
    for (uint64_t left = onto; left != 0; left &= left - 1)
        cn_note_lay_alone(t, CN_STEP_SEQUENCE + (unsigned)__builtin_ctzll(left));
    for (unsigned i = 0; i < 4 && t->rules->p.sequence_wilds > 0; i++)
        cn_note_lay_alone(t, CN_STEP_SEQUENCE_TWO + i);
    if (turn->open_meld != CN_NO_MELD || t->side->meld_count == CN_MELDS_MAX) return;
    const unsigned least = (unsigned)t->rules->p.meld_min;
    if (t->rules->p.sequence_wilds > 0) {
        add_begun_faces_alone(t, t->faces & ~onto);
        return;
    }
    const uint64_t begin = (t->stay.goes_on ? cn_faces_in_runs(t->faces, least) : t->faces) & ~onto;
    if (begin == 0) return;
    cn_note_lays(t, CN_STEP_SEQUENCE, begin, cn_stay_outlook(&t->stay, least - 1));
}

/* ---- all ---- */

/* Black threes lie there: nothing but their group can be laid (P65). */
static CN_RARE void add_onto_black3(const cn_lay_table *t)
{
    cn_note_lay_alone(t, CN_STEP_LAY_BLACK3);
    cn_note_lay_alone(t, CN_STEP_LAY_TWO_BLACK3);
    cn_note_lay_alone(t, CN_STEP_LAY_JOKER_BLACK3);
}

/* Every step is looked at alone. */
static CN_RARE void add_all_alone(const cn_lay_table *t)
{
    for (unsigned number = CN_STEP_LAY; number < CN_STEPS; number++) {
        if (cn_step_is_lay(number)) {
            cn_note_lay_alone(t, number);
        } else if (cn_step_is_to_meld(number) && cn_possible(t->rules, t->pub, t->hand, number)) {
            cn_mask_add(&t->lays->open, number);
        }
    }
}

/* Two sides that may yet become one leave room for each other's melds (S18). */
static bool may_lack_room(const cn_lay_table *t)
{
    return t->rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO && !t->pub->formed &&
           t->side->meld_count >= CN_MELDS_MAX / 2;
}

/* Nothing is unfinished, nothing is named. */
static void add_all(const cn_lay_table *t)
{
    const uint32_t held = cn_counts_from(t->hand->kind, 1) & CN_ALL_RANKS;
    const cn_fits f = cn_fit_ranks(t);
    const uint32_t onto = held & f.begun & ~f.closed;
    cn_note_lays(t, CN_STEP_LAY, onto & f.natural & ~t->dead, t->onto);
    add_begun(t, held & ~onto);
    if (t->wilds > 0) {
        add_wilds(t, f.wild & ~t->dead);
        add_special(t, CN_KIND_NONE);
    }
    add_black3(t);
    if (t->faces != 0 || t->rules->p.sequence_wilds > 0) add_sequences(t);
    if (t->rules->many) cn_add_names(t);
}

static void add_onto_unfinished(const cn_lay_table *t, unsigned open)
{
    const unsigned rank = t->side->meld[open].rank;
    if (rank < CN_RANKS)
        add_onto_open(t, open);
    else if (rank == CN_MELD_SEQUENCE)
        add_sequences(t);
    else
        add_special(t, rank);
}

cn_lays cn_find_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_lays lays = {0};
    cn_lay_table t;
    if (!cn_may_meld(rules, pub)) return lays; /* P184 */
    make_table(&t, rules, pub, hand, &lays);
    if (pub->turn.to_meld != CN_NO_MELD)
        cn_add_onto_named(&t);
    else if (may_lack_room(&t))
        add_all_alone(&t);
    else if (pub->turn.laid_black3 != CN_BLACK3_NONE)
        add_onto_black3(&t);
    else if (pub->turn.open_meld != CN_NO_MELD)
        add_onto_unfinished(&t, pub->turn.open_meld);
    else
        add_all(&t);
    return lays;
}
