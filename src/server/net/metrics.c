/* Writing measures as text. Not here: as in the header. Invariant: as in the header; each name is
 * explained where docs/operations.md lists what to be woken up by. */
#include "server/net/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/net/process.h"

static void write_name(FILE *out, const char *name, const char *type, const char *help)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_one(FILE *out, const char *name, const char *type, const char *help,
                      uint64_t value)
{
    write_name(out, name, type, help);
    fprintf(out, "%s %" PRIu64 "\n", name, value);
}

/* `unit`: how many of what was measured are one of what is told. */
static void write_histogram(FILE *out, const char *name, const char *help,
                            const cn_histogram *histogram, const uint32_t steps[CN_STEPS_MAX],
                            double unit)
{
    uint64_t count = 0;
    unsigned i = 0;
    write_name(out, name, "histogram", help);
    for (; steps[i] != 0; i++) {
        count += histogram->in[i];
        fprintf(out, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, steps[i] / unit, count);
    }
    count += histogram->in[i];
    fprintf(out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, count);
    fprintf(out, "%s_sum %.6f\n", name, (double)histogram->sum / unit);
    fprintf(out, "%s_count %" PRIu64 "\n", name, count);
}

static void write_connections(FILE *out, const cn_net *net)
{
    const cn_net_counts *counts = &net->counts;
    const cn_hall_state state = cn_hall_look(net->hall);
    write_name(out, "canasta_connections", "gauge", "Open connections by kind.");
    fprintf(out, "canasta_connections{kind=\"websocket\"} %u\n", counts->sockets);
    fprintf(out, "canasta_connections{kind=\"keeper\"} %u\n", counts->keepers);
    fprintf(out, "canasta_connections{kind=\"http\"} %u\n",
            net->conn_count - counts->sockets - counts->keepers);
    write_name(out, "canasta_people", "gauge", "WebSockets that said hello, by what they do.");
    fprintf(out, "canasta_people{at=\"seat\"} %u\n", state.seated);
    fprintf(out, "canasta_people{at=\"watch\"} %u\n", state.watching);
    write_one(out, "canasta_connections_accepted_total", "counter", "Connections let in.",
              counts->accepted);
    write_one(out, "canasta_connections_most", "gauge", "Connections that there may be.",
              net->conns_max);
}

static void write_tables(FILE *out, const cn_net *net)
{
    const cn_hall_state state = cn_hall_look(net->hall);
    const cn_measures *measures = cn_hall_settings(net->hall)->measures;
    write_one(out, "canasta_tables", "gauge", "Tables in memory.", state.tables);
    write_one(out, "canasta_tables_most", "gauge", "Tables that may be in memory.",
              cn_hall_settings(net->hall)->tables_max);
    write_one(out, "canasta_tables_paused", "gauge", "Tables that wait for the disk.",
              state.paused);
    write_one(out, "canasta_draining", "gauge", "1 while people are sent away.", state.draining);
    write_one(out, "canasta_new_tables_total", "counter", "Tables made.", measures->tables);
    write_one(out, "canasta_new_persons_total", "counter", "Persons, and keys of devices, made.",
              measures->persons);
}

static void write_answers(FILE *out, const cn_net *net)
{
    const cn_measures *measures = cn_hall_settings(net->hall)->measures;
    write_name(out, "canasta_requests_total", "counter", "HTTP requests by status.");
    for (unsigned i = 0; i < CN_STATUSES; i++)
        if (net->counts.answered[i] > 0)
            fprintf(out, "canasta_requests_total{code=\"%u\"} %" PRIu64 "\n", i,
                    net->counts.answered[i]);
    write_name(out, "canasta_commands_total", "counter",
               "Answers to WebSocket frames: ack, or the code of a refusal.");
    for (unsigned i = 0; i < CN_ANSWERS_MAX && measures->answers.row[i].word != NULL; i++)
        fprintf(out, "canasta_commands_total{answer=\"%s\"} %" PRIu64 "\n",
                measures->answers.row[i].word, measures->answers.row[i].count);
    write_histogram(out, "canasta_ack_seconds", "From a command's arrival to its ack.",
                    &measures->ack_us, cn_steps_us, 1e6);
}

