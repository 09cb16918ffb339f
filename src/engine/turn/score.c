/* The score of a hand by component, whether the game is over by it, and who has won.
 * Not here: when a hand ends (turn.c), adding to totals (table.c).
 * Invariant: total is the sum of the components; nothing but totals decides about the game. */
#include "canasta/score.h"

#include <assert.h>
#include <string.h>

#include "engine/cards/counts.h"

int32_t cn_meld_points(const cn_rules *rules, const cn_meld *meld)
{
    int32_t points = cn_meld_twos(meld) * rules->value[CN_KIND_TWO] +
                     cn_meld_jokers(meld) * rules->value[CN_KIND_JOKER];
    if (meld->rank == CN_MELD_SEQUENCE) {
        for (uint32_t left = cn_meld_ranks(meld); left != 0; left &= left - 1)
            points += rules->value[__builtin_ctz(left)];
    } else {
        points += meld->naturals * rules->value[meld->rank];
    }
    return points;
}

static bool has_natural_canasta(const cn_rules *rules, const cn_side *side, unsigned rank)
{
    for (unsigned i = 0; i < side->meld_count; i++)
        if (side->meld[i].rank == rank &&
            cn_meld_canasta(rules, &side->meld[i]) == CN_CANASTA_NATURAL)
            return true;
    return false;
}

/* Of a canasta of a rank, or of twos (P141, P189, P206). */
static int32_t rank_bonus(const cn_rules *rules, const cn_side *side, unsigned rank, bool natural,
                          unsigned hand_number, bool went_out)
{
    assert(rank < CN_BONUS_RANKS);
    const cn_rank_bonus *bonus = &rules->p.bonus_rank.rank[rank];
    const int32_t beside = rules->p.bonus_mixed_beside_natural;
    int32_t points = natural ? bonus->natural : bonus->mixed;
    if (bonus->on && points != CN_BONUS_ORDINARY && (went_out || !bonus->only_if_out))
        return points;
    if (!natural && beside > 0 && side != NULL && has_natural_canasta(rules, side, rank))
        return beside;
    return cn_in_hand(natural ? &rules->p.bonus_natural : &rules->p.bonus_mixed, hand_number);
}

int32_t cn_canasta_bonus(const cn_rules *rules, const cn_side *side, const cn_meld *meld,
                         unsigned hand_number, bool went_out)
{
    const cn_wild_bonus *wild = &rules->p.bonus_wild;
    switch (cn_meld_canasta(rules, meld)) {
    case CN_CANASTA_NONE: return 0;
    case CN_CANASTA_NATURAL:
        return rank_bonus(rules, side, meld->rank, true, hand_number, went_out);
    case CN_CANASTA_MIXED: return rank_bonus(rules, side, meld->rank, false, hand_number, went_out);
    case CN_CANASTA_WILD: /* P4 */
        if (cn_meld_jokers(meld) == 0) return wild->twos;
        return cn_meld_jokers(meld) >= 4 ? wild->four_jokers : wild->other;
    case CN_CANASTA_SEQUENCE: return rules->p.bonus_sequence;
    case CN_CANASTA_SEQUENCE_MIXED: /* P179 */
        return rules->p.bonus_sequence_mixed > 0 ? rules->p.bonus_sequence_mixed
                                                 : rules->p.bonus_sequence;
    }
    return 0;
}

/* What a side's canastas amount to, beyond the bonus of each. */
typedef struct tally {
    int32_t kind[CN_COLLECT_KINDS];
    bool sevens;
} tally;

static tally tally_canastas(const cn_rules *rules, const cn_side *side)
{
    tally count = {.sevens = false};
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        const cn_canasta canasta = cn_meld_canasta(rules, meld);
        if (canasta == CN_CANASTA_NONE) continue;
        count.kind[CN_COLLECT_ANY]++;
        if (meld->rank == CN_KIND_7) count.sevens = true;
        if (canasta == CN_CANASTA_NATURAL) count.kind[CN_COLLECT_NATURAL]++;
        if (canasta == CN_CANASTA_MIXED || canasta == CN_CANASTA_SEQUENCE_MIXED)
            count.kind[CN_COLLECT_MIXED]++;
        if (canasta == CN_CANASTA_WILD) count.kind[CN_COLLECT_WILD]++;
        if (canasta == CN_CANASTA_SEQUENCE) count.kind[CN_COLLECT_SEQUENCE]++;
    }
    return count;
}

