/* Answering the calls about accounts. Not here: as in the header.
 * Invariant: as in the header; a login belongs to one person, and he has one. */
#include "server/talk/account.h"

#include <string.h>

#include "server/base/json_read.h"
#include "server/hall/codes.h"
#include "server/talk/me.h"
#include "server/talk/pending.h"

/* Compared with where there is no such account; of no password. */
static const char nobodys[] = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA"
                              "$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static const char too_many[] = "too many sign in from your address, or to this account";

static cn_pending *of_job(cn_password_job *job)
{
    return (cn_pending *)((char *)job - offsetof(cn_pending, secret));
}

/* Reads login and password. False with an answer if they are none. */
static bool read_account(cn_pending *call)
{
    if (!cn_json_get_text(call->body, "login", call->login, 3, CN_LOGIN_CHARACTERS_MAX) ||
        strspn(call->login, "abcdefghijklmnopqrstuvwxyz0123456789._-") != strlen(call->login)) {
        cn_pending_give(call, cn_reply_error(400, "FORMAT",
                                             "login must have 3 to 32 of a-z, 0-9, dot, dash, _"));
        return false;
    }
    if (!cn_json_get_text(call->body, "password", call->secret.password, CN_PASSWORD_BYTES_MIN,
                          CN_PASSWORD_BYTES_MAX)) {
        cn_pending_give(call, cn_reply_error(400, "FORMAT", "password must have 8 to 128 bytes"));
        return false;
    }
    return true;
}

static void work_on(cn_pending *call, void (*done)(cn_password_job *job))
{
    call->secret.done = done;
    call->secret.work.who = call->from;
    const cn_hall_options *options = cn_hall_settings(call->hall);
    if (cn_passwords_give(options->passwords, &call->secret)) return;
    options->measures->passwords_refused++;
    cn_pending_give(call, cn_reply_later(CN_PASSWORD_RETRY_MS, "too many sign in just now"));
}

/* A code that somebody else may have is good no more. */
static void account_set(cn_pending *call)
{
    if (call->saved != CN_NOT_SAVED)
        cn_codes_forget(cn_hall_settings(call->hall)->codes, call->person.id);
    if (call->taken)
        cn_pending_give(call, cn_reply_error(409, "LOGIN_TAKEN", "somebody has this name"));
    else if (call->saved != CN_SAVED)
        cn_pending_give_saved(call, NULL);
    else
        cn_me_tell(call);
}

static void keep(cn_pending *call, cn_log *log)
{
    call->saved =
        cn_person_set_account(log, &call->person, call->login, call->secret.kept, &call->taken);
}

static void hashed(cn_password_job *job)
{
    cn_pending *call = of_job(job);
    if (job->good)
        cn_pending_change(call, keep, account_set);
    else
        cn_pending_give(call, cn_reply_error(503, "STORE", "the password could not be kept"));
}

static void set_known(cn_pending *call)
{
    const int64_t later_ms = cn_pending_take(call, CN_LIMIT_CHANGES);
    if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, too_many));
    else
        work_on(call, hashed);
}

static void give_wrong(cn_pending *call)
{
    cn_pending_give_wrong(
        call, cn_reply_error(403, "BAD_LOGIN", "there is no such name with this password"));
}

static void signed_in(cn_pending *call)
{
    if (call->status == CN_PERSON_NONE)
        give_wrong(call);
    else if (call->saved != CN_SAVED)
        cn_pending_give_saved(call, NULL);
    else
        cn_me_tell(call);
}

static void compared(cn_password_job *job)
{
    cn_pending *call = of_job(job);
    const bool right = job->good && call->status == CN_PERSON_THERE;
    const int64_t later_ms = right ? cn_pending_take(call, CN_LIMIT_CHANGES) : 0;
    if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, too_many));
    else if (right)
        cn_pending_add_device(call, signed_in);
    else
        give_wrong(call);
}

static void run_find(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->status = cn_person_of_login(log, call->login, &call->person);
}

static void found(cn_pending *call)
{
    if (call->status == CN_PERSON_UNREADABLE) {
        cn_pending_give(call, cn_reply_error(503, "STORE", "the log cannot be read just now"));
        return;
    }
    const bool there = call->status == CN_PERSON_THERE;
    strcpy(call->secret.kept, there ? call->person.password : nobodys);
    work_on(call, compared);
}

void cn_account_call(cn_hall *hall, const cn_call *asked, json_object *body, cn_caller *caller)
{
    cn_pending *call = cn_pending_make(hall, asked, body, caller);
    cn_limits *limits = cn_hall_settings(hall)->limits;
    const int64_t tries_ms = cn_limit_look(limits, CN_LIMIT_TRIES, asked->from);
    const int64_t later_ms = cn_limit_look(limits, CN_LIMIT_CHANGES, asked->from);
    if (tries_ms > 0)
        cn_pending_give(call, cn_reply_later(tries_ms, "too many wrong keys"));
    else if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, too_many));
    else if (!read_account(call))
        return;
    else if (strcmp(asked->path, "/v1/session") == 0)
        cn_pending_ask_log(call, run_find, found);
    else
        cn_pending_ask_who(call, set_known);
}
