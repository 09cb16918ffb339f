/* An analysis as text for people.
 * Not here: JSON (analysis_json.c), reasons (hint). Invariant: as in the header. */
#include "analysis/analysis_text.h"

#include "analysis/course_text.h"
#include "hint/hint.h"
#include "players/search/chances.h"
#include "text/cards/play_text.h"

/* A loss is spoken of that is so many errors from nothing, and such a part of the game. */
enum { SURE = CN_LEAD_SURE, WORTH_A_WORD = CN_CHANCE_SURE / 500 };

/* Parts of the game in per cent, with one decimal. */
static void say_percent(cn_writer *w, int64_t chance)
{
    const int64_t size = chance < 0 ? -chance : chance;
    const int64_t tenths = (size * 1000 + CN_CHANCE_SURE / 2) / CN_CHANCE_SURE;
    cn_write(w, "%s%lld.%lld", chance < 0 && tenths > 0 ? "-" : "", (long long)(tenths / 10),
             (long long)(tenths % 10));
}

static void say_loss(cn_writer *w, int64_t points, int64_t points_error, int64_t chance,
                     int64_t chance_error)
{
    cn_write(w, "%lld +- %lld points, ", (long long)points, (long long)points_error);
    say_percent(w, chance);
    cn_write(w, " +- ");
    say_percent(w, chance_error);
    cn_write(w, " %% of the game");
}

static void say_lead(cn_writer *w, const cn_lead *lost)
{
    say_loss(w, lost->points, lost->points_error, lost->chance, lost->chance_error);
}

static void say_name(cn_writer *w, const cn_analysis_people *people, unsigned person)
{
    if (people->name[person] != NULL && people->name[person][0] != '\0')
        cn_write(w, " (%s)", people->name[person]);
}

static void say_seat(cn_writer *w, const cn_analysis *a, const cn_analysis_people *people,
                     unsigned seat)
{
    cn_write(w, "seat %u", seat);
    say_name(w, people, cn_person_at(&a->rules, a->hand.number, seat));
}

bool cn_analysis_turn_ended(const cn_analysis *analysis, unsigned *first)
{
    const cn_hand_analysis *hand = &analysis->hand;
    const unsigned last = hand->done - 1;
    if (hand->done < hand->count && analysis->game.pub.turn_number == hand->moment[last].turn)
        return false;
    for (*first = last; *first > 0 && hand->moment[*first - 1].turn == hand->moment[last].turn;)
        (*first)--;
    return true;
}

void cn_write_analysed_deal(cn_writer *w, const cn_analysis *analysis,
                            const cn_analysis_people *people)
{
    const cn_hand_analysis *hand = &analysis->hand;
    cn_write(w, "hand %u, dealt by ", hand->number);
    say_seat(w, analysis, people, hand->dealer);
    cn_write(w, "\n");
    for (unsigned side = 0; side < analysis->rules.side_count; side++) {
        cn_write(w, "  side %u: %+d by the deal, to win: ", side, hand->dealt[side]);
        say_percent(w, hand->at_start[side]);
        cn_write(w, " %% before it, ");
        say_percent(w, hand->dealt_chance[side]);
        cn_write(w, " %% after it\n");
    }
}

static void say_step(cn_writer *w, cn_step step)
{
    cn_write_play(w, &step, 1);
}

static void say_sentence(cn_writer *w, const cn_writer *sentence)
{
    if (sentence->length > 0) cn_write(w, "    %s\n", sentence->out);
}

static void say_reasons(cn_writer *w, const cn_analysis *a, const cn_moment *m)
{
    char text[CN_COURSE_SENTENCE_MAX];
    for (unsigned i = 0; i < m->decision.why_count; i++) {
        cn_writer sentence = cn_writer_make(text, sizeof text);
        cn_write_hint_reason(&sentence, &a->view[m->seat], &a->rules, &m->decision.why[i]);
        say_sentence(w, &sentence);
    }
    for (unsigned i = 0; i < CN_COURSE_SENTENCES; i++) {
        cn_writer sentence = cn_writer_make(text, sizeof text);
        cn_write_course(&sentence, &m->decision, i, CN_COURSE_TO_READER);
        say_sentence(w, &sentence);
    }
}

bool cn_surely_lost(const cn_decision *decision)
{
    const cn_lead *lost = &decision->lost;
    return lost->chance >= WORTH_A_WORD && lost->chance > SURE * lost->chance_error;
}

