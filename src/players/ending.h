/* Whether to go out, to ask, and what to answer.
 * Not here: the turn itself (racer.c). Invariant: plays ahead on copies of the view only. */
#ifndef CANASTA_ENDING_H
#define CANASTA_ENDING_H

#include "players/reckon.h"

/* The view as it would be after a binding answer: its legal set is exactly the steps that still
 * lead out (YES), or that end the turn without going out (NO; P70). `bound` gets the rules to ask
 * with, under which answers bind. */
cn_view cn_as_answered(const cn_view *view, const cn_rules *rules, cn_answer answer,
                       cn_rules *bound);

/* The next step of a turn that goes out; `allowed` holds only steps that still lead out. */
unsigned cn_step_out(const cn_view *view, const cn_rules *rules, const cn_mask *allowed);

/* The steps of `legal` that such an answer leaves; `answered` and `bound` are what cn_as_answered
 * makes. Empty if the answer leaves nothing. */
cn_mask cn_steps_left(const cn_view *answered, const cn_rules *bound, const cn_mask *legal);

/* True if going out now can be played to its end with the cards known; then `*outlook` says how the
 * game would stand. */
bool cn_out_outlook(const cn_view *view, const cn_rules *rules, cn_outlook *outlook);
/* True if going out does not cost the partners more than it brings. */
bool cn_out_pays(const cn_view *view, const cn_rules *rules);
/* True if going out now is right: it can be played to its end, does not lose the game, and does
 * not cost the partners more than it brings. */
bool cn_wants_out(const cn_view *view, const cn_rules *rules);

/* True if going out needs a yes that has not been given (P71). */
bool cn_must_ask(const cn_view *view, const cn_rules *rules);
/* True if the hand is close to a special hand that asks for its three (P97, P105). */
bool cn_keeps_three(const cn_view *view, const cn_rules *rules);
/* True if a partner has so many cards that it should be asked. */
bool cn_wants_to_ask(const cn_view *view, const cn_rules *rules);

/* How the game would stand if the partner who asks went out. */
cn_outlook cn_answer_outlook(const cn_view *view, const cn_rules *rules);
/* CN_STEP_YES or CN_STEP_NO. */
unsigned cn_choose_answer(const cn_view *view, const cn_rules *rules);

#endif
