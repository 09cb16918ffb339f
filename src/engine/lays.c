/* All lays of a position at once, meld by meld.
 * Not here: one lay with its reason (possible.c). Invariant: every limit of a shape is asked of
 * shape.c; what is rare is asked of possible.c and stay.c, step by step. */
#include "lays.h"

#include "canasta/legal.h"
#include "counts.h"
#include "faces.h"
#include "possible.h"
#include "shape.h"
#include "stay.h"

enum { FACES = CN_RANKS * CN_SUITS };

typedef struct table {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    cn_lays *lays;
    cn_stay stay;
    bool far;       /* cards enough that a lay onto a finished meld is no dead end */
    bool opening;   /* the side has not opened */
    bool simple;    /* a meld is finished by cards enough, naturals first, before it is a canasta */
    bool own_melds; /* a rank may have many melds, which a run of lays begins one by one */
    bool wild_locks;               /* an unfinished meld of wilds or twos keeps them to itself */
    bool two_locked, joker_locked; /* for melds of ranks (P61, P133) */
    unsigned wilds;                /* in hand */
    uint32_t begun, twice;         /* ranks, and others, with a meld; with two or more */
    uint32_t dead;                 /* ranks that are closed to everybody (P100) */
    uint8_t latest[CN_COUNTS];     /* index of the latest meld of a rank */
} table;

/* ---- what all lays have in common ---- */

static void find_melds(table *t)
{
    for (unsigned i = 0; i < t->side->meld_count; i++) {
        const unsigned rank = t->side->meld[i].rank;
        t->twice |= t->begun & 1U << rank;
        t->begun |= 1U << rank;
        t->latest[rank] = (uint8_t)i;
    }
}

static uint32_t dead_ranks(const cn_rules *rules, const cn_public *pub)
{
    uint32_t dead = 0;
    if (rules->p.dead_rank == CN_DEAD_RANK_NONE) return 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        for (unsigned i = 0; i < pub->side[side].meld_count; i++) {
            const cn_meld *meld = &pub->side[side].meld[i];
            if (meld->rank < CN_RANKS && cn_meld_size(meld) >= (unsigned)rules->p.canasta_size)
                dead |= 1U << meld->rank;
        }
    return dead;
}

/* Any lay that leaves nothing unfinished can be followed by a discard. */
static bool is_far_from_the_end(const table *t)
{
    const unsigned kept = (unsigned)t->rules->p.keep_cards, now = t->stay.keep;
    return t->stay.decides && t->stay.stuck == 0 && t->stay.held >= (kept > now ? kept : now) + 2;
}

static table make_table(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_lays *lays)
{
    table t = {.rules = rules,
               .pub = pub,
               .hand = hand,
               .side = cn_public_acting(pub),
               .lays = lays,
               .stay = cn_stay_make(rules, pub, hand),
               .opening = !cn_public_has_opened(pub, pub->asker),
               .simple = rules->p.min_naturals <= rules->p.meld_min &&
                         rules->p.meld_min < rules->p.canasta_size,
               .own_melds = rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED,
               .wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER],
               .dead = dead_ranks(rules, pub)};
    find_melds(&t);
    t.far = is_far_from_the_end(&t);
    t.wild_locks = rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO;
    if (!t.wild_locks) return t;
    t.two_locked = cn_is_locked(rules, t.side, CN_KIND_TWO, CN_KIND_4);
    t.joker_locked = cn_is_locked(rules, t.side, CN_KIND_JOKER, CN_KIND_4);
    return t;
}

static void note(table *t, unsigned number, cn_outlook outlook)
{
    if (outlook == CN_OUTLOOK_STAYS) cn_mask_add(&t->lays->sure, number);
    if (outlook == CN_OUTLOOK_OPEN) cn_mask_add(&t->lays->open, number);
    if (outlook == CN_OUTLOOK_OUT) cn_mask_add(&t->lays->out, number);
}

