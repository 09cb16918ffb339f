/* `canasta serve`: finds the place that nobody named and runs the server.
 * Not here: options (serve_settings.c), the server (server/). Invariant: the data file's folder is
 * made only where nobody chose the place. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/serve_settings.h"
#include "server/net/server.h"

enum { PLACE_BYTES = 4096 };

/* Makes the folders above `file` that are missing. False with errno. */
static bool make_folders(const char *file)
{
    char path[PLACE_BYTES];
    snprintf(path, sizeof path, "%s", file);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
        *slash = '/';
    }
    return true;
}

/* The customary place for data of a user; false with a line on stderr if there is none. */
static bool default_data_file(char out[PLACE_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/') {
        snprintf(out, PLACE_BYTES, "%s/canasta/tables.db", data);
    } else if (home != NULL && home[0] == '/') {
        snprintf(out, PLACE_BYTES, "%s/.local/share/canasta/tables.db", home);
    } else {
        fputs("canasta serve: HOME is not set; name the data file with --data\n", stderr);
        return false;
    }
    if (make_folders(out)) return true;
    fprintf(stderr, "canasta serve: the folder for %s cannot be made: %s\n", out, strerror(errno));
    return false;
}

/* A core would hold decks and seeds of running hands, and nobody of this user is to look into the
 * process. The sanitizers must look into their own. */
static void keep_secrets(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
#if !defined(__SANITIZE_ADDRESS__) && !defined(CANASTA_AUDIT)
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

static int serve(cli_serve_options *options)
{
    char data_file[PLACE_BYTES];
    cn_settings *settings = &options->server.settings;
    options->server.page = &cn_page_built_in;
    if (settings->data == NULL) {
        if (!default_data_file(data_file)) return CLI_FAILED;
        settings->data = data_file;
    }
    keep_secrets();
    return cn_server_run(&options->server) == 0 ? CLI_OK : CLI_FAILED;
}

int cli_serve(int argc, char **argv)
{
    cli_serve_options options;
    int status = cli_serve_read(&options, argc, argv);
    if (status == CLI_OK && options.help)
        cli_serve_help();
    else if (status == CLI_OK)
        status = serve(&options);
    cli_serve_free(&options);
    return status;
}
