/* The subcommands of `canasta`. Not here: anything a library could use.
 * Invariant: each prints to stdout and stderr and returns an exit status; only main exits. */
#ifndef CANASTA_CLI_H
#define CANASTA_CLI_H

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

typedef struct cli_command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand's name */
} cli_command;

/* Why computer players could not play on, in words. `status` is a cn_lab_status. */
const char *cli_fault(int status);

int cli_replay(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_referee(int argc, char **argv);
int cli_analyse(int argc, char **argv);
int cli_hint(int argc, char **argv);
int cli_match(int argc, char **argv);
int cli_train(int argc, char **argv);
int cli_ladder(int argc, char **argv);
int cli_bot(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_env(int argc, char **argv);
int cli_rules(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_backup(int argc, char **argv);
int cli_restore(int argc, char **argv);
int cli_check_data(int argc, char **argv);
int cli_new_key(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_trace(int argc, char **argv);
int cli_perft(int argc, char **argv);
int cli_playthrough(int argc, char **argv);

#endif
