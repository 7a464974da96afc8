#ifndef LOAD_H
#define LOAD_H

#include "poller.h"
#include "samples.h"

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

// GETs one URL again and again, so many transfers at once.
struct load {
    CURLM *multi;
    struct poller poller;
    // When libcurl wants to be called, in nanoseconds; negative for never.
    int64_t alarm;
    struct transfer *transfers;
    size_t at_once;
    size_t running;
    struct samples latencies;
    // Bytes of all bodies.
    size_t received;
};

// With a file of certificates it speaks HTTP/2 over TLS on one connection, else HTTP/1.1.
void load_open(struct load *load, const char *url, size_t at_once, const char *ca_file);
// Runs until the time is over and what was begun is done. The connections stay for the next run.
void load_run(struct load *load, double seconds);
void load_close(struct load *load);

#endif
