/* Questions about the public state that several parts ask.
 * Not here: changes to it (apply.c), canastas (out.c), what an opening counts (opening.c).
 * Invariant: nothing here needs a hand or the stock. */
#include "canasta/public.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/table/faces.h"
#include "engine/table/takers.h"

void cn_public_copy(cn_public *to, const cn_public *from, const cn_rules *rules)
{
    enum { USUAL_PILE = 16 };
    memcpy((char *)to, (const char *)from, offsetof(cn_public, side));
    for (unsigned side = 0; side < rules->side_count; side++)
        cn_side_copy(&to->side[side], &from->side[side]);
    cn_guard(from->pile_count <= CN_DECK_CARDS_MAX);
    cn_copy_used(to->pile, from->pile, from->pile_count, USUAL_PILE, sizeof to->pile);
}

void cn_public_note_canastas(cn_public *pub, const cn_rules *rules)
{
    const cn_side *side = cn_public_acting(pub);
    pub->old_canastas = 0;
    for (unsigned i = 0; rules->p.add_after_closing && i < side->meld_count; i++)
        if (cn_meld_canasta(rules, &side->meld[i]) != CN_CANASTA_NONE)
            pub->old_canastas |= UINT64_C(1) << i;
}

void cn_side_note_beside(cn_side *side)
{
    uint64_t left = cn_melds_of(side, CN_MELD_SEQUENCE, 0);
    side->beside = 0;
    for (; left != 0; left &= left - 1)
        side->beside |= cn_faces_beside(&side->meld[__builtin_ctzll(left)]);
}

void cn_side_count(cn_side *side)
{
    memset(side->naturals, 0, sizeof side->naturals);
    memset(side->wilds, 0, sizeof side->wilds);
    memset(side->latest, 0, sizeof side->latest);
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        if (meld->rank >= CN_COUNTS) continue;
        side->naturals[meld->rank] = (uint8_t)(side->naturals[meld->rank] + meld->naturals);
        side->wilds[meld->rank] = (uint8_t)(side->wilds[meld->rank] + cn_meld_wilds(meld));
        side->latest[meld->rank] = (uint8_t)(i + 1);
    }
    cn_side_note_beside(side);
}

unsigned cn_side_canastas(const cn_rules *rules, const cn_side *side)
{
    unsigned count = 0;
    for (unsigned i = 0; i < side->meld_count; i++)
        count += cn_meld_canasta(rules, &side->meld[i]) != CN_CANASTA_NONE;
    return count;
}

bool cn_public_dead(const cn_rules *rules, const cn_public *pub, unsigned rank)
{
    if (rules->p.dead_rank == CN_DEAD_RANK_NONE) return false;
    if (rank >= CN_RANKS && rank != CN_MELD_TWOS) return false; /* S9 */
    for (unsigned i = 0; i < rules->side_count; i++) {
        const cn_side *side = &pub->side[i];
        if (side->naturals[rank] + side->wilds[rank] >= rules->p.canasta_size &&
            cn_side_has_canasta(rules, side, rank))
            return true;
    }
    return false;
}

/* The total that selects the minimum: the seat's own, or the best of its side's members, which
 * differ only where sides form during play (S18). */
static int32_t total_that_counts(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    int32_t total = pub->side[rules->side_of[seat]].total_points;
    if (rules->p.team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO) return total;
    for (unsigned other = 0; rules->p.min_scope == CN_MIN_SCOPE_SIDE && other < rules->seat_count;
         other++) {
        int32_t theirs = pub->side[rules->side_of[other]].total_points;
        if (pub->side_of[other] == pub->side_of[seat] && theirs > total) total = theirs;
    }
    return total;
}

/* P2, P143, S24: the highest floor not above the total decides; a list by hands replaces it. */
cn_need cn_need_at_length(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    const cn_params *p = &rules->p;
    int32_t total = total_that_counts(rules, pub, seat);
    cn_need need = {0, 0};
    if (p->min_by_round.count > 0) {
        int32_t hand =
            pub->hand_number < p->min_by_round.count ? pub->hand_number : p->min_by_round.count;
        need.points = p->min_by_round.value[hand > 0 ? hand - 1 : 0];
        return need;
    }
    for (int32_t i = 0; i < p->min_table.count; i++) { /* floors rise; as often for each total */
        const cn_band *band = &p->min_table.band[i];
        need.points = total >= band->floor_points ? band->minimum_points : need.points;
    }
    for (int32_t i = 0; i < p->min_band_special.count; i++) {
        if (total < p->min_band_special.opening[i].from_points) continue;
        need.points = p->min_band_special.opening[i].minimum_points;
        need.canasta = p->min_band_special.opening[i].natural ? 2 : 1;
    }
    return need;
}