/* What would have been better. */
static void say_better(cn_writer *w, const cn_analysis *a, const cn_moment *m)
{
    const cn_decision *d = &m->decision;
    if (!cn_surely_lost(d)) return;
    cn_write(w, "  ");
    say_step(w, m->step);
    cn_write(w, " lost ");
    say_lead(w, &d->lost);
    cn_write(w, "; better: ");
    say_step(w, d->best);
    if (d->next.number != m->step.number) {
        cn_write(w, ", then ");
        say_step(w, d->next);
    }
    cn_write(w, "\n");
    say_reasons(w, a, m);
}

void cn_write_analysed_turn(cn_writer *w, const cn_analysis *analysis,
                            const cn_analysis_people *people, unsigned first)
{
    const cn_hand_analysis *hand = &analysis->hand;
    const cn_moment *moment = &hand->moment[first];
    const unsigned side = analysis->rules.side_of[moment->seat];
    for (unsigned i = first, end; i < hand->done; i = end) {
        cn_step step[CN_PLAY_STEPS_MAX];
        for (end = i; end < hand->done && end - i < CN_PLAY_STEPS_MAX &&
                      hand->moment[end].seat == hand->moment[i].seat;
             end++)
            step[end - i] = hand->moment[end].step;
        cn_write(w, "%u. ", moment->turn);
        say_seat(w, analysis, people, hand->moment[i].seat);
        cn_write(w, ": ");
        cn_write_play(w, step, end - i);
        if (end == hand->done) {
            cn_write(w, " - side %u to win: ", side);
            say_percent(w, hand->moment[end - 1].chance[side]);
            cn_write(w, " %%");
        }
        cn_write(w, "\n");
        for (unsigned j = i; j < end; j++) say_better(w, analysis, &hand->moment[j]);
    }
}

static void say_account(cn_writer *w, const cn_analysis *a, const cn_analysis_people *people,
                        unsigned seat)
{
    const cn_seat_account account = cn_account_of_seat(a, seat);
    cn_write(w, "    ");
    say_seat(w, a, people, seat);
    cn_write(w, ": drew %+lld, played %+lld, hidden cards %+lld; %u decisions lost ",
             (long long)account.drawn, (long long)account.skill, (long long)account.hidden,
             account.decisions);
    say_loss(w, account.lost, cn_account_error(&account, false), account.lost_chance,
             cn_account_error(&account, true));
    cn_write(w, "\n");
}

void cn_write_analysed_hand(cn_writer *w, const cn_analysis *analysis,
                            const cn_analysis_people *people)
{
    const cn_rules *rules = &analysis->rules;
    for (unsigned side = 0; side < rules->side_count; side++) {
        const cn_side_account s = cn_account_of_side(analysis, side);
        cn_write(w,
                 "  side %u: %+lld = deal %+lld, draws %+lld, play %+lld, hidden cards %+lld, "
                 "the others %+lld\n",
                 side, (long long)s.ahead, (long long)s.dealt, (long long)s.drawn,
                 (long long)s.skill, (long long)s.hidden, (long long)s.others);
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            if (rules->side_of[seat] == side) say_account(w, analysis, people, seat);
    }
}

void cn_write_analysed_person(cn_writer *w, const cn_seat_account *account,
                              const cn_analysis_people *people, unsigned person, unsigned hands)
{
    const cn_dear_play *dear = &account->dearest;
    const int64_t n = hands;
    cn_write(w, "person %u", person);
    say_name(w, people, person);
    cn_write(w, ": %u decisions in %u hand%s, lost a hand: ", account->decisions, hands,
             hands == 1 ? "" : "s");
    say_loss(w, account->lost / n, cn_account_error(account, false) / n, account->lost_chance / n,
             cn_account_error(account, true) / n);
    cn_write(w, "; drew %+lld, played %+lld, hidden cards %+lld", (long long)(account->drawn / n),
             (long long)(account->skill / n), (long long)(account->hidden / n));
    if (dear->hand != 0) {
        cn_write(w, "; dearest: hand %u, turn %u, ", dear->hand, dear->turn);
        say_step(w, dear->step);
        cn_write(w, ", ");
        say_lead(w, &dear->lost);
    }
    cn_write(w, "\n");
}
