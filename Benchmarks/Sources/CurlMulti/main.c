// What libcurl can do: GETs one URL over its multi interface, so many transfers at once, and decodes nothing.
//
//   CurlMulti URL AT_ONCE SECONDS [CA_FILE]
//
// With a file of certificates it speaks HTTP/2 over TLS, all transfers on one connection. Prints one line of JSON, with
// the same members as `Benchmark throughput`. A failed transfer, or a status of 400 and above, ends it with 1.

#include "clock.h"
#include "load.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    if (count != 4 && count != 5) {
        fprintf(stderr, "usage: CurlMulti URL AT_ONCE SECONDS [CA_FILE]\n");
        return 64;
    }
    double seconds = strtod(arguments[3], NULL);
    double idle = memory_mib("VmRSS");

    struct load load;
    load_open(&load, arguments[1], strtoul(arguments[2], NULL, 10), count == 5 ? arguments[4] : NULL);
    load_run(&load, seconds / 4); // connections are made, caches are warm

    double cpu = cpu_seconds();
    int64_t began = now();
    load_run(&load, seconds);
    double elapsed = (double)(now() - began) / 1e9;
    cpu = cpu_seconds() - cpu;
    double peak = memory_mib("VmHWM");

    size_t requests = load.latencies.count;
    printf("{\"rate\": %.0f, \"cpu_us\": %.2f, \"p50_us\": %u, \"p99_us\": %u, \"peak_mib\": %.1f, \"grown_mib\": %.1f}\n",
           (double)requests / elapsed, cpu * 1e6 / (double)requests, samples_quantile(&load.latencies, 0.5),
           samples_quantile(&load.latencies, 0.99), peak, peak - idle);
    load_close(&load);
    return 0;
}
