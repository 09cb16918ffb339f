/* Telling everybody at a table what happens.
 * Not here: messages (encode.h). Invariant: everybody is told the same entries, in order, of which
 * a snapshot may stand for many. */
#include <string.h>

#include "server/talk/session_inner.h"

static void send_away(cn_session *session, const char *why)
{
    cn_session_send(session, cn_encode_bye(why));
    cn_session_close_with(session, CLOSE_NORMAL);
}

static void end_one(cn_holder *holder)
{
    send_away((cn_session *)((char *)holder - offsetof(cn_session, holder)), "ENDED");
}

void cn_session_end_all(cn_hall *hall, const char *person, const char *device)
{
    cn_holders_each(cn_hall_settings(hall)->holders, person, device, end_one);
}

/* Who has just taken this seat himself has it. */
static bool was_given_away(const cn_session *session, const cn_changes *changes)
{
    const unsigned seat = session->listener.seat;
    if (cn_table_seat_of_person(cn_place_table(session->place), session->person) == seat)
        return false;
    for (unsigned i = 0; i < changes->count; i++)
        if (changes->change[i].kind == CN_ENTRY_SEAT && changes->change[i].seat == seat)
            return true;
    return false;
}

/* Whether somebody without a seat waits for one, or looks on by an invitation that stands. */
static bool may_look_on(const cn_session *session)
{
    const cn_table *table = cn_place_table(session->place);
    const bool invited =
        session->watch[0] != '\0' && strcmp(session->watch, cn_table_watch_invite(table)) == 0;
    return invited || cn_table_seat_of_coming(table, session->person) != CN_NO_SEAT ||
           cn_table_seat_of_person(table, session->person) != CN_NO_SEAT;
}

/* Why somebody has no business here any more: his seat changed hands, or what he looked on by is
 * void. NULL: he has. */
static const char *why_not_here(const cn_session *session, const cn_changes *changes)
{
    if (was_given_away(session, changes)) return "LEFT";
    if (session->listener.seat != CN_WATCHER || may_look_on(session)) return NULL;
    return session->watch[0] != '\0' ? "ENDED" : "LEFT";
}

/* Who has waited for this hand sits down, and hears of it in a snapshot. */
static bool take_own_seat(cn_session *session)
{
    const cn_table *table = cn_place_table(session->place);
    if (!session->greeted || session->listener.seat != CN_WATCHER) return false;
    const unsigned seat = cn_table_seat_of_person(table, session->person);
    if (seat == CN_NO_SEAT) return false;
    cn_place_leave(session->place, &session->listener);
    session->listener.seat = seat;
    cn_place_join(session->place, &session->listener);
    session->last_n = UINT32_MAX; /* what this client has used there the log knows */
    cn_session_send(session, cn_encode_welcome(table, seat, 0, false));
    cn_session_want_snap(session);
    return true;
}

/* Before anybody is told: each of them moves in the list of who is told. */
static void take_own_seats(cn_place *place)
{
    cn_listener *at = cn_place_listeners(place);
    while (at != NULL) at = take_own_seat(cn_session_of(at)) ? cn_place_listeners(place) : at->next;
}

bool cn_session_is_kept_from(const cn_session *session)
{
    return session->listener.seat == CN_WATCHER && cn_table_hides(cn_place_table(session->place));
}

static bool have_seats(const cn_changes *changes)
{
    bool seats = changes->count == 0;
    for (unsigned i = 0; i < changes->count; i++) seats = seats || changes->change[i].has_seats;
    return seats;
}

static bool have(const cn_changes *changes, cn_entry_kind kind)
{
    for (unsigned i = 0; i < changes->count; i++)
        if (changes->change[i].kind == kind) return true;
    return false;
}

/* Who is there, and, of a pause, that there is one or none any more: it is no part of the hand. */
static json_object *company_of(const cn_table *table, const cn_changes *changes)
{
    json_object *seats = cn_encode_seats(table);
    if (have(changes, CN_ENTRY_PAUSE))
        json_object_object_add(seats, "paused", json_object_new_boolean(cn_table_is_paused(table)));
    return seats;
}

