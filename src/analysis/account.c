/* What luck gave and what play did, added up.
 * Not here: how it was found. Invariant: as in the header. */
#include "analysis/account.h"

#include "analysis/root.h"

/* How things stood before a moment. */
static const int32_t *before(const cn_hand_analysis *hand, unsigned i)
{
    return i == 0 ? hand->dealt : hand->moment[i - 1].after;
}

static int32_t played(const cn_hand_analysis *hand, unsigned i, unsigned side)
{
    return hand->moment[i].chosen[side] - before(hand, i)[side];
}

static int32_t drawn(const cn_moment *m, unsigned side)
{
    return m->after[side] - m->chosen[side];
}

static void count_decision(cn_seat_account *account, const cn_moment *m, unsigned hand)
{
    const cn_lead *lost = &m->decision.lost;
    if (m->decision.options < 2) return;
    account->decisions++;
    account->lost += lost->points;
    account->lost_chance += lost->chance;
    account->lost_square += (int64_t)lost->points_error * lost->points_error;
    account->lost_chance_square += (int64_t)lost->chance_error * lost->chance_error;
    account->skill -= m->decision.usual_lost.points;
    if (lost->chance > account->dearest.lost.chance)
        account->dearest = (cn_dear_play){(uint16_t)hand, m->turn, m->step, *lost};
}

cn_seat_account cn_account_of_seat(const cn_analysis *analysis, unsigned seat)
{
    const cn_hand_analysis *hand = &analysis->hand;
    const unsigned side = analysis->rules.side_of[seat];
    cn_seat_account account = {0};
    int64_t all = 0;
    for (unsigned i = 0; i < hand->done; i++) {
        const cn_moment *m = &hand->moment[i];
        if (m->drew == seat) account.drawn += drawn(m, side);
        if (m->seat != seat) continue;
        all += played(hand, i, side);
        count_decision(&account, m, hand->number);
    }
    account.hidden = all - account.skill;
    return account;
}

static int64_t of_others(const cn_analysis *analysis, unsigned side)
{
    const cn_hand_analysis *hand = &analysis->hand;
    const uint8_t *side_of = analysis->rules.side_of;
    int64_t sum = 0;
    for (unsigned i = 0; i < hand->done; i++) {
        const cn_moment *m = &hand->moment[i];
        if (side_of[m->seat] != side) sum += played(hand, i, side);
        if (m->drew != CN_SEAT_NONE && side_of[m->drew] != side) sum += drawn(m, side);
    }
    return sum;
}

cn_side_account cn_account_of_side(const cn_analysis *analysis, unsigned side)
{
    const cn_hand_analysis *hand = &analysis->hand;
    cn_side_account account = {.dealt = hand->dealt[side],
                               .others = of_others(analysis, side),
                               .ahead = before(hand, hand->done)[side]};
    for (unsigned seat = 0; seat < analysis->rules.seat_count; seat++) {
        if (analysis->rules.side_of[seat] != side) continue;
        const cn_seat_account own = cn_account_of_seat(analysis, seat);
        account.drawn += own.drawn;
        account.skill += own.skill;
        account.hidden += own.hidden;
    }
    return account;
}

void cn_account_add(cn_seat_account *sum, const cn_seat_account *more)
{
    sum->decisions += more->decisions;
    sum->lost += more->lost;
    sum->lost_chance += more->lost_chance;
    sum->lost_square += more->lost_square;
    sum->lost_chance_square += more->lost_chance_square;
    sum->drawn += more->drawn;
    sum->skill += more->skill;
    sum->hidden += more->hidden;
    if (more->dearest.lost.chance > sum->dearest.lost.chance) sum->dearest = more->dearest;
}

int32_t cn_account_error(const cn_seat_account *account, bool chance)
{
    return (int32_t)cn_root(
        (uint64_t)(chance ? account->lost_chance_square : account->lost_square));
}
