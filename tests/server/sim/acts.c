/* What a client does next: plays, repeats itself, talks nonsense, goes away and comes back.
 * Not here: what it hears (client.c). Invariant: one number is never given to two commands unless
 * that is what is tried. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "client.h"
#include "players/player.h"
#include "server/table/bot.h"

enum { PATIENCE_MS = 3000, GREETING_MS = 4000, NUMBERS_PER_INST = INST_NUMBERS_MAX - 40 };

static void send_text(client *c, const char *text)
{
    link_send(c->link, FRAME_TEXT, text, strlen(text));
}

static void send_command(client *c, command *what)
{
    what->again_ms = c->s->now_ms + PATIENCE_MS + sim_below(c->s, 500);
    send_text(c, what->text);
    if (c->old != NULL && c->old->up && c->old->inst == c->inst && sim_chance(c->s, 700))
        link_send(c->old, FRAME_TEXT, what->text, strlen(what->text));
}

/* A command with a number of its own; `rest` is what follows `at`. */
static void give_command(client *c, uint64_t at, bool legal, const char *rest)
{
    if (c->waiting_count == COMMANDS_MAX) return;
    command *what = &c->waiting[c->waiting_count++];
    *what = (command){.n = c->next_n++, .legal = legal};
    snprintf(what->text, sizeof what->text, "{\"t\":\"cmd\",\"n\":%u,\"at\":%" PRIu64 ",%s}",
             what->n, at, rest);
    if (sim_chance(c->s, 20)) c->next_n += 2;
    inst_note_sent(c->inst, what->n, what->text, strlen(what->text));
    send_command(c, what);
}

static void play(client *c)
{
    char text[CN_PLAY_TEXT_MAX + 1], rest[CN_PLAY_TEXT_MAX + 20];
    cn_bot_play(&cn_player_random, &c->view, &c->rules, &c->stream, text, sizeof text);
    snprintf(rest, sizeof rest, "\"play\":\"%s\"", text);
    give_command(c, c->seq, true, rest);
}

/* Before the answer to the first is there. */
static void play_on(client *c)
{
    char rest[40], card[3] = {"A23456789TJQK"[sim_below(c->s, 13)], "cdhs"[sim_below(c->s, 4)], 0};
    snprintf(rest, sizeof rest, "\"play\":\"discard %s\"", card);
    give_command(c, c->seq + sim_below(c->s, 2), false, rest);
}

static void set_pace(client *c)
{
    char rest[40];
    snprintf(rest, sizeof rest, "\"do\":\"pace\",\"ms\":%u", sim_below(c->s, 200));
    give_command(c, c->seq, false, rest);
}

/* For the next deal; now and then for another, or once more. */
static void give_seed(client *c)
{
    char rest[140];
    const unsigned other = sim_chance(c->s, 100) ? sim_below(c->s, 3) : 1;
    snprintf(rest, sizeof rest, "\"do\":\"seed\",\"deal\":%" PRIu64 ",\"seed\":\"%064x\"",
             c->next_deal + other > 1 ? c->next_deal + other - 1 : 1, sim_below(c->s, 1000000));
    give_command(c, c->seq, false, rest);
}

/* What the game asks for; false if it asks for nothing of this client. */
static bool move_on(client *c)
{
    const unsigned phase = c->view.pub.phase;
    if (!c->shown) return false;
    if (client_may_play(c))
        play(c);
    else if (phase == CN_PHASE_SCORED)
        give_command(c, c->seq, false, "\"do\":\"next\"");
    else if (phase == CN_PHASE_GAME_END)
        give_command(c, c->seq, false, "\"do\":\"rematch\"");
    else
        return false;
    return true;
}

static void repeat_past(client *c, bool other_body)
{
    char text[100];
    if (c->past_count == 0) return;
    const command *past = &c->past[sim_below(c->s, c->past_count)];
    if (!other_body) {
        send_text(c, past->text);
        return;
    }
    snprintf(text, sizeof text, "{\"t\":\"cmd\",\"n\":%u,\"at\":%" PRIu64 ",\"do\":\"next\"}",
             past->n, c->seq + 1);
    inst_note_sent(c->inst, past->n, text, strlen(text));
    send_text(c, text);
}

