/* What everybody at a table has seen.
 * Not here: rows. Invariant: as in the header; tests compare every count with a view's memory. */
#include "watch.h"

#include <string.h>

#include "engine/step/collect.h"
#include "engine/turn/apply.h"

static int16_t points(const cn_env_layout *layout, int32_t points)
{
    const int32_t units = points / layout->points_unit;
    if (units > CN_ENV_POINTS_MAX) return CN_ENV_POINTS_MAX;
    return (int16_t)(units < -CN_ENV_POINTS_MAX ? -CN_ENV_POINTS_MAX : units);
}

static void count_up(uint8_t *count)
{
    if (*count < CN_ENV_COUNT_MAX) ++*count;
}

static void count_down(uint8_t *count)
{
    if (*count > 0) --*count;
}

/* Suit counts of four bits, as in cn_cards and cn_meld. */
static void add_suits(uint8_t *faces, unsigned rank, unsigned suits)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        faces[rank * CN_SUITS + suit] =
            (uint8_t)((unsigned)faces[rank * CN_SUITS + suit] + (suits >> (4 * suit) & 15));
}

/* The ranks have their rows, then come black threes and twos. */
static void write_row(uint8_t *out, const cn_meld *meld)
{
    uint8_t *row = out + meld->rank * CN_ENV_MELD_PARTS;
    row[0] = meld->naturals;
    row[1] = cn_meld_twos(meld);
    row[2] = cn_meld_jokers(meld);
}

static void write_table(uint8_t *out, const cn_env_layout *layout, const cn_side *side)
{
    memset(out, 0, layout->meld_values * sizeof *out);
    for (unsigned i = 0; i < side->meld_count; i++) write_row(out, &side->meld[i]);
}

static void write_listed(uint8_t *out, const cn_side *side, unsigned meld_i)
{
    const cn_meld *meld = &side->meld[meld_i];
    const bool sequence = meld->rank == CN_MELD_SEQUENCE;
    uint8_t *row = out + meld_i * CN_ENV_LISTED_PARTS;
    row[0] = (uint8_t)(meld->rank + 1);
    row[1] = meld->naturals;
    row[2] = cn_meld_twos(meld);
    row[3] = cn_meld_jokers(meld);
    row[4] = (uint8_t)(sequence ? cn_meld_low(meld) + 1 : 0);
    row[5] = (uint8_t)(sequence ? cn_meld_suit(meld) + 1 : 0);
}

static void write_list(uint8_t *out, const cn_side *side, unsigned before)
{
    for (unsigned i = 0; i < side->meld_count; i++) write_listed(out, side, i);
    for (unsigned i = side->meld_count * CN_ENV_LISTED_PARTS; i < before * CN_ENV_LISTED_PARTS; i++)
        out[i] = 0;
}

static void watch_side(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                       const cn_public *pub, unsigned side_i)
{
    const cn_side *side = &pub->side[side_i];
    watch->canastas[side_i] = (uint8_t)cn_side_canastas(rules, side);
    if (layout->ranked)
        write_table(watch->melds[side_i], layout, side);
    else
        write_list(watch->melds[side_i], side, watch->listed[side_i]);
    watch->listed[side_i] = side->meld_count;
}

/* One card was laid onto a meld of the side. */
static void watch_meld(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                       const cn_public *pub, unsigned side_i)
{
    const cn_side *side = &pub->side[side_i];
    const unsigned meld_i = pub->turn.run_meld;
    if (meld_i == CN_NO_MELD) { /* the turn is over */
        watch_side(watch, layout, rules, pub, side_i);
        return;
    }
    const cn_meld *meld = &side->meld[meld_i];
    if (layout->ranked)
        write_row(watch->melds[side_i], meld);
    else
        write_listed(watch->melds[side_i], side, meld_i);
    watch->listed[side_i] = side->meld_count;
    if (cn_meld_canasta(rules, meld) != CN_CANASTA_NONE)
        watch->canastas[side_i] = (uint8_t)cn_side_canastas(rules, side);
}

