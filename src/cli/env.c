/* `canasta env`: what the research environment shows under some rules, field by field.
 * Not here: playing in it (python/, docs/environment.md).
 * Invariant: what is printed is what cn_env_fields says, in its order. */
#include <stdio.h>

#include "canasta/env.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "text/base/words.h"

typedef struct options {
    cli_table table;
    bool fields, actions, json, help;
} options;

static void print_help(void)
{
    puts("usage: canasta env [--fields] [--actions] [OPTIONS]\n"
         "\n"
         "Shows what the research environment tells a seat, and which numbers it takes as actions\n"
         "(docs/environment.md). Without --fields and --actions it prints their sizes alone.\n"
         "\n" CLI_TABLE_HELP
         "  --fields              every field of an observation: place, shape,\n"
         "                        range, meaning\n"
         "  --actions             every action by number and name\n"
         "  --json                for programs: sizes and fields as one object");
}

static int read_options(int argc, char **argv, options *opts)
{
    const cli_option own[] = {
        {.name = "--fields", .flag = &opts->fields},
        {.name = "--actions", .flag = &opts->actions},
        {.name = "--json", .flag = &opts->json},
    };
    const cli_options all = {.command = "env",
                             .table = &opts->table,
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

/* "2x12x3" */
static void write_shape(cn_writer *writer, const cn_env_field *field, const char *between)
{
    for (uint32_t i = 0; i < field->dimensions; i++)
        cn_write(writer, "%s%u", i == 0 ? "" : between, (unsigned)field->shape[i]);
}

static void print_field(const cn_env_field *field)
{
    char shape[40];
    cn_writer writer = cn_writer_make(shape, sizeof shape);
    write_shape(&writer, field, "x");
    printf("%6u  %-8s  %6d .. %-6d  %-18s  %s\n", (unsigned)field->offset, shape, (int)field->low,
           (int)field->high, field->name, field->meaning);
}

static void print_field_json(const cn_env_field *field, bool last)
{
    char shape[40];
    cn_writer writer = cn_writer_make(shape, sizeof shape);
    write_shape(&writer, field, ",");
    printf("{\"name\":\"%s\",\"offset\":%u,\"shape\":[%s],\"low\":%d,\"high\":%d,\"meaning\":",
           field->name, (unsigned)field->offset, shape, (int)field->low, (int)field->high);
    cli_print_json_text(field->meaning);
    fputs(last ? "}" : "},", stdout);
}

static void print_json(const cn_rules *rules)
{
    cn_env_field fields[CN_ENV_FIELDS_MAX];
    const unsigned count = cn_env_fields(rules, fields);
    printf("{\"rules\":\"%s\",\"seats\":%u,\"values\":%u,\"actions\":%u,\"points_unit\":%d,"
           "\"fields\":[",
           rules->name, (unsigned)rules->seat_count, cn_env_observation_size(rules),
           cn_env_action_count(rules), (int)cn_env_points_unit(rules));
    for (unsigned i = 0; i < count; i++) print_field_json(&fields[i], i + 1 == count);
    puts("]}");
}

static void print_fields(const cn_rules *rules)
{
    cn_env_field fields[CN_ENV_FIELDS_MAX];
    const unsigned count = cn_env_fields(rules, fields);
    puts("\noffset  shape      range             field               meaning");
    for (unsigned i = 0; i < count; i++) print_field(&fields[i]);
}

static void print_actions(const cn_rules *rules)
{
    puts("\naction  name");
    for (unsigned i = 0; i < cn_env_action_count(rules); i++)
        printf("%6u  %s\n", i, cn_step_name(i));
}

int cli_env(int argc, char **argv)
{
    options opts = {.table = {.command = "env"}};
    cn_rules rules;
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    if (opts.json) {
        print_json(&rules);
        return CLI_OK;
    }
    printf("%s, %u seats: %u values of 16 bits in an observation, %u actions, points in units of "
           "%d\n",
           rules.name, (unsigned)rules.seat_count, cn_env_observation_size(&rules),
           cn_env_action_count(&rules), (int)cn_env_points_unit(&rules));
    if (opts.fields) print_fields(&rules);
    if (opts.actions) print_actions(&rules);
    return CLI_OK;
}