/* Until the server has had enough. */
static void flood(client *c)
{
    for (unsigned i = 0; i < 2 * CN_RATE_STRIKES_MAX; i++) send_text(c, "{\"t\":\"ping\"}");
}

static void talk_nonsense(client *c)
{
    static const char *const lines[] = {"",
                                        "{",
                                        "null",
                                        "[1]",
                                        "{\"t\":\"cmd\"}",
                                        "{\"t\":\"cmd\",\"n\":0}",
                                        "{\"t\":\"hello\"}",
                                        "{\"t\":\"cmd\",\"n\":99999,\"at\":1,\"do\":\"dance\"}",
                                        "{\"t\":\"ping\",\"x\":1}",
                                        "{\"t\":\"ping\"}",
                                        "{\"t\":\"cmd\",\"n\":77777,\"at\":1,\"play\":7}",
                                        "\xff\xfe"};
    char hello[200];
    if (c->s->rate < 100 && sim_chance(c->s, 30)) {
        flood(c);
        return;
    }
    switch (sim_below(c->s, 4)) {
    case 0: link_send(c->link, FRAME_ODD + sim_below(c->s, CN_ODD_CONTROL + 1), "", 0); return;
    case 1:
        if (!c->greeted) return;
        snprintf(hello, sizeof hello,
                 "{\"t\":\"hello\",\"v\":1,\"inst\":\"%s\",\"table\":\"%s\",\"token\":\"%s\"}",
                 c->inst->text, c->link->table, c->token);
        send_text(c, hello);
        return;
    default: send_text(c, lines[sim_below(c->s, sizeof lines / sizeof lines[0])]);
    }
}

static void say_hello(client *c)
{
    char text[260], seq[40] = "";
    link *l = c->link;
    l->hello_seq = strcmp(c->kept, c->token) == 0 && sim_chance(c->s, 800) ? c->seq : 0;
    if (l->hello_seq > 0) snprintf(seq, sizeof seq, ",\"seq\":%" PRIu64, l->hello_seq);
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"inst\":\"%s\",\"table\":\"%s\",\"token\":\"%s\"%s%s}",
             c->inst->text, l->table, l->token, seq, c->number % 2 == 0 ? ",\"proofs\":true" : "");
    c->since_ms = c->s->now_ms;
    c->hello_n = c->acked_n;
    send_text(c, text);
}

/* For no table, or with no key. */
static void say_false_hello(client *c)
{
    char text[200];
    sim *s = c->s;
    const meeting *m = &s->meeting[sim_below(s, s->table_count)];
    const bool known = m->made && sim_chance(s, 600);
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"inst\":\"somebody else\",\"table\":\"%s%u\","
             "\"token\":\"0123456789abcdef0123456789abcdef\"}",
             known ? m->id : "abcdefghj", known ? 0 : sim_below(s, 10));
    if (known) memmove(strstr(text, "0\",\"token"), strstr(text, "0\",\"token") + 1, 100);
    c->link->false_hellos++;
    send_text(c, text);
}

static void connect(client *c)
{
    sim *s = c->s;
    if (server_hall(s) == NULL) return;
    c->greeted = c->shown = false;
    c->link = link_open(s, server_hall(s), c);
    c->link->inst = c->inst;
    strcpy(c->link->table, s->meeting[c->table].id);
    strcpy(c->link->token, c->token);
    if (!s->calm && sim_chance(s, 20) && c->waiting_count > 0) send_text(c, c->waiting[0].text);
    while (!s->calm && sim_chance(s, s->crowded ? 600 : 100)) say_false_hello(c);
    say_hello(c);
}

static void end_old(sim *s, void *who, uint64_t arg)
{
    (void)s;
    (void)arg;
    link_cut(who);
}

/* The same client once more, as in two windows; the elder connection hears nothing. */
static void double_up(client *c)
{
    sim *s = c->s;
    if (server_hall(s) == NULL) return;
    c->old = c->link;
    sim_at(s, sim_between(s, 100, 5000), end_old, c->old, 0);
    connect(c);
}

/* Where it is not welcome yet. */
static void knock(client *c)
{
    sim *s = c->s;
    if (c->since_ms == 0) {
        say_hello(c);
    } else if (s->now_ms - c->since_ms > GREETING_MS) {
        sim_say(s, "client %u gives up on link %u", c->number, c->link->number);
        link_cut(c->link);
    }
}