static bool holds(const cn_cards *hand, unsigned number)
{
    if (cn_step_is_sequence(number))
        return cn_cards_count(hand, (cn_card)(number - CN_STEP_SEQUENCE)) > 0;
    return hand->kind[cn_step_kind(number)] > 0;
}

static void note_many(table *t, unsigned first, uint64_t bits, cn_outlook outlook)
{
    if (outlook == CN_OUTLOOK_STAYS) cn_mask_add_many(&t->lays->sure, first, bits);
    if (outlook == CN_OUTLOOK_OPEN) cn_mask_add_many(&t->lays->open, first, bits);
    if (outlook == CN_OUTLOOK_OUT) cn_mask_add_many(&t->lays->out, first, bits);
}

/* A lay that is rare enough to be looked at alone. */
static void note_alone(table *t, unsigned number)
{
    if (holds(t->hand, number) && cn_possible(t->rules, t->pub, t->hand, number))
        note(t, number, cn_lay_outlook(t->rules, t->pub, t->hand, number));
}

/* A lay onto a meld that was finished before. */
static cn_outlook outlook_onto_finished(const table *t)
{
    return t->far ? CN_OUTLOOK_STAYS : cn_stay_outlook(&t->stay, 0);
}

/* Fewest cards that finish the meld after the lay, by naturals alone if it can be. */
static cn_outlook outlook_of_open(const table *t, unsigned number, const cn_shape *after)
{
    const unsigned size = cn_shape_size(after), rank = after->rank;
    const unsigned least = (unsigned)t->rules->p.meld_min;
    if (cn_shape_is_finished(t->rules, after)) return cn_stay_outlook(&t->stay, 0);
    const unsigned used = cn_step_kind(number) == rank ? 1 : 0;
    if (rank < CN_RANKS && t->simple && size < least) {
        const unsigned need = least - size, left = t->hand->kind[rank] - used;
        if (left >= need && after->naturals + need >= (unsigned)t->rules->p.min_naturals)
            return cn_stay_outlook(&t->stay, need);
    }
    return cn_lay_outlook(t->rules, t->pub, t->hand, number);
}

/* A lay of a natural or a wild onto the meld, which takes it. */
static void note_onto(table *t, unsigned number, const cn_shape *shape, bool wild)
{
    if (t->pub->turn.open_meld == CN_NO_MELD) {
        note(t, number, outlook_onto_finished(t));
        return;
    }
    cn_shape after = *shape;
    cn_shape_add(&after, wild);
    note(t, number, outlook_of_open(t, number, &after));
}

/* ---- naturals ---- */

/* Wilds in hand that no unfinished meld keeps for itself. */
static unsigned free_wilds(const table *t)
{
    return (t->two_locked ? 0U : t->hand->kind[CN_KIND_TWO]) +
           (t->joker_locked ? 0U : t->hand->kind[CN_KIND_JOKER]);
}

/* So many naturals and as many wilds as a meld lacks make one. */
static bool wilds_finish(const table *t, unsigned rank, unsigned naturals)
{
    cn_shape shape = cn_shape_new(rank, t->opening);
    shape.naturals = (uint8_t)naturals;
    for (; cn_shape_size(&shape) < (unsigned)t->rules->p.meld_min; cn_shape_add(&shape, true))
        if (!cn_shape_takes(t->rules, &shape, true)) return false;
    return true;
}

/* New melds of ranks of which none can be finished by naturals alone. */
static void note_begun_with_wilds(table *t, uint32_t ranks)
{
    const unsigned least = (unsigned)t->rules->p.meld_min;
    for (; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks), held = t->hand->kind[rank];
        const bool vain = held + free_wilds(t) < least || !wilds_finish(t, rank, held);
        note(t, CN_STEP_LAY + rank,
             cn_stay_outlook(&t->stay, vain ? CN_NEVER_FINISHED : least - 1));
    }
}