static void write_thoughts(FILE *out, const cn_net *net)
{
    const cn_measures *measures = cn_hall_settings(net->hall)->measures;
    write_histogram(out, "canasta_thought_seconds",
                    "From when a bot was asked to its play, where that is thought out.",
                    &measures->thought_us, cn_steps_us, 1e6);
    write_one(out, "canasta_thoughts_cut_total", "counter",
              "Thoughts that had no time to come to their end.", measures->thoughts_cut);
}

static void write_log(FILE *out, const cn_net *net)
{
    const cn_store_counts counts = cn_store_count(net->store);
    write_one(out, "canasta_log_entries_total", "counter", "Entries saved.", counts.entries);
    write_one(out, "canasta_log_failures_total", "counter",
              "Changes that were not saved, or may not be.", counts.failures);
    write_histogram(out, "canasta_commit_entries", "Entries that shared a sync.", &counts.batch,
                    cn_steps_entries, 1);
    write_histogram(out, "canasta_queue_seconds", "Waiting for a transaction, of each change.",
                    &counts.queue_us, cn_steps_us, 1e6);
    write_histogram(out, "canasta_commit_seconds",
                    "A whole transaction: what it rests on read, entries put in, synced.",
                    &counts.commit_us, cn_steps_us, 1e6);
    write_histogram(out, "canasta_sync_seconds",
                    "The end of a transaction alone: written to the disk and synced.",
                    &counts.sync_us, cn_steps_us, 1e6);
    write_name(out, "canasta_log_busy_seconds", "gauge",
               "How long the log has been at work on one thing.");
    fprintf(out, "canasta_log_busy_seconds %.3f\n", (double)counts.busy_ms / 1e3);
}

static void write_limit(FILE *out, const char *name, uint64_t count)
{
    fprintf(out, "canasta_limit_hits_total{limit=\"%s\"} %" PRIu64 "\n", name, count);
}

static void write_limits(FILE *out, const cn_net *net)
{
    const cn_hall_options *options = cn_hall_settings(net->hall);
    write_name(out, "canasta_limit_hits_total", "counter", "What was refused as too much.");
    for (unsigned i = 0; i < CN_LIMITS; i++)
        write_limit(out, cn_limit_name((cn_limit)i), cn_limit_hits(options->limits, (cn_limit)i));
    write_limit(out, "connections",
                net->counts.too_many_of_one + cn_holders_hits(options->holders));
    write_limit(out, "connections-in-all", net->counts.too_many);
    write_limit(out, "passwords", options->measures->passwords_refused);
}

static void write_process(FILE *out, const cn_net *net)
{
    write_histogram(out, "canasta_loop_delay_seconds", "How late the loop does what is due.",
                    &net->counts.late_us, cn_steps_us, 1e6);
    write_one(out, "process_resident_memory_bytes", "gauge", "Memory in use.", cn_process_memory());
    write_one(out, "process_open_fds", "gauge", "Open descriptors.", cn_process_descriptors());
    write_one(out, "process_max_fds", "gauge", "Descriptors that may be open.",
              cn_process_descriptors_max());
    write_name(out, "process_cpu_seconds_total", "counter", "Time of processors used.");
    fprintf(out, "process_cpu_seconds_total %.3f\n", cn_process_cpu_seconds());
    write_one(out, "process_start_time_seconds", "gauge", "When it began.", (uint64_t)net->began);
    write_name(out, "canasta_build_info", "gauge", "Which program this is.");
    fprintf(out, "canasta_build_info{version=\"%s\",page=\"%s\"} 1\n", CANASTA_VERSION,
            net->options->settings.web != NULL ? "folder"
            : net->options->page->count > 0    ? "built-in"
                                               : "none");
}

cn_reply cn_metrics_reply(const cn_net *net)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL) abort();
    write_connections(out, net);
    write_tables(out, net);
    write_answers(out, net);
    write_thoughts(out, net);
    write_log(out, net);
    write_limits(out, net);
    write_process(out, net);
    if (fclose(out) != 0) abort();
    return (cn_reply){.status = 200,
                      .type = "text/plain; version=0.0.4; charset=utf-8",
                      .cache = "no-store",
                      .memory = (unsigned char *)text,
                      .file = -1,
                      .length = length};
}