/* P139: every entry that is met is paid, once. */
static int32_t collection_points(const cn_rules *rules, const tally *canastas)
{
    int32_t points = 0;
    for (int32_t i = 0; i < rules->p.bonus_collections.count; i++) {
        bool met = true;
        for (unsigned kind = 0; kind < CN_COLLECT_KINDS; kind++)
            met = met && canastas->kind[kind] >= rules->p.bonus_collections.entry[i].needs[kind];
        if (met) points += rules->p.bonus_collections.entry[i].points;
    }
    return points;
}

/* P159. */
static int32_t whole_rank_points(const cn_rules *rules, const cn_side *side)
{
    unsigned melded[CN_RANKS] = {0};
    int32_t points = 0;
    if (rules->p.bonus_whole_rank == 0) return 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        if (meld->rank < CN_RANKS) melded[meld->rank] += meld->naturals;
        if (meld->rank != CN_MELD_SEQUENCE) continue;
        for (uint32_t left = cn_meld_ranks(meld); left != 0; left &= left - 1)
            melded[__builtin_ctz(left)]++;
    }
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (melded[rank] >= 4U * (unsigned)rules->p.decks) points += rules->p.bonus_whole_rank;
    return points;
}

/* P140: black threes put out of play always count plus. */
static int32_t set_aside_points(const cn_rules *rules, const cn_side *side)
{
    const cn_set_aside *aside = &rules->p.black3_from_pile;
    if (!aside->on) return 0;
    if (side->set_aside >= 2 * rules->p.decks) return aside->all_points;
    return side->set_aside * aside->each_points;
}

/* P115: one sign for all threes of the side; 0: they count nothing (P103). */
static int32_t threes_sign(const cn_rules *rules, const cn_side *side, const tally *canastas)
{
    int32_t count = canastas->kind[CN_COLLECT_ANY];
    switch (rules->p.red3_sign.kind) {
    case CN_RED3_SIGN_IF_MELDED: return side->meld_count > 0 ? 1 : -1;
    case CN_RED3_SIGN_IF_CANASTAS: return count >= rules->p.red3_sign.canastas ? 1 : -1;
    case CN_RED3_SIGN_IF_SEVENS_CANASTA: return canastas->sevens ? 1 : -1;
    case CN_RED3_SIGN_BY_CANASTA_COUNT: return count >= 2 ? 1 : count - 1;
    }
    return 1; /* ALWAYS_PLUS */
}

/* Both schedules, which begin with 0, by the sign (P161). */
static int32_t schedule_points(const cn_params *p, int32_t sign, unsigned red, unsigned black)
{
    const bool red_minus = sign < 0 && p->red3_schedule_minus.count > 0;
    const bool black_minus = sign < 0 && p->black3_schedule_minus.count > 0;
    int32_t points = cn_list_at(red_minus ? &p->red3_schedule_minus : &p->red3_schedule, red);
    if (p->threes_mode == CN_THREES_MODE_BOTH_COLOURS_BONUS)
        points += cn_list_at(black_minus ? &p->black3_schedule_minus : &p->black3_schedule, black);
    return sign * points;
}

/* The side's threes together, or each owner's own (P118). */
static int32_t threes_points(const cn_rules *rules, const cn_sheet *sheet, int32_t sign)
{
    const cn_params *p = &rules->p;
    unsigned red = 0;
    unsigned black = 0;
    int32_t own = 0;
    for (unsigned i = 0; i < sheet->member_count; i++) {
        red += sheet->red3[i];
        black += sheet->black3[i];
        own += schedule_points(p, sign, sheet->red3[i], sheet->black3[i]);
    }
    return p->red3_scope == CN_RED3_SCOPE_PLAYER ? own : schedule_points(p, sign, red, black);
}

/* P114, P165; `sign` is that of threes laid out (P166). */
static int32_t hand_points(const cn_rules *rules, const cn_cards *hand, int32_t sign)
{
    const cn_params *p = &rules->p;
    int32_t points = 0;
    if (p->red3_held == CN_THREES_HELD_BY_SIGN)
        points += sign * hand->kind[CN_KIND_RED3] * p->red3_left_in_hand;
    if (p->black3_held == CN_THREES_HELD_BY_SIGN)
        points += sign * hand->kind[CN_KIND_BLACK3] * p->black3_left_in_hand;
    for (unsigned kind = 0; kind < CN_KINDS; kind++)
        points -= hand->kind[kind] * rules->value_in_hand[kind];
    return points;
}

/* The word of penalty_incomplete for a meld; 0: there is none for it. */
static int32_t meld_word(const cn_meld *meld)
{
    if (meld->rank == CN_MELD_WILD) return CN_WORD_WILD;
    if (meld->rank == CN_MELD_SEQUENCE) return CN_WORD_SEQUENCE;
    return meld->rank < CN_RANKS ? 1 << meld->rank : 0;
}