/* New melds of these ranks, which are all in hand. */
static void add_begun(table *t, uint32_t ranks)
{
    const cn_params *p = &t->rules->p;
    const unsigned least = (unsigned)p->meld_min, naturals = (unsigned)p->min_naturals;
    if (t->side->meld_count == CN_MELDS_MAX) return;
    ranks &= ~t->dead;
    if (!t->simple || !t->stay.tells) {
        for (; ranks != 0; ranks &= ranks - 1) {
            const unsigned number = CN_STEP_LAY + (unsigned)__builtin_ctz(ranks);
            note(t, number, cn_lay_outlook(t->rules, t->pub, t->hand, number));
        }
        return;
    }
    const uint32_t full = cn_counts_from(t->hand->kind, least) & ranks;
    note_many(t, CN_STEP_LAY, full, cn_stay_outlook(&t->stay, least - 1));
    if (t->wilds == 0) return;
    if (naturals > 1) ranks &= cn_counts_from(t->hand->kind, naturals);
    note_begun_with_wilds(t, ranks & ~full);
}

/* The meld that a card of the rank goes to, as cn_step_target; CN_NO_MELD for a new one. */
static unsigned target_of(const table *t, unsigned rank, bool begins)
{
    const unsigned run = t->pub->turn.run_meld;
    if (t->own_melds)
        return run != CN_NO_MELD && t->side->meld[run].rank == rank ? run : (unsigned)CN_NO_MELD;
    if ((t->begun >> rank & 1) == 0) return CN_NO_MELD;
    const cn_meld *meld = &t->side->meld[t->latest[rank]];
    if (!begins || cn_meld_size(meld) < (unsigned)t->rules->p.canasta_size) return t->latest[rank];
    const cn_shape shape = {
        .rank = meld->rank, .naturals = meld->naturals, .wilds = (uint8_t)cn_meld_wilds(meld)};
    return cn_shape_is_closed(t->rules, &shape) ? (unsigned)CN_NO_MELD : t->latest[rank];
}

static void add_naturals(table *t, uint32_t ranks)
{
    const unsigned open = t->pub->turn.open_meld, run = t->pub->turn.run_meld;
    uint32_t onto = ranks & t->begun,
             begin = ranks & ~t->begun; /* what lies there, or a new meld */
    if (t->own_melds) {
        onto = run == CN_NO_MELD ? 0 : 1U << t->side->meld[run].rank & ranks;
        begin = ranks & ~onto;
    }
    for (; onto != 0; onto &= onto - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(onto);
        const unsigned target = target_of(t, rank, true);
        if (target == CN_NO_MELD) {
            begin |= 1U << rank;
            continue;
        }
        if (open != CN_NO_MELD && open != target) continue;
        const cn_shape shape = cn_shape_of(t->pub, t->side, target);
        if ((t->dead >> rank & 1) == 0 && cn_shape_takes(t->rules, &shape, false))
            note_onto(t, CN_STEP_LAY + rank, &shape, false);
    }
    if (open == CN_NO_MELD && begin != 0) add_begun(t, begin);
}

/* ---- wilds ---- */

static void add_wilds(table *t, uint32_t ranks)
{
    const bool two = t->hand->kind[CN_KIND_TWO] > 0 && !t->two_locked;
    const bool joker = t->hand->kind[CN_KIND_JOKER] > 0 && !t->joker_locked;
    const unsigned open = t->pub->turn.open_meld;
    if (!two && !joker) return;
    for (ranks &= t->begun & ~t->dead; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        const unsigned target = target_of(t, rank, false);
        if (target == CN_NO_MELD || (open != CN_NO_MELD && open != target)) continue;
        const cn_shape shape = cn_shape_of(t->pub, t->side, target);
        if (!cn_shape_takes(t->rules, &shape, true)) continue;
        if (two) note_onto(t, CN_STEP_LAY_TWO + rank, &shape, true);
        if (joker) note_onto(t, CN_STEP_LAY_JOKER + rank, &shape, true);
    }
}