/* A hand that is kept from who looks on comes in a snapshot when it is over; who is there is told.
 * So is, by a snapshot, who has seen what is kept from now on. False where nothing is kept. */
static bool keep_from(cn_session *session, const cn_changes *changes)
{
    if (cn_session_is_kept_from(session)) {
        if (!session->behind && have(changes, CN_ENTRY_INVITE)) cn_session_want_snap(session);
        session->behind = true;
        if ((have_seats(changes) || have(changes, CN_ENTRY_PAUSE)) && !session->wants_snap)
            cn_session_send(session, company_of(cn_place_table(session->place), changes));
        return true;
    }
    if (!session->behind || changes->count == 0) return false;
    cn_session_want_snap(session);
    return true;
}

void cn_session_tell(cn_place *place, const cn_changes *changes)
{
    const cn_table *table = cn_place_table(place);
    take_own_seats(place);
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        cn_session *session = cn_session_of(at);
        const char *why = why_not_here(session, changes);
        if (why != NULL) send_away(session, why);
        if (!session->greeted) continue;
        if (session->resuming || keep_from(session, changes)) continue;
        if (session->proofs) cn_place_keep_tree(place);
        for (unsigned i = 0; i < changes->count && !session->wants_snap; i++)
            if (changes->change[i].seq > session->snap_seq)
                cn_session_send(session, cn_encode_change(table, at->seat, &changes->change[i],
                                                          session->proofs));
        if (changes->count == 0 && !session->wants_snap)
            cn_session_send(session, cn_encode_seats(table));
    }
}

/* Who is not welcome yet is not told of a pause: his snapshot comes when there is one to show. */
void cn_session_tell_pause(cn_place *place)
{
    const cn_changes none = {0};
    if (!cn_place_unsure(place)) take_own_seats(place);
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        cn_session *session = cn_session_of(at);
        if (cn_place_unsure(place) && !session->greeted) continue;
        const bool has_gone =
            at->seat != CN_WATCHER && !cn_table_seat(cn_place_table(place), at->seat)->human;
        const char *why = has_gone ? "LEFT" : why_not_here(session, &none);
        if (cn_place_unsure(place))
            cn_session_send(session, cn_encode_paused());
        else if (why != NULL)
            send_away(session, why);
        else
            cn_session_want_snap(session);
    }
}

void cn_session_tell_replaced(void *owner, unsigned seat, const char *word)
{
    cn_place *place = owner;
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        cn_session *session = cn_session_of(at);
        if (session->greeted && !session->wants_snap && !cn_session_is_kept_from(session))
            cn_session_send(session, cn_encode_replaced(cn_place_table(place), seat, word));
    }
}

/* Something that is not in the log. Puts the object away. */
static void tell_all(cn_place *place, json_object *object)
{
    for (cn_listener *at = cn_place_listeners(place); at != NULL; at = at->next) {
        cn_session *session = cn_session_of(at);
        if (session->greeted && !cn_session_is_kept_from(session))
            cn_session_send(session, json_object_get(object));
    }
    json_object_put(object);
}

void cn_session_tell_clock(cn_place *place, unsigned seat)
{
    tell_all(place, cn_encode_note("clock", seat, NULL));
}

void cn_session_tell_vote(cn_place *place, const char *what, unsigned voter)
{
    tell_all(place, cn_encode_note("vote", voter, what));
}

void cn_session_tell_said(cn_place *place, const char *phrase, unsigned seat)
{
    tell_all(place, cn_encode_note("said", seat, phrase));
}

/* Reminds who is to act. False if that is nobody, or a bot, or he himself. */
bool cn_session_nudge(cn_session *session)
{
    const cn_table *table = cn_place_table(session->place);
    const unsigned acting = cn_table_acting(table);
    bool told = false;
    if (acting == session->listener.seat) return false;
    for (cn_listener *at = cn_place_listeners(session->place); at != NULL; at = at->next) {
        if (at->seat != acting || !cn_session_of(at)->greeted) continue;
        cn_session_send(cn_session_of(at), cn_encode_note("nudge", session->listener.seat, NULL));
        told = true;
    }
    return told;
}
