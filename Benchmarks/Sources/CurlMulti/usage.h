#ifndef USAGE_H
#define USAGE_H

// Seconds of the processor that this process has used, its own and the system's for it.
double cpu_seconds(void);

// A line of /proc/self/status in MiB: "VmRSS" is what is in memory now, "VmHWM" the most there has been. What getrusage
// calls the most is no good: it counts what the parent had before it started this program.
double memory_mib(const char *line);

#endif