/* Onto a meld of wilds. */
static void add_onto_wilds(table *t)
{
    const cn_params *p = &t->rules->p;
    const unsigned least = (unsigned)p->meld_min, target = target_of(t, CN_MELD_WILD, true);
    const bool begins = target == CN_NO_MELD, locks = t->wild_locks;
    if (begins && t->stay.tells && t->wilds < least) return;
    const cn_shape shape =
        begins ? cn_shape_new(CN_MELD_WILD, t->opening) : cn_shape_of(t->pub, t->side, target);
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++) {
        const unsigned number = cn_step_lay(kind, CN_MELD_WILD);
        if (t->hand->kind[kind] == 0) continue;
        if (locks || p->initial_naturals_only || (begins && t->rules->wild_most < least))
            note_alone(t, number);
        else if (begins && t->side->meld_count < CN_MELDS_MAX)
            note(t, number, cn_stay_outlook(&t->stay, least - 1));
        else if (!begins && cn_shape_takes(t->rules, &shape, true))
            note_onto(t, number, &shape, true);
    }
}

/* Wilds onto melds of wilds, of twos and of black threes. */
static void add_special(table *t)
{
    const cn_params *p = &t->rules->p;
    const unsigned open = t->pub->turn.open_meld;
    const unsigned only = open == CN_NO_MELD ? CN_KIND_NONE : t->side->meld[open].rank;
    const bool any = only == CN_KIND_NONE;
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++) {
        if (t->hand->kind[kind] == 0) continue;
        if (p->black3_meld_wilds && (any || only == CN_MELD_BLACK3))
            note_alone(t, cn_step_lay(kind, CN_MELD_BLACK3));
        if (p->twos_as_rank && (any || only == CN_MELD_TWOS))
            note_alone(t, cn_step_lay(kind, CN_MELD_TWOS));
    }
    if (t->rules->wild_most > 0 && (any || only == CN_MELD_WILD)) add_onto_wilds(t);
}

/* P65: black threes can only be laid on the way out. */
static void add_black3(table *t)
{
    const cn_params *p = &t->rules->p;
    const unsigned held = t->hand->kind[CN_KIND_BLACK3], open = t->pub->turn.open_meld;
    if (held == 0 || p->black3_meld == CN_BLACK3_MELD_NEVER) return;
    if (open != CN_NO_MELD && t->side->meld[open].rank != CN_MELD_BLACK3) return;
    const unsigned wilds = p->black3_meld_wilds ? t->wilds : 0;
    const bool begins = (t->begun >> CN_MELD_BLACK3 & 1) == 0;
    if (begins && t->stay.tells && held + wilds < (unsigned)p->black3_meld_min) return;
    const unsigned others = t->hand->size - held - wilds; /* which nothing takes any more */
    if (!t->opening && !t->stay.waits && others > 1) return;
    if (!begins)
        note_alone(t, CN_STEP_LAY_BLACK3);
    else if (t->side->meld_count < CN_MELDS_MAX)
        note(t, CN_STEP_LAY_BLACK3, CN_OUTLOOK_OPEN);
}

/* ---- sequences ---- */

static void add_sequences(table *t, uint64_t faces)
{
    const cn_turn *turn = &t->pub->turn;
    const bool open = turn->open_meld != CN_NO_MELD;
    if (open && t->side->meld[turn->open_meld].rank != CN_MELD_SEQUENCE) return;
    uint64_t onto = 0; /* the run */
    if (turn->run_meld != CN_NO_MELD && t->side->meld[turn->run_meld].rank == CN_MELD_SEQUENCE)
        onto = cn_faces_beside(&t->side->meld[turn->run_meld]) & faces;
    for (uint64_t left = onto; left != 0; left &= left - 1)
        note_alone(t, CN_STEP_SEQUENCE + (unsigned)__builtin_ctzll(left));
    if (open || t->side->meld_count == CN_MELDS_MAX) return;
    const unsigned least = (unsigned)t->rules->p.meld_min;
    const uint64_t begin = (t->stay.tells ? cn_faces_in_runs(faces, least) : faces) & ~onto;
    if (begin == 0) return;
    const cn_outlook outlook = t->rules->p.sequence_extend_going_out
                                   ? CN_OUTLOOK_OPEN
                                   : cn_stay_outlook(&t->stay, least - 1);
    note_many(t, CN_STEP_SEQUENCE, begin, outlook);
}

