/* `canasta backup`, `restore`, `check` and `new-key`: copies of data files, whether they are whole,
 * and going on without the key of one.
 * Not here: copying and checking (server/store/log_copy.h, server/table/log_check.h).
 * Invariant: status 0 exactly if everything in the file is what was saved. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/data.h"
#include "server/store/log_copy.h"
#include "server/store/seal.h"
#include "server/table/log_check.h"

enum { PATH_BYTES = 4096 };

bool cli_data_words(const char *command, const char *help, int argc, char **argv, int low, int high,
                    int *status)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
        fputs(help, stdout);
        *status = CLI_OK;
        return false;
    }
    *status = CLI_USAGE;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') continue;
        fprintf(stderr, "canasta %s: unknown option '%s'; `canasta %s --help` tells more\n",
                command, argv[i], command);
        return false;
    }
    if (argc - 1 >= low && argc - 1 <= high) return true;
    fprintf(stderr, "canasta %s: %s; `canasta %s --help` tells more\n", command,
            argc - 1 < low ? "a file is missing" : "too many words", command);
    return false;
}

static void complain(void *user, const char *table, const char *what)
{
    fprintf(stderr, "canasta %s: table %s: %s\n", (const char *)user, table, what);
}

/* Checks the file at `path`, which is called `name` in what is said. */
static int check_file(char *command, const char *path, const char *name)
{
    char message[CLI_DATA_TEXT_MAX];
    cn_log *log = cn_log_open_reader(path, message, sizeof message);
    if (log == NULL) {
        fprintf(stderr, "canasta %s: %s\n", command, message);
        return CLI_FAILED;
    }
    const cn_log_checked checked = cn_log_check(log, complain, command);
    const bool sound = cn_log_check_file(log, complain, command);
    cn_log_close(log);
    if (checked.sealed > 0)
        fprintf(stderr,
                "canasta %s: %" PRIu64 " tables are in the midst of a hand that cannot be replayed "
                "without the key under which it was dealt, which is not that of %s\n",
                command, checked.sealed, name);
    if (checked.unreadable)
        fprintf(stderr, "canasta %s: %s could not be read to its end\n", command, name);
    printf("%s: %" PRIu64 " tables, %" PRIu64 " entries, %" PRIu64 " tables damaged\n", name,
           checked.tables, checked.entries, checked.damaged);
    return checked.damaged == 0 && !checked.unreadable && sound ? CLI_OK : CLI_FAILED;
}

int cli_check_data(int argc, char **argv)
{
    static const char help[] =
        "usage: canasta check DATA\n"
        "\n"
        "Reads a whole data file, which a server may be using: the links of every table's "
        "entries,\n"
        "what they make when they are replayed, and the file's indexes. Names every table that is\n"
        "damaged; status 0 if there is none.\n";
    int status;
    char command[] = "check";
    if (!cli_data_words(command, help, argc, argv, 1, 1, &status)) return status;
    return check_file(command, argv[1], argv[1]);
}

/* Says what its key is good for. */
static void tell_of_key(const char *command, const char *to)
{
    cn_seal seal;
    char key[CN_SEAL_PATH_BYTES] = "";
    cn_seal_path(to, key);
    if (cn_seal_read(to, &seal) == CN_SEAL_READ)
        printf("%s is its key: who has both can look into the hands that are being played\n", key);
    else
        fprintf(stderr,
                "canasta %s: there is no key file, and without %s no server starts with %s, "
                "unless `canasta new-key` gives up the hands that were being played\n",
                command, key, to);
}

/* A copy that holds damaged tables is put in place all the same: the others are worth having. */
static int copy(char *command, const char *from, const char *to, bool renewed)
{
    char message[CLI_DATA_TEXT_MAX], made[PATH_BYTES];
    if (!cn_log_copy(from, to, renewed, made, sizeof made, message, sizeof message)) {
        fprintf(stderr, "canasta %s: %s\n", command, message);
        return CLI_FAILED;
    }
    const int status = check_file(command, made, to);
    if (cn_log_copy_place(made, to, message, sizeof message)) {
        tell_of_key(command, to);
        return status;
    }
    fprintf(stderr, "canasta %s: %s\n", command, message);
    cn_log_copy_drop(made);
    return CLI_FAILED;
}

int cli_backup(int argc, char **argv)
{
    static const char help[] =
        "usage: canasta backup DATA OUT\n"
        "\n"
        "Copies a data file as it is at one moment to the new file OUT; a server may be using it\n"
        "and goes on. The copy is checked as by `canasta check`, synced, and then gets its name.\n"
        "Its key goes along as OUT-key: who has both can look into the hands that are being "
        "played.\n"
        "Damaged tables are copied as they are, named, and make the status 1.\n";
    int status;
    char command[] = "backup";
    if (!cli_data_words(command, help, argc, argv, 2, 2, &status)) return status;
    return copy(command, argv[1], argv[2], false);
}

int cli_restore(int argc, char **argv)
{
    static const char help[] =
        "usage: canasta restore BACKUP DATA\n"
        "\n"
        "Makes the new data file DATA of a backup, and checks it. There must be no such file: "
        "move\n"
        "an old one away, with those beside it whose names begin with its name. The key "
        "BACKUP-key\n"
        "goes along; without it no server starts with DATA.\n";
    int status;
    char command[] = "restore";
    if (!cli_data_words(command, help, argc, argv, 2, 2, &status)) return status;
    return copy(command, argv[1], argv[2], true);
}

/* Hands that are given up are told by the tables where they were played. */
int cli_new_key(int argc, char **argv)
{
    static const char help[] =
        "usage: canasta new-key DATA\n"
        "\n"
        "Makes a new key file DATA-key for a data file, and its archive, whose key file is lost.\n"
        "Hands that were being played are given up: nobody can open their deals any more, and the\n"
        "next deal of their tables deals anew. All else stays: tables, games, persons, records of\n"
        "hands that are over. No server may be using the file; a key file that is there is never\n"
        "written over.\n";
    int status;
    char message[CLI_DATA_TEXT_MAX], command[] = "new-key";
    if (!cli_data_words(command, help, argc, argv, 1, 1, &status)) return status;
    if (cn_log_renew_key(argv[1], message, sizeof message)) {
        printf("%s-key is its new key: keep a copy apart from the backups\n", argv[1]);
        return check_file(command, argv[1], argv[1]);
    }
    fprintf(stderr, "canasta new-key: %s\n", message);
    return CLI_FAILED;
}