unsigned cn_public_threes(const cn_public *pub, unsigned seat, bool red)
{
    const uint8_t *three = pub->three[seat];
    return red ? (unsigned)three[CN_SUIT_DIAMONDS] + three[CN_SUIT_HEARTS]
               : (unsigned)three[CN_SUIT_CLUBS] + three[CN_SUIT_SPADES];
}

void cn_public_count_pile(cn_public *pub)
{
    memset(&pub->pile_cards, 0, sizeof pub->pile_cards);
    for (unsigned i = 0; i < pub->pile_count; i++)
        if (pub->pile[i] < CN_FACES) cn_cards_add(&pub->pile_cards, pub->pile[i]);
}

unsigned cn_public_buried(const cn_public *pub)
{
    unsigned count = 0;
    while (count < pub->pile_count && pub->pile[count] == CN_CARD_HIDDEN) count++;
    return count;
}

/* P181. */
unsigned cn_public_inspectable(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    unsigned open = pub->pile_count - cn_public_buried(pub);
    unsigned below = open > 0 ? open - 1 : 0;
    switch (rules->p.pile_inspection) {
    case CN_PILE_INSPECTION_NEVER: return 0;
    case CN_PILE_INSPECTION_FIRST_TURN:
        return pub->asker == seat && pub->turn_number <= rules->seat_count ? below : 0;
    case CN_PILE_INSPECTION_TOP_N: {
        const unsigned cards = (unsigned)rules->p.pile_inspection_cards; /* 0: a take's */
        const unsigned taken = cn_take_amount(rules, pub->hand_number, below + 1) - 1;
        return cards == 0 ? taken : cards - 1 < below ? cards - 1 : below;
    }
    case CN_PILE_INSPECTION_ALWAYS: return below;
    }
    return 0;
}

bool cn_public_turn_card_in_stock(const cn_rules *rules, const cn_public *pub)
{
    int32_t place = rules->p.turn_card_from_bottom;
    return place > 0 && pub->stock_count >= place && pub->refills == 0; /* P22 */
}

/* Of one that is added (P170). */
static unsigned jokers_of_a_pack(const cn_rules *rules)
{
    return rules->p.jokers_total > 0 ? 2 : 0;
}

unsigned cn_public_jokers(const cn_rules *rules, const cn_public *pub)
{
    const unsigned added = cn_public_packs(rules, pub) - (unsigned)rules->p.decks;
    return (unsigned)rules->p.jokers_total + added * jokers_of_a_pack(rules);
}

unsigned cn_public_deck_size(const cn_rules *rules, const cn_public *pub)
{
    return 52 * cn_public_packs(rules, pub) + cn_public_jokers(rules, pub);
}

unsigned cn_public_refill_size(const cn_rules *rules, const cn_public *pub)
{
    enum { MOST_REFILLS = 100 };
    const unsigned limit = (unsigned)rules->p.stock_refill_limit;
    if (rules->p.stock_refill == CN_STOCK_REFILL_NONE) return 0;
    if (pub->stalled && !pub->turn.laid) return 0; /* P173 */
    if (pub->refills >= (limit > 0 ? limit : MOST_REFILLS)) return 0;
    if (rules->p.stock_refill == CN_STOCK_REFILL_ADD_PACK)
        return cn_public_packs(rules, pub) < CN_PACKS_MAX ? 52 + jokers_of_a_pack(rules) : 0;
    return pub->pile_count > 0 ? pub->pile_count - 1U : 0;
}

unsigned cn_public_talon_due(const cn_rules *rules, const cn_public *pub)
{
    const cn_params *p = &rules->p;
    const cn_turn *turn = &pub->turn;
    if (!turn->opened || (turn->opened_took && !p->talon_with_pile_take)) return 0;
    if (pub->stock_count < p->talon_min_stock) return 0;
    unsigned talon = (unsigned)(turn->opened_first ? p->talon_first : p->talon_second);
    return talon < pub->stock_count ? talon : pub->stock_count;
}

unsigned cn_partner_formed(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    assert(seat < rules->seat_count);
    for (unsigned next = cn_next_seat(rules, seat); next != seat; next = cn_next_seat(rules, next))
        if (pub->side_of[next] == pub->side_of[seat]) return next; /* P69 */
    return CN_SEAT_NONE;
}
