#include "samples.h"

#include <stdio.h>
#include <stdlib.h>

void samples_add(struct samples *samples, uint32_t value) {
    if (samples->count == samples->room) {
        samples->room = samples->room ? 2 * samples->room : 4096;
        samples->values = realloc(samples->values, samples->room * sizeof *samples->values);
        if (samples->values == NULL) {
            perror("curl-multi");
            exit(1);
        }
    }
    samples->values[samples->count++] = value;
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

uint32_t samples_quantile(struct samples *samples, double part) {
    if (samples->count == 0) return 0;
    qsort(samples->values, samples->count, sizeof *samples->values, compare);
    return samples->values[(size_t)(part * (double)(samples->count - 1))];
}