/* P102. */
static int32_t incomplete_points(const cn_rules *rules, const cn_meld *meld)
{
    const cn_incompletes *list = &rules->p.penalty_incomplete;
    int32_t points = 0;
    for (int32_t i = 0; i < list->count; i++) {
        bool meant = meld_word(meld) == list->entry[i].meld &&
                     (cn_meld_wilds(meld) == 0 || !list->entry[i].natural_only) &&
                     (int32_t)cn_meld_size(meld) < list->entry[i].below;
        if (!meant) continue;
        bool all_jokers = meld->rank == CN_MELD_WILD && cn_meld_jokers(meld) >= 4;
        points -= all_jokers ? list->entry[i].four_jokers_points : list->entry[i].points;
    }
    return points;
}

/* P102: of one player. */
static int32_t held_points(const cn_rules *rules, const cn_cards *hand)
{
    int32_t points = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (hand->kind[rank] >= 3) points -= rules->p.penalty_held.points[rank];
    return points;
}

static void score_melds(const cn_rules *rules, const cn_sheet *sheet, cn_score *score)
{
    for (unsigned i = 0; i < sheet->side->meld_count; i++) {
        const cn_meld *meld = &sheet->side->meld[i];
        score->canastas +=
            cn_canasta_bonus(rules, sheet->side, meld, sheet->hand_number, sheet->went_out);
        score->melded += cn_meld_points(rules, meld);
        score->penalties += incomplete_points(rules, meld);
    }
}

static int32_t sum(const cn_score *score)
{
    return score->canastas + score->go_out + score->special + score->threes + score->melded +
           score->hand + score->penalties;
}

/* P116, P87, P197. */
static int32_t out_points(const cn_rules *rules, const cn_sheet *sheet)
{
    const cn_params *p = &rules->p;
    if (!sheet->went_out) return 0;
    const int32_t concealed = cn_in_hand(&p->concealed_bonus, sheet->hand_number);
    const int32_t melded = cn_in_hand(&p->out_melded_bonus, sheet->hand_number);
    return cn_in_hand(&p->out_bonus, sheet->hand_number) + (sheet->concealed ? concealed : 0) +
           (sheet->melded_out ? melded : 0);
}

cn_score cn_score_sheet(const cn_rules *rules, const cn_sheet *sheet)
{
    const cn_params *p = &rules->p;
    cn_score score = {0};
    if (sheet->special != 0) { /* S25: nothing else counts */
        assert(sheet->special <= p->special_hands.count);
        score.special = p->special_hands.hand[sheet->special - 1].points;
        score.total = score.special;
        return score;
    }
    const tally canastas = tally_canastas(rules, sheet->side);
    score_melds(rules, sheet, &score);
    if (p->melded_value_sign == CN_MELDED_VALUE_SIGN_MINUS_IF_NO_CANASTA &&
        canastas.kind[CN_COLLECT_ANY] == 0)
        score.melded = -score.melded; /* P103 */
    score.go_out = out_points(rules, sheet);
    score.special = collection_points(rules, &canastas) + whole_rank_points(rules, sheet->side) +
                    set_aside_points(rules, sheet->side) +
                    sheet->side->concealed_canastas * p->concealed_canasta_bonus;
    const int32_t sign = threes_sign(rules, sheet->side, &canastas);
    score.threes = threes_points(rules, sheet, sign);
    for (unsigned i = 0; i < sheet->member_count; i++) {
        score.hand += hand_points(rules, &sheet->hand[i], sign);
        score.hand += hand_points(rules, &sheet->packets[i], sign); /* P113 */
        score.penalties += held_points(rules, &sheet->hand[i]);
    }
    score.total = sum(&score);
    return score;
}

/* What the seats of the side on the table leave behind. `owner`: the seat whose own threes count
 * alone, or CN_SEAT_NONE. */
