#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

// Nanoseconds of a clock that is never set back.
static inline int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif
