#ifndef SAMPLES_H
#define SAMPLES_H

#include <stddef.h>
#include <stdint.h>

// Latencies in microseconds.
struct samples {
    uint32_t *values;
    size_t count, room;
};

void samples_add(struct samples *samples, uint32_t value);

// The value that a part of all, between 0 and 1, does not exceed. Sorts them.
uint32_t samples_quantile(struct samples *samples, double part);

#endif