static void repeat_unanswered(client *c)
{
    for (unsigned i = 0; i < c->waiting_count; i++)
        if (c->waiting[i].again_ms <= c->s->now_ms) send_command(c, &c->waiting[i]);
}

/* The same seat as somebody else at that table. */
static void become_twin(client *c)
{
    sim *s = c->s;
    const client *other = &s->client[sim_below(s, s->client_count)];
    if (other == c || !other->seated || other->token[0] == '\0') return;
    c->table = other->table;
    c->rules.player_count = 0;
    c->seat = other->seat;
    strcpy(c->token, other->token);
    c->seated = true;
    c->seen_seq = 0;
    client_new_inst(c);
}

static void find_seat(client *c)
{
    sim *s = c->s;
    meeting *m = &s->meeting[c->table];
    if (m->made && sim_chance(s, 300)) {
        become_twin(c);
    } else if (m->made) {
        call_take_seat(c);
    } else if (!m->asked) {
        call_make_table(c);
    }
    if (m->made && !c->seated && c->calling == 0 && sim_chance(s, 200))
        c->table = sim_below(s, s->table_count);
}

/* Something besides the game. True if it did. */
static bool digress(client *c)
{
    sim *s = c->s;
    const unsigned dice = sim_below(s, 1000);
    if (dice < 20)
        repeat_past(c, false);
    else if (dice < 35)
        repeat_past(c, true);
    else if (dice < 55)
        talk_nonsense(c);
    else if (dice < 75)
        send_text(c, "{\"t\":\"resync\"}");
    else if (dice < 105)
        set_pace(c);
    else if (dice < 115)
        play_on(c);
    else if (dice >= 200 && dice < 240)
        give_seed(c);
    else if (dice < 118 && c->calling == 0)
        call_leave(c);
    else if (dice < 124 && c->calling == 0)
        call_look(c);
    else if (dice < (s->crowded ? 140 : 130) && c->calling == 0)
        call_rarely(c);
    else if (dice >= 140 && dice < 143 && c->waiting_count == 0)
        client_new_inst(c), link_cut(c->link);
    else if (dice < 158)
        double_up(c);
    else if (dice < 168 && c->waiting_count > 0)
        send_command(c, &c->waiting[0]);
    else
        return false;
    return true;
}

/* Several frames at once. */
static void go_on_unheard(client *c)
{
    sim *s = c->s;
    while (sim_chance(s, 80)) {
        switch (sim_below(s, 4)) {
        case 0: play_on(c); break;
        case 1: set_pace(c); break;
        case 2: send_text(c, "{\"t\":\"resync\"}"); break;
        default: send_text(c, "{\"t\":\"ping\"}"); break;
        }
    }
}

static void act_connected(client *c)
{
    sim *s = c->s;
    repeat_unanswered(c);
    if (digress(c)) {
    } else if (c->waiting_count == 0) {
        if (move_on(c)) go_on_unheard(c);
    }
    if (c->link == NULL) return;
    if (sim_chance(s, s->faults.stall))
        c->link->stalled_until_ms = s->now_ms + sim_between(s, 50, 4000);
    if (sim_chance(s, s->faults.cut)) link_cut(c->link);
    if (c->waiting_count == 0 && c->next_n > NUMBERS_PER_INST && c->link != NULL) {
        client_new_inst(c);
        link_cut(c->link);
    }
}

static void act(client *c)
{
    sim *s = c->s;
    if (!c->seated) {
        if (c->calling == 0 && !s->calm) find_seat(c);
    } else if (c->link == NULL) {
        if (s->calm || sim_chance(s, 300)) connect(c);
    } else if (!c->greeted) {
        knock(c);
    } else if (!s->calm) {
        act_connected(c);
    } else {
        repeat_unanswered(c);
        if (c->waiting_count == 0 && !s->silent && c->next_n + 2 < INST_NUMBERS_MAX) move_on(c);
    }
}

void client_act(sim *s, void *who, uint64_t arg)
{
    (void)arg;
    client *c = who;
    act(c);
    if (!s->calm && s->acts_left > 0) s->acts_left--;
    sim_at(s, s->calm ? sim_between(s, 5, 30) : sim_between(s, 2, 120), client_act, c, 0);
}