/* Naturals of ranks on all tables, by faces: anew, ... */
static void watch_faces(cn_env_watch *watch, const cn_rules *rules, const cn_public *pub)
{
    memset(watch->melded_faces, 0, sizeof watch->melded_faces);
    for (unsigned side_i = 0; side_i < rules->side_count; side_i++)
        for (unsigned i = 0; i < pub->side[side_i].meld_count; i++) {
            const cn_meld *meld = &pub->side[side_i].meld[i];
            if (meld->rank < CN_RANKS)
                add_suits(watch->melded_faces, meld->rank, meld->natural_suits);
            if (meld->rank != CN_MELD_SEQUENCE) continue;
            for (uint32_t left = cn_meld_ranks(meld); left != 0; left &= left - 1)
                watch->melded_faces[cn_card_make((unsigned)__builtin_ctz(left),
                                                 cn_meld_suit(meld))]++;
        }
}

/* ... and a card that came there, if it is one. */
static void watch_melded(cn_env_watch *watch, cn_card card)
{
    if (card < CN_ENV_FACES) watch->melded_faces[card]++;
}

static void watch_all_sides(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                            const cn_public *pub)
{
    for (unsigned side = 0; side < rules->side_count; side++)
        watch_side(watch, layout, rules, pub, side);
    if (layout->suits) watch_faces(watch, rules, pub);
}

static void watch_needs(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                        const cn_public *pub)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_need need = cn_public_need(rules, pub, seat);
        watch->need_points[seat] = points(layout, need.points);
        watch->need_canasta[seat] = need.canasta;
    }
}

void cn_env_watch_score(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                        const cn_public *pub)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        watch->totals[seat] = points(layout, pub->side[rules->side_of[seat]].total_points);
}

static void count_pile(cn_env_watch *watch, const cn_public *pub)
{
    memset(watch->pile, 0, sizeof watch->pile);
    memset(watch->pile_faces, 0, sizeof watch->pile_faces);
    watch->refills = pub->refills;
    for (unsigned i = 0; i < pub->pile_count; i++) {
        const cn_card card = pub->pile[i];
        if (card >= CN_FACES) continue; /* buried */
        watch->pile[cn_card_kind(card)]++;
        if (card < CN_ENV_FACES) watch->pile_faces[card]++;
    }
}

void cn_env_watch_deal(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                       const cn_public *pub)
{
    memset(watch, 0, sizeof *watch);
    count_pile(watch, pub);
    cn_env_watch_score(watch, layout, rules, pub);
    watch_needs(watch, layout, rules, pub);
    watch_all_sides(watch, layout, rules, pub);
}

bool cn_env_watch_wants_card(const cn_env_watch *watch, const cn_env_layout *layout,
                             const cn_public *pub, unsigned number)
{
    const unsigned kind = cn_step_kind(number);
    return kind != CN_KIND_NONE && (layout->suits || watch->seat[pub->seat].known[kind] > 0);
}

/* A card leaves a hand. Somebody who takes note of suits knows that it is not another one. */
static void forget(cn_env_watch *watch, unsigned seat, cn_card card)
{
    if (card >= CN_FACES) return;
    uint8_t *known = &watch->seat[seat].known[cn_card_kind(card)]; /* mostly none, and near by */
    if (*known == 0 || watch->known_faces[seat][card] == 0) return;
    watch->known_faces[seat][card]--;
    --*known;
}

/* A card of the pile comes to a hand. */
static void come(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                 unsigned seat, cn_card card)
{
    const unsigned kind = cn_card_kind(card);
    count_down(&watch->pile[kind]);
    /* Threes that may still be laid out are never noted: that happens between two steps. */
    const bool stays = cn_collected_stays(rules, kind) && !cn_is_bonus(rules, kind);
    if (stays) {
        watch->seat[seat].known[kind]++;
        watch->known_faces[seat][card]++;
    }
    if (layout->suits && card < CN_ENV_FACES) count_down(&watch->pile_faces[card]);
}

static void collect(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                    const cn_public *pub, unsigned number)
{
    const cn_span span = cn_step_collected(rules, pub, number);
    for (unsigned i = span.from; i < span.to; i++)
        come(watch, layout, rules, pub->seat, pub->pile[i]);
}

