/* The lines behind a deck that prove its deal, while a record is read.
 * Not here: their form (fair_text.c), and whether they prove anything (fair/proof.c).
 * Invariant: the deals of a record are of one table and count on, hand by hand. */
#include "text/records/replay_fair.h"

bool cn_replay_fair(cn_replay *replay, cn_scan *scan)
{
    const unsigned hand = replay->hands + 1;
    cn_fair_deal wanted = replay->fair;
    wanted.deal += hand - replay->fair_hand;
    if (!cn_read_fair(scan, replay->fair_hand > 0 ? &wanted : NULL, &replay->fair)) return false;
    replay->fair_hand = hand;
    replay->state = CN_REPLAY_FAIR;
    return true;
}

bool cn_replay_fair_seed(cn_replay *replay, cn_scan *scan)
{
    replay->state = CN_REPLAY_PARTS;
    return cn_read_fair_seed(scan, &replay->fair);
}

bool cn_replay_fair_part(cn_replay *replay, cn_scan *scan)
{
    return cn_read_fair_part(scan, replay->player_count, &replay->fair);
}

void cn_replay_dealt(cn_replay *replay)
{
    const cn_replay_listener *listener = &replay->listener;
    const bool fair = replay->state == CN_REPLAY_PARTS;
    if (listener->dealt != NULL)
        listener->dealt(listener->context, &replay->rules, &replay->game,
                        fair ? &replay->fair : NULL);
    replay->state = replay->game.pub.phase == CN_PHASE_HAND_END ? CN_REPLAY_END : CN_REPLAY_PLAY;
}
