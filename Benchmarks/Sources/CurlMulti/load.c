#include "load.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct transfer {
    CURL *easy;
    int64_t began;
};

static void fail(const char *what) {
    fprintf(stderr, "curl-multi: %s\n", what);
    exit(1);
}

// What libcurl calls ----------------------------------------------------------------------------------------------

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    ((struct load *)context)->received += size * count;
    return size * count;
}

static int want_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *of_socket) {
    (void)easy, (void)of_socket;
    poller_want(&((struct load *)context)->poller, socket, what & (READING | WRITING));
    return 0;
}

static int close_socket(void *context, curl_socket_t socket) {
    poller_forget(&((struct load *)context)->poller, socket);
    return close(socket);
}

static int set_alarm(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    ((struct load *)context)->alarm = milliseconds < 0 ? -1 : now() + milliseconds * 1000000;
    return 0;
}

// Opening and closing ---------------------------------------------------------------------------------------------

static CURL *open_easy(struct load *load, const char *url, const char *ca_file, struct transfer *transfer) {
    CURL *easy = curl_easy_init();
    if (easy == NULL) fail("no memory");
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, load);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, load);
    if (ca_file != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L); // rather wait for the connection than open another
    } else {
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    }
    return easy;
}

void load_open(struct load *load, const char *url, size_t at_once, const char *ca_file) {
    *load = (struct load){.at_once = at_once, .alarm = -1};
    poller_open(&load->poller);
    curl_global_init(CURL_GLOBAL_ALL);
    load->multi = curl_multi_init();
    load->transfers = calloc(at_once, sizeof *load->transfers);
    if (load->multi == NULL || load->transfers == NULL) fail("no memory");
    curl_multi_setopt(load->multi, CURLMOPT_MAXCONNECTS, (long)at_once);
    curl_multi_setopt(load->multi, CURLMOPT_SOCKETFUNCTION, want_socket);
    curl_multi_setopt(load->multi, CURLMOPT_SOCKETDATA, load);
    curl_multi_setopt(load->multi, CURLMOPT_TIMERFUNCTION, set_alarm);
    curl_multi_setopt(load->multi, CURLMOPT_TIMERDATA, load);
    for (size_t i = 0; i < at_once; i++) {
        load->transfers[i].easy = open_easy(load, url, ca_file, &load->transfers[i]);
    }
}

void load_close(struct load *load) {
    for (size_t i = 0; i < load->at_once; i++) curl_easy_cleanup(load->transfers[i].easy);
    curl_multi_cleanup(load->multi);
    curl_global_cleanup();
    close(load->poller.descriptor);
    free(load->poller.interests);
    free(load->transfers);
    free(load->latencies.values);
}

// Running ---------------------------------------------------------------------------------------------------------

static void begin(struct load *load, struct transfer *transfer) {
    transfer->began = now();
    load->running++;
    curl_multi_add_handle(load->multi, transfer->easy);
}

static void begin_done_again(struct load *load, int64_t end) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(load->multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        if (message->data.result != CURLE_OK) fail(curl_easy_strerror(message->data.result));
        struct transfer *transfer;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
        curl_multi_remove_handle(load->multi, transfer->easy);
        load->running--;
        int64_t time = now();
        samples_add(&load->latencies, (uint32_t)((time - transfer->began) / 1000));
        if (time < end) begin(load, transfer);
    }
}

static void act(void *context, int socket, int events) {
    int running;
    curl_multi_socket_action(((struct load *)context)->multi, socket, events, &running);
}

static int milliseconds_to_alarm(const struct load *load) {
    if (load->alarm < 0) return -1;
    int64_t left = load->alarm - now();
    return left <= 0 ? 0 : (int)((left + 999999) / 1000000);
}

void load_run(struct load *load, double seconds) {
    int64_t end = now() + (int64_t)(seconds * 1e9);
    load->latencies.count = 0;
    load->received = 0;
    for (size_t i = 0; i < load->at_once; i++) begin(load, &load->transfers[i]);
    while (load->running > 0) {
        poller_wait(&load->poller, milliseconds_to_alarm(load), act, load);
        if (load->alarm >= 0 && load->alarm <= now()) {
            load->alarm = -1;
            act(load, CURL_SOCKET_TIMEOUT, 0);
        }
        begin_done_again(load, end);
    }
}
