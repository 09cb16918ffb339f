/* Everything that whoever keeps a server may choose, in one table: option, line of a configuration
 * file, and bound are made of it.
 * Not here: bounds that nobody chooses (bounds.h), reading them (cli/serve_settings.c).
 * Invariant: nothing of this changes while a server serves. */
#ifndef CANASTA_SERVER_SETTINGS_H
#define CANASTA_SERVER_SETTINGS_H

#include <stdint.h>

/* name, usual value, lowest, highest, what it is */
#define CN_SETTING_NUMBERS(X)                                                                      \
    X(port, 8080, 0, 65535, "port; 0: any free one")                                               \
    X(pace, 900, 0, 5000, "milliseconds before each play of a bot, at tables that name none")      \
    X(grace, 30000, 0, 86400000, "milliseconds the seat of an absent player waits for a bot")      \
    X(absence, 120000, 0, 86400000,                                                                \
      "milliseconds after which an absent player's seat may be freed")                             \
    X(bot_deadline, 10000, 0, 86400000, "milliseconds that a program may take for a play")         \
    X(thought, 1000, 0, 60000,                                                                     \
      "milliseconds a bot of ours may think about a play, less where many do; 0: hardly")          \
    X(tables, 5000, 1, 100000, "tables in memory at a time; the data file holds any number")       \
    X(connections, 200, 1, 19500, "connections of one address, and of one person, at a time")      \
    X(calls, 20, 1, 1000000,                                                                       \
      "calls a second of one address or person, five times as many at once")                       \
    X(new_tables, 120, 1, 1000000, "new tables an hour of one address or person, a third at once") \
    X(growth, 20, 1, 1000000,                                                                      \
      "megabytes an hour that the log grows by one address or person, a third at once")            \
    X(new_persons, 300, 1, 1000000,                                                                \
      "new persons an hour from one address, a third of them at once")                             \
    X(tries, 60, 1, 1000000, "wrong keys and invitations a minute from one address")               \
    X(resumes, 30, 1, 1000000,                                                                     \
      "clients a second from one address that are told what they missed, not a snapshot")          \
    X(changes, 120, 1, 1000000,                                                                    \
      "changes, sign-ins and codes an hour of one person or address, a third at once")             \
    X(archive_finished_days, 365, 0, 36500,                                                        \
      "days after which a game that is over goes to the archive; 0: never")                        \
    X(archive_deserted_days, 730, 0, 36500,                                                        \
      "days after which a table where nothing happens goes there; 0: never")                       \
    X(records, 20, 1, 1000000, "records of games a minute for one person, and for one address")    \
    X(rate, 10, 1, 1000000,                                                                        \
      "frames a second from one seat or connection, three times as many at once")                  \
    X(drain, 2, 0, 600, "seconds in which everybody is sent away when the server is to stop")      \
    X(metrics_port, 0, 0, 65535, "port for /metrics, which is for you alone; 0: none")

/* name, usual value, what it is */
#define CN_SETTING_WORDS(X)                                                                        \
    X(listen, "127.0.0.1", "address to listen at: 0.0.0.0 for everybody, :: by IPv6, too")         \
    X(data, NULL, "where the tables are kept ($XDG_DATA_HOME/canasta/tables.db)")                  \
    X(web, NULL, "folder with the files of a page, instead of the one in the program")             \
    X(host, NULL, "the name that people's browsers ask for, if it has dots in it")                 \
    X(proxy, NULL, "address a proxy asks from; it says in X-Forwarded-For who asks it")            \
    X(metrics_listen, "127.0.0.1", "address to listen at for /metrics")                            \
    X(log, "text", "how lines about what happened are written: text, or json")                     \
    X(port_file, NULL, "file to write the port into once connections are accepted")

typedef struct cn_settings {
#define CN_SETTING_NUMBER(name, usual, low, high, text) uint32_t name;
#define CN_SETTING_WORD(name, usual, text)              const char *name;
    CN_SETTING_NUMBERS(CN_SETTING_NUMBER)
    CN_SETTING_WORDS(CN_SETTING_WORD)
#undef CN_SETTING_NUMBER
#undef CN_SETTING_WORD
} cn_settings;

#endif