/* ---- names of melds ---- */

/* The meld as a named one: a run begins with it. */
static cn_shape shape_named(const table *t, unsigned meld_i)
{
    const cn_meld *meld = &t->side->meld[meld_i];
    cn_shape shape = {.rank = meld->rank,
                      .naturals = meld->naturals,
                      .wilds = (uint8_t)cn_meld_wilds(meld),
                      .run_before = (uint8_t)cn_meld_size(meld),
                      .opening = t->pub->turn.staging};
    if (!shape.opening) return shape;
    shape.run_before = 0;
    shape.run_wilds = shape.wilds;
    return shape;
}

static bool takes_by_name(const table *t, unsigned meld_i)
{
    const unsigned rank = t->side->meld[meld_i].rank;
    if (t->wilds == 0 && (rank == CN_MELD_WILD || t->hand->kind[rank] == 0)) return false;
    const cn_shape shape = shape_named(t, meld_i);
    if ((t->dead >> rank & 1) != 0) return false;
    if (rank == CN_MELD_WILD)
        return target_of(t, rank, true) != meld_i && cn_shape_takes(t->rules, &shape, true);
    if (t->hand->kind[rank] > 0 && target_of(t, rank, true) != meld_i &&
        cn_shape_takes(t->rules, &shape, false))
        return true;
    if (t->wilds == 0 || target_of(t, rank, false) == meld_i) return false;
    const bool two = t->hand->kind[CN_KIND_TWO] > 0 && !t->two_locked;
    const bool joker = t->hand->kind[CN_KIND_JOKER] > 0 && !t->joker_locked;
    return (two || joker) && cn_shape_takes(t->rules, &shape, true);
}

/* P109: one that is full grows only on the way out. */
static bool sequence_takes_by_name(const table *t, const cn_meld *meld, uint64_t faces)
{
    const cn_params *p = &t->rules->p;
    if ((cn_faces_beside(meld) & faces) == 0) return false;
    if (!p->add_natural_to_canasta && meld->naturals >= p->canasta_size) return false;
    return meld->naturals < p->sequence_max;
}

/* A later meld of the rank can be joined to it (P56). */
static bool joins_by_name(const table *t, unsigned meld_i)
{
    const cn_meld *meld = &t->side->meld[meld_i];
    if (t->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE ||
        (t->twice >> meld->rank & 1) == 0 || t->pub->turn.staging)
        return false;
    const cn_shape shape = shape_named(t, meld_i);
    for (unsigned i = meld_i + 1; i < t->side->meld_count; i++) {
        if (t->side->meld[i].rank != meld->rank) continue;
        const cn_shape other = shape_named(t, i);
        if (cn_shape_union_fits(t->rules, &shape, &other)) return true;
    }
    return false;
}