/* P201: whichever of them may have been known. */
static void watch_shown(cn_env_watch *watch, unsigned seat, cn_step step)
{
    for (unsigned i = 0; i < 2; i++) {
        const cn_card two = step.card[i];
        const unsigned shown = step.card[0] == step.card[1] ? i + 1 : 1;
        if (watch->known_faces[seat][two] >= shown) continue;
        watch->seat[seat].known[CN_KIND_TWO]++;
        watch->known_faces[seat][two]++;
    }
}

static void watch_take(cn_env_watch *watch, const cn_env_layout *layout, const cn_public *pub,
                       cn_step step)
{
    const unsigned seat = pub->seat;
    const cn_card top = cn_public_top(pub);
    const unsigned kind = cn_card_kind(top);
    forget(watch, seat, step.card[0]);
    forget(watch, seat, step.card[1]);
    count_down(&watch->pile[kind]);
    if (!layout->suits) return;
    if (top < CN_ENV_FACES) count_down(&watch->pile_faces[top]);
    watch_melded(watch, top);
    watch_melded(watch, step.card[0]);
    watch_melded(watch, step.card[1]);
}

/* The wild that a swap brings; the natural it costs is forgotten behind it. */
static void watch_swap(cn_env_watch *watch, const cn_rules *rules, const cn_public *pub,
                       cn_step step)
{
    const cn_card wild = cn_swap_brings(rules, pub, step);
    watch->seat[pub->seat].known[cn_card_kind(wild)]++;
    watch->known_faces[pub->seat][wild]++;
}

static void watch_discard(cn_env_watch *watch, const cn_env_layout *layout, unsigned seat,
                          unsigned kind, cn_card card)
{
    count_up(&watch->seat[seat].discarded[kind]);
    watch->pile[kind]++;
    if (layout->suits && card < CN_ENV_FACES) watch->pile_faces[card]++;
}

void cn_env_watch_before(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                         const cn_public *pub, cn_step step)
{
    const unsigned number = step.number, seat = pub->seat;
    if (number == CN_STEP_DRAW) {
        const unsigned top = cn_card_kind(cn_public_top(pub));
        if (top < CN_KINDS && !cn_public_in_draw(pub)) count_up(&watch->seat[seat].declined[top]);
        return;
    }
    if (number == CN_STEP_PICK) come(watch, layout, rules, seat, cn_public_top(pub)); /* P153 */
    const bool takes = cn_step_is_take(number);
    if (cn_step_is_swap(number)) watch_swap(watch, rules, pub, step);
    if (cn_step_shows(step))
        watch_shown(watch, seat, step);
    else if (takes)
        watch_take(watch, layout, pub, step);
    if ((takes || number == CN_STEP_OPEN || number == CN_STEP_TAKE_ALL) &&
        cn_step_collects(pub, number))
        collect(watch, layout, rules, pub, number);
}

void cn_env_watch_after(cn_env_watch *watch, const cn_env_layout *layout, const cn_rules *rules,
                        const cn_public *pub, cn_env_actor actor, cn_step step)
{
    const unsigned number = step.number, kind = cn_step_kind(number);
    const bool discards = cn_step_is_discard(number), lays = kind != CN_KIND_NONE && !discards;
    if (kind != CN_KIND_NONE) forget(watch, actor.seat, step.card[0]);
    if (discards) watch_discard(watch, layout, actor.seat, kind, step.card[0]);
    if (pub->refills != watch->refills) count_pile(watch, pub);
    if (layout->forming) {
        watch_all_sides(watch, layout, rules, pub);
        watch_needs(watch, layout, rules, pub);
    } else if (cn_step_is_take(number) || cn_step_is_join(number)) {
        watch_side(watch, layout, rules, pub, actor.side);
    } else if (lays) {
        if (layout->suits) watch_melded(watch, step.card[0]);
        if (cn_step_steals(number)) watch_all_sides(watch, layout, rules, pub);
        watch_meld(watch, layout, rules, pub, actor.side);
    }
}
