// libcurl for Swift, which can't call variadic functions: a typed function for each kind of argument. And what a thread
// that waits for sockets needs of the system, so that the target above imports no C library of its own.
#ifndef APUS_CCURL_SHIM_H
#define APUS_CCURL_SHIM_H

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "Apus needs libcurl 7.80 or later (CURLOPT_PREREQFUNCTION)"
#endif

// Easy handles ----------------------------------------------------------------------------------------------------

static inline CURLcode apus_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode apus_easy_set_offset(CURL *easy, CURLoption option, int64_t value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}
static inline CURLcode apus_easy_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode apus_easy_set_bytes(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(easy, option, &blob);
}
static inline CURLcode apus_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode apus_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
// Write and header callbacks have one type, and so do the others below.
static inline CURLcode apus_easy_set_writer(CURL *easy, CURLoption option, curl_write_callback callback) {
    return curl_easy_setopt(easy, option, callback);
}
static inline CURLcode apus_easy_set_reader(CURL *easy, curl_read_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_READFUNCTION, callback);
}
static inline CURLcode apus_easy_set_seeker(CURL *easy, curl_seek_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}
static inline CURLcode apus_easy_set_progress(CURL *easy, curl_xferinfo_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
}
static inline CURLcode apus_easy_set_prerequest(CURL *easy, curl_prereq_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLcode apus_easy_set_debug(CURL *easy, curl_debug_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, callback);
}
static inline CURLcode apus_easy_set_sockopt(CURL *easy, curl_sockopt_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, callback);
}
// A socket that no program gets which this process starts: it would keep the connection open. libcurl's own is inherited.
static curl_socket_t apus_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
static inline CURLcode apus_easy_keep_sockets_private(CURL *easy) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, apus_open_socket);
}
static inline CURLcode apus_easy_set_closesocket(CURL *easy, curl_closesocket_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}
// Only http and https, by whichever option the library has.
static inline CURLcode apus_easy_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
// Without it, removing a transfer whose name is being looked up waits for the lookup to end.
static inline CURLcode apus_easy_never_wait_for_lookup(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
    return CURLE_OK;
#endif
}
static inline long apus_easy_long(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline int64_t apus_easy_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline const char *apus_easy_text(CURL *easy, CURLINFO info) {
    char *value = NULL;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline void *apus_easy_pointer(CURL *easy, CURLINFO info) {
    char *value = NULL;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

// Multi handles ---------------------------------------------------------------------------------------------------

static inline CURLMcode apus_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode apus_multi_set_sockets(CURLM *multi, curl_socket_callback callback, void *context) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}
static inline CURLMcode apus_multi_set_timer(CURLM *multi, curl_multi_timer_callback callback, void *context) {
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}
// The next transfer that is done, NULL for none.
static inline CURL *apus_multi_next_done(CURLM *multi, CURLcode *result) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
// Links nodes to texts that stand one after the other, each ended by NUL; gives the end of the last.
static inline char *apus_list_link(struct curl_slist *nodes, size_t count, char *texts) {
    for (size_t i = 0; i < count; i++) {
        nodes[i].data = texts;
        nodes[i].next = i + 1 < count ? &nodes[i + 1] : NULL;
        texts += strlen(texts) + 1;
    }
    return texts;
}
// As 0xXXYYZZ.
static inline unsigned apus_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }
static inline CURLcode apus_global_init(void) { return curl_global_init(CURL_GLOBAL_ALL); }

// The system ------------------------------------------------------------------------------------------------------

struct apus_thread_start {
    void (*body)(void *);
    void *context;
};
static void *apus_thread_main(void *argument) {
    struct apus_thread_start start = *(struct apus_thread_start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}
// Runs the body on a detached thread that no signal is delivered to: libcurl and OpenSSL may write to a connection that is
// gone, and SIGPIPE must not end the process. Zero, or an errno.
static inline int apus_thread_detached(void (*body)(void *), void *context) {
    struct apus_thread_start *start = (struct apus_thread_start *)malloc(sizeof *start);
    if (start == NULL) return ENOMEM;
    start->body = body;
    start->context = context;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, apus_thread_main, start);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error) free(start);
    return error;
}

// Nanoseconds of a clock that is never set back.
static inline int64_t apus_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int apus_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
// Bits of a set of events: 1 readable, 2 writable. None takes the descriptor out.
static inline int apus_poll_set(int poll, int descriptor, unsigned before, unsigned wanted) {
    struct epoll_event event = {0};
    event.events = (wanted & 1 ? EPOLLIN : 0) | (wanted & 2 ? EPOLLOUT : 0);
    event.data.fd = descriptor;
    return epoll_ctl(poll, !wanted ? EPOLL_CTL_DEL : before ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
}
struct apus_event {
    int descriptor;
    unsigned ready; // 1 readable, 2 writable, 4 failed or hung up
};
static inline int apus_poll_wait(int poll, struct apus_event *events, int count, int milliseconds) {
    struct epoll_event found[128];
    int n = epoll_wait(poll, found, count < 128 ? count : 128, milliseconds);
    for (int i = 0; i < n; i++) {
        events[i].descriptor = found[i].data.fd;
        events[i].ready = (found[i].events & EPOLLIN ? 1 : 0) | (found[i].events & EPOLLOUT ? 2 : 0) |
                          (found[i].events & (EPOLLERR | EPOLLHUP) ? 4 : 0);
    }
    return n;
}
// A descriptor that each write makes ready once.
static inline int apus_signal_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline int apus_signal_watch(int poll, int descriptor) {
    struct epoll_event event = {0};
    event.events = EPOLLIN | EPOLLET;
    event.data.fd = descriptor;
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}
static inline void apus_signal_raise(int descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}
static inline void apus_close(int descriptor) { close(descriptor); }

// A descriptor of a regular file and its size, or the negative of an errno.
static inline int apus_file_open(const char *path, int64_t *size) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return -errno;
    struct stat facts;
    int error = fstat(descriptor, &facts) ? errno : S_ISREG(facts.st_mode) ? 0 : S_ISDIR(facts.st_mode) ? EISDIR : EINVAL;
    if (error) {
        close(descriptor);
        return -error;
    }
    *size = facts.st_size;
    return descriptor;
}
static inline ssize_t apus_file_read(int descriptor, void *bytes, size_t count, int64_t offset) {
    ssize_t read;
    do read = pread(descriptor, bytes, count, offset);
    while (read < 0 && errno == EINTR);
    return read;
}

#endif
