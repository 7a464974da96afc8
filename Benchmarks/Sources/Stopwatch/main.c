// Runs a command and says what the process took, as a line of JSON on standard error:  Stopwatch COMMAND [ARGUMENT…]
//
// It is this small because a process counts what its parent had in memory when it was started as its own peak. Exits
// with the command's status.

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: Stopwatch COMMAND [ARGUMENT…]\n");
        return 64;
    }
    double began = now();
    pid_t process;
    int error = posix_spawnp(&process, arguments[1], NULL, NULL, arguments + 1, environ);
    if (error) {
        fprintf(stderr, "Stopwatch: %s: %s\n", arguments[1], strerror(error));
        return 127;
    }
    int status;
    struct rusage usage;
    while (wait4(process, &status, 0, &usage) < 0) {
        if (errno != EINTR) return 1;
    }
    double seconds = now() - began;
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    fprintf(stderr, "{\"seconds\": %.6f, \"cpu_seconds\": %.6f, \"peak_mib\": %.1f}\n", seconds, cpu,
            (double)usage.ru_maxrss / 1024);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