static void fill_sheet(cn_sheet *sheet, const cn_rules *rules, const cn_public *pub, unsigned side,
                       unsigned owner, const cn_cards *hands, const cn_cards *waiting)
{
    *sheet = (cn_sheet){.hand_number = pub->hand_number, .side = &pub->side[side]};
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        if (pub->side_of[seat] != side) continue;
        unsigned i = sheet->member_count++;
        sheet->hand[i] = hands[seat];
        cn_cards *left = pub->packets[seat] > 0 ? &sheet->packets[i] : &sheet->hand[i]; /* P96 */
        if (waiting != NULL) cn_cards_add_all(left, &waiting[seat]);
        if (owner != CN_SEAT_NONE && owner != seat) continue;
        sheet->red3[i] = (uint8_t)cn_public_threes(pub, seat, true);
        sheet->black3[i] = (uint8_t)cn_public_threes(pub, seat, false);
    }
    if (pub->out_seat == CN_SEAT_NONE || pub->side_of[pub->out_seat] != side) return;
    sheet->went_out = pub->end == CN_END_OUT;
    sheet->concealed = sheet->went_out && pub->out_concealed;
    sheet->melded_out = sheet->went_out && pub->out_melded;
    sheet->special = pub->end == CN_END_SPECIAL ? pub->special : 0;
}

void cn_score_hand(const cn_rules *rules, const cn_public *pub, const cn_cards *hands,
                   const cn_cards *waiting, cn_score *scores)
{
    const bool each_seat = rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO;
    const bool own_threes = each_seat && rules->p.red3_scope == CN_RED3_SCOPE_PLAYER;
    for (unsigned side = 0; side < rules->side_count; side++) {
        cn_sheet sheet;
        unsigned on_table = each_seat ? pub->side_of[side] : side; /* S18: side is a seat */
        fill_sheet(&sheet, rules, pub, on_table, own_threes ? side : CN_SEAT_NONE, hands, waiting);
        scores[side] = cn_score_sheet(rules, &sheet);
    }
}

/* ---- the end of the game ---- */

/* P198: a total has reached lead_target and is more than all others together. */
static bool some_lead_decides(const cn_rules *rules, const int32_t *totals)
{
    int64_t all = 0;
    if (rules->p.lead_target == 0) return false;
    for (unsigned side = 0; side < rules->side_count; side++) all += totals[side];
    for (unsigned side = 0; side < rules->side_count; side++)
        if (totals[side] >= rules->p.lead_target && totals[side] > all - totals[side]) return true;
    return false;
}

bool cn_game_is_over(const cn_rules *rules, const int32_t *totals, unsigned hands_played,
                     unsigned minutes, unsigned *winners)
{
    assert(rules->side_count > 0);
    *winners = 0;
    int32_t best = totals[0], most = totals[0]; /* P164 */
    for (unsigned side = 1; side < rules->side_count; side++) {
        if (cn_win_sign(rules) * (totals[side] - best) > 0) best = totals[side];
        if (totals[side] > most) most = totals[side];
    }
    unsigned leaders = 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        if (totals[side] == best) leaders |= 1U << side;

    bool reached = most >= rules->p.target;
    if (rules->p.rounds > 0) reached = hands_played >= (unsigned)rules->p.rounds;
    if (rules->p.hands_limit > 0 && hands_played >= (unsigned)rules->p.hands_limit) /* P163 */
        reached = true;
    if (rules->p.time_limit > 0 && minutes >= (unsigned)rules->p.time_limit)
        reached = true; /* P169 */
    reached = reached || some_lead_decides(rules, totals);
    bool alone = (leaders & (leaders - 1)) == 0;
    if (!reached || (!alone && rules->p.tie_rule == CN_TIE_RULE_EXTRA_HAND))
        return false; /* P120 */
    *winners = leaders;
    return true;
}

/* P105: the sides that a declared special hand makes winners of the game; 0 if it does not. Where
 * sides form during play, every member of the declarer's side wins. */
static unsigned special_winners(const cn_rules *rules, const cn_public *pub)
{
    if (pub->end != CN_END_SPECIAL || pub->special == 0) return 0;
    assert(pub->special <= rules->p.special_hands.count && pub->out_seat < rules->seat_count);
    if (!rules->p.special_hands.hand[pub->special - 1].wins_game) return 0;
    unsigned winners = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (pub->side_of[seat] == pub->side_of[pub->out_seat])
            winners |= 1U << rules->side_of[seat];
    return winners;
}

bool cn_public_is_over(const cn_rules *rules, const cn_public *pub, const int32_t *totals,
                       unsigned *winners)
{
    *winners = special_winners(rules, pub);
    return *winners != 0 || cn_game_is_over(rules, totals, pub->hand_number, pub->minutes, winners);
}

unsigned cn_public_winners(const cn_public *pub, const cn_rules *rules)
{
    unsigned winners = 0;
    int32_t totals[CN_SIDES_MAX] = {0};
    if (pub->phase != CN_PHASE_GAME_END) return 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points;
    cn_public_is_over(rules, pub, totals, &winners);
    return winners;
}
