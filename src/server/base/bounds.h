/* Every bound of the server in one place.
 * Not here: the rules' own limits (rules.h, play_text.h).
 * Invariant: nothing a client can do makes the server hold more than these allow. */
#ifndef CANASTA_SERVER_BOUNDS_H
#define CANASTA_SERVER_BOUNDS_H

#define CN_NO_TOKEN "-" /* stands for a key that was shown and can be nobody's */

enum {
    CN_FRAME_BYTES_MAX = 4096,     /* a frame from a client, and the body of a request */
    CN_FRAME_BYTES_FATAL = 65536,  /* beyond this the connection is closed unread */
    CN_REPLY_BYTES_MAX = 16 << 20, /* a file the server is willing to hand out */
    CN_CONNECTIONS_MAX = 19500,    /* of all sorts at a time, if the system allows as many */
    CN_REQUEST_MS = 10000,         /* from the first byte of a request to its last */
    CN_IDLE_MS = 15000,            /* a connection between two requests */
    CN_LINGER_MS = 2000, /* so long the end of a connection is awaited behind a last reply ... */
    CN_UNREAD_BYTES_MAX = 1 << 20,   /* ... as long as no more than this comes on it */
    CN_QUIET_MS = 15000,             /* who says nothing for so long is asked, and dropped after */
    CN_FULL_RETRY_MS = 5000,         /* where there is no place just now: to be asked again then */
    CN_CALLS_BURST = 5,              /* at once, for each one a second */
    CN_BACKLOG_BYTES_MAX = 16 << 10, /* waiting for one connection, then a snapshot instead */
    CN_SEND_BUFFER_BYTES = 16 << 10, /* the system's, for one connection */
    CN_SLOW_READER_MS = 10000,       /* a connection that takes nothing for so long is dropped */
    CN_REPLY_BYTES_PER_S = 4096, /* an answer is taken as fast, or ended after CN_IDLE_MS more */
    CN_REPLY_BYTES_SMALL = 64 << 10, /* what waits for one connection before no more is read ... */
    CN_ADDRESS_BYTES_MAX = 8 << 20,  /* ... and all that waits in larger answers for one address */
    CN_HELLO_MS = 10000,             /* a connection that does not say who it is is dropped */
    CN_STOP_MS = 3000,               /* farewells that are not read by then are not read */
    CN_BEAT_MS = 250,                /* how late the loop is, is looked at as often */
    CN_RATE_BURST = 3,               /* at once, for each one a second */
    CN_THINKS_LONG_MS = 50,          /* a play that takes longer is thought out apart from others */
    CN_RATE_STRIKES_MAX = 200,       /* refused frames before the connection is closed */
    CN_NAME_CHARACTERS_MAX = 24,
    CN_NAME_BYTES_MAX = CN_NAME_CHARACTERS_MAX * 4,
    CN_OVERRIDES_BYTES_MAX = 3200, /* those of any code, and a few more */
    CN_INST_MIN = 8,
    CN_INST_MAX = 40,
    CN_ID_CHARACTERS = 10,      /* of a table */
    CN_KEY_CHARACTERS = 32,     /* of a token or an invite: 128 bits */
    CN_CODE_CHARACTERS = 8,     /* of a code for another device: 40 bits ... */
    CN_CODE_MS = 600000,        /* ... and so long it is good */
    CN_CODES_MAX = 4096,        /* that are good at a time */
    CN_LABEL_BYTES_MAX = 160,   /* of what a device says it is: the browser stands last */
    CN_DEVICES_MAX = 16,        /* of one person, with a key each */
    CN_PERSON_TABLES_MAX = 200, /* where a person sat down last */
    CN_PERSON_MADE_MAX = 4,     /* tables he made last, whose hands may still be played to an end */
    CN_PERSON_CHARACTERS = 12,
    CN_TOKEN_CHARACTERS = CN_PERSON_CHARACTERS + CN_KEY_CHARACTERS, /* person and key */
    CN_LOGIN_CHARACTERS_MAX = 32,
    CN_PASSWORD_BYTES_MIN = 8,
    CN_PASSWORD_BYTES_MAX = 128,
    CN_PASSWORD_KEPT_BYTES = 128,    /* what argon2id makes of it, as text */
    CN_PASSWORDS_WAITING_MAX = 32,   /* signing in at a time ... */
    CN_PASSWORDS_OF_ADDRESS_MAX = 2, /* ... and of one address */
    CN_PASSWORD_RETRY_MS = 1000,
    CN_PACE_MS_MAX = 5000,
    CN_CLOCK_S_MAX = 3600,     /* of a turn */
    CN_OPEN_TABLES_SHOWN = 50, /* in the lobby ... */
    CN_OPEN_TABLES_OF_ONE = 3, /* ... of one address, before all others are */
    CN_NUDGES_PER_MINUTE = 2,
    CN_SAYS_PER_MINUTE = 10,        /* phrases of one seat ... */
    CN_SAYS_AT_ONCE = 3,            /* ... and so many one behind the other */
    CN_BOT_WORD_MAX = 24,           /* name of a player or program that bots play with */
    CN_PROGRAMS_MAX = 64,           /* processes of bots at a time */
    CN_OFFERS_MAX = 16,             /* programs that are offered */
    CN_COMMIT_ENTRIES_MAX = 64,     /* of appends that share a transaction of the log ... */
    CN_COMMIT_WAIT_MS = 2,          /* ... and so long the first one waits for others, under load */
    CN_STORE_SLOW_MS = 2000,        /* beyond this the disk is not well */
    CN_STORE_ROOM_BYTES = 1 << 20,  /* with less than this free the disk is full */
    CN_KEEPERS_MAX = 16,            /* connections of who keeps the server, at his own port */
    CN_SHEETS_SHOWN_MAX = 100,      /* scored hands in a snapshot, the latest */
    CN_RESUME_ENTRIES_MAX = 2000,   /* read again for a client that was away ... */
    CN_RESUME_PEOPLE_MAX = 64,      /* ... whose names are looked up for it ... */
    CN_RESUME_BYTES_MAX = 96 << 10, /* ... and so much is sent; beyond that a snapshot */
    CN_TREES_MAX = 500,             /* tables that keep their tree for proofs, 42 KB each */
    CN_LOAD_ENTRIES_MAX = 5000,     /* of a table, read while others wait; beyond, beside them */
    CN_READS_WAITING_MAX = 4, /* records, lists of one's own, old tables, beside what is read */
    CN_READ_RETRY_MS = 2000,
    CN_RECORD_BYTES_MAX = 4 << 20, /* of one game */
    CN_EXPORT_ENTRIES_MAX = 20000, /* of one's own, the latest */
    CN_GAMES_SHOWN_MAX = 200,      /* in a list, the latest */
    CN_RESUMES_MAX = 32,           /* that are read for at a time; the others get snapshots */
    CN_ENTRY_BYTES = 160,          /* of the log for an entry, beside what stands in it */
    CN_CHANGE_KB = 4,              /* for a change of a person or a seat, with what belongs to it */
    CN_STILL_MAX = 400, /* entries between two deals that move nothing: so long is a table read */
    CN_STILL_SEATS_MAX = 360, /* beyond this nobody takes a seat ... */
    CN_STILL_EMPTY_S = 600,   /* ... but where nobody sits, once so long nothing has happened ... */
    CN_STILL_PACES_MAX = CN_STILL_MAX / 2, /* ... and beyond this no pace changes, no pause begins;
                                              who leaves or resumes had room to come, or to stop */
};

#endif
