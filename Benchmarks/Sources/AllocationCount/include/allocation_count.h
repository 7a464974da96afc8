#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

// Counts what any thread allocates from now on, from 0. Who is not counting pays for a look at a flag.
void allocation_count_begin(void);

// Stops counting and gives the number: each malloc, calloc, realloc and aligned allocation is one.
uint64_t allocation_count_end(void);

#endif
