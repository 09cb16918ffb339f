/* Starting, feeding and ending programs.
 * Not here: deadlines. Invariant: as in the header; descriptors of ours never reach a program. */
#define _GNU_SOURCE /* pipe2, close_range */
#include "bots/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COMMAND_NOT_RUN = 127 };

/* In the child: only calls that are safe between fork and exec where there are threads. */
static _Noreturn void become(const char *script, int input, int output, pid_t parent)
{
    sigset_t none;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&none);
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGXFSZ, &usual, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent && dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        close_range(STDERR_FILENO + 1, UINT32_MAX, 0) == 0)
        execl("/bin/sh", "sh", "-c", script, (char *)NULL);
    _exit(COMMAND_NOT_RUN);
}

/* True for a command that the shell need not outlive: one program with its words. Behind it the
 * shell would only hide how the program ends, and keep its output open. */
static bool is_simple(const char *command)
{
    const size_t first_word = strcspn(command, " \t");
    if (memchr(command, '=', first_word) != NULL) return false;
    if (first_word == 4 && strncmp(command, "exec", 4) == 0) return false;
    return command[strcspn(command, ";&|(){}\n")] == '\0';
}

/* What the shell is told; to be freed. */
static char *script_of(const char *command)
{
    static const char in_place[] = "exec ";
    command += strspn(command, " \t");
    const char *prefix = is_simple(command) ? in_place : "";
    char *script = malloc(strlen(prefix) + strlen(command) + 1);
    if (script == NULL) abort();
    strcpy(script, prefix);
    return strcat(script, command);
}

static void close_both(const int pair[2])
{
    const int saved = errno;
    close(pair[0]);
    close(pair[1]);
    errno = saved;
}

static bool start(cn_process *process, const char *script)
{
    int in[2], out[2];
    *process = (cn_process){.to = -1, .from = -1};
    if (pipe2(in, O_CLOEXEC) != 0) return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close_both(in);
        return false;
    }
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) become(script, in[0], out[1], parent);
    if (pid < 0) {
        close_both(in);
        close_both(out);
        return false;
    }
    setpgid(pid, pid); /* in both, so that the group is there whoever comes first */
    close(in[0]);
    close(out[1]);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    *process = (cn_process){.pid = pid, .to = in[1], .from = out[0]};
    return true;
}

bool cn_process_start(cn_process *process, const char *command)
{
    char *script = script_of(command);
    const bool started = start(process, script);
    const int why = errno;
    free(script);
    errno = why;
    return started;
}

/* A pipe that nobody reads raises SIGPIPE in the thread that writes: it is held back and taken, so
 * that no program that uses this need ignore it. */
ssize_t cn_process_write(cn_process *process, const char *text, size_t length)
{
    static const struct timespec at_once = {0};
    sigset_t broken, before, pending;
    if (process->to < 0) return -1;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    sigpending(&pending);
    const ssize_t written = write(process->to, text, length);
    const int why = errno;
    if (written < 0 && why == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (written >= 0) return written;
    return why == EAGAIN || why == EINTR ? 0 : -1;
}

ssize_t cn_process_read(cn_process *process, char *out, size_t size)
{
    if (process->from < 0) return -1;
    const ssize_t length = read(process->from, out, size);
    if (length > 0) return length;
    return length < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static void close_end(int *end)
{
    if (*end >= 0) close(*end);
    *end = -1;
}

void cn_process_close_input(cn_process *process)
{
    close_end(&process->to);
}

bool cn_process_ended(const cn_process *process, cn_writer *how)
{
    siginfo_t info = {0};
    if (process->pid == 0) return true;
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
    if (info.si_pid == 0) return false;
    if (how == NULL) return true;
    if (info.si_code == CLD_EXITED)
        cn_write(how, "it ended with status %d", info.si_status);
    else
        cn_write(how, "it was killed by signal %d", info.si_status);
    return true;
}

void cn_process_kill(cn_process *process)
{
    close_end(&process->to);
    close_end(&process->from);
    if (process->pid == 0) return;
    /* The leader has not been waited for, so the group's number is still its own. */
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) continue;
    process->pid = 0;
}
