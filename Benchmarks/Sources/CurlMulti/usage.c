#include "usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double memory_mib(const char *line) {
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL) return 0;
    char text[256];
    double kib = 0;
    while (kib == 0 && fgets(text, sizeof text, status) != NULL) {
        if (strncmp(text, line, strlen(line)) == 0) kib = strtod(text + strlen(line) + 1, NULL);
    }
    fclose(status);
    return kib / 1024;
}