static void add_names(table *t, uint64_t faces)
{
    const cn_params *p = &t->rules->p;
    const cn_turn *turn = &t->pub->turn;
    if (turn->open_meld != CN_NO_MELD) return;
    const bool lengthens = p->sequence_extend_going_out != 0;
    const bool alone = t->wild_locks || p->initial_naturals_only;
    const cn_outlook onto = turn->staging ? CN_OUTLOOK_OPEN : cn_stay_outlook(&t->stay, 0);
    for (unsigned i = 0; i < t->side->meld_count; i++) {
        const cn_meld *meld = &t->side->meld[i];
        const bool sequence = meld->rank == CN_MELD_SEQUENCE;
        if (meld->rank == CN_MELD_BLACK3) continue;
        if (meld->rank == CN_MELD_TWOS || (meld->rank == CN_MELD_WILD && alone) ||
            (sequence && lengthens)) {
            cn_effort effort = {CN_EFFORT_USUAL};
            if (cn_refusal(t->rules, t->pub, t->hand, CN_STEP_TO_MELD + i, &effort).code == CN_OK)
                cn_mask_add(&t->lays->open, CN_STEP_TO_MELD + i);
            continue;
        }
        const bool takes = sequence ? i != turn->run_meld && sequence_takes_by_name(t, meld, faces)
                                    : takes_by_name(t, i);
        const bool joins = (!takes || onto == CN_OUTLOOK_OUT) && !sequence && joins_by_name(t, i);
        if (takes && !joins) note(t, CN_STEP_TO_MELD + i, onto);
        if (!joins) continue;
        const bool stays = cn_stays_as_it_is(t->rules, t->pub, t->hand);
        note(t, CN_STEP_TO_MELD + i, stays ? CN_OUTLOOK_STAYS : CN_OUTLOOK_OPEN);
    }
}

/* ---- onto a named meld ---- */

static void add_onto_named(table *t)
{
    const unsigned named = t->pub->turn.to_meld, rank = t->side->meld[named].rank;
    unsigned numbers[3];
    const unsigned count = cn_lays_onto(&t->side->meld[named], numbers);
    for (unsigned i = 0; i < count; i++) note_alone(t, numbers[i]);
    if (rank == CN_MELD_SEQUENCE || (t->twice >> rank & 1) == 0) return;
    const bool stays = cn_stays_as_it_is(t->rules, t->pub, t->hand);
    for (unsigned i = named + 1; i < t->side->meld_count; i++)
        if (t->side->meld[i].rank == rank &&
            cn_possible(t->rules, t->pub, t->hand, CN_STEP_JOIN + i))
            note(t, CN_STEP_JOIN + i, stays ? CN_OUTLOOK_STAYS : CN_OUTLOOK_OPEN);
}

/* ---- all ---- */

/* Turns in which every step is looked at alone: black threes lie there, or room for melds
 * may be short. */
static void add_all_alone(table *t)
{
    for (unsigned number = CN_STEP_LAY; number < CN_STEPS; number++) {
        if (cn_step_is_lay(number)) {
            note_alone(t, number);
        } else if (cn_step_is_to_meld(number) && cn_possible(t->rules, t->pub, t->hand, number)) {
            cn_mask_add(&t->lays->open, number);
        }
    }
}

/* Two sides that may yet become one leave room for each other's melds (S18). */
static bool may_lack_room(const table *t)
{
    return t->rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO && !t->pub->formed &&
           t->side->meld_count >= CN_MELDS_MAX / 2;
}

cn_lays cn_find_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_lays lays = {0};
    table t = make_table(rules, pub, hand, &lays);
    if (pub->turn.to_meld != CN_NO_MELD) {
        add_onto_named(&t);
        return lays;
    }
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || may_lack_room(&t)) {
        add_all_alone(&t);
        return lays;
    }
    const uint32_t held = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS;
    const unsigned open = pub->turn.open_meld;
    const unsigned rank = open == CN_NO_MELD ? CN_RANKS : t.side->meld[open].rank;
    const uint32_t only = open == CN_NO_MELD ? CN_ALL_RANKS : (1U << rank & CN_ALL_RANKS);
    add_naturals(&t, held & only);
    if (t.wilds > 0) add_wilds(&t, only);
    if (t.wilds > 0) add_special(&t);
    add_black3(&t);
    const uint64_t faces = rules->p.sequences ? cn_faces_held(hand) : 0;
    if (faces != 0) add_sequences(&t, faces);
    if (rules->many) add_names(&t, faces);
    return lays;
}
