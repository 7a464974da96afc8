#include "poller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

struct interest {
    uint8_t watched, wanted;
};

static struct interest *interest_of(struct poller *poller, int socket) {
    if (socket >= poller->room) {
        int room = socket + 256;
        poller->interests = realloc(poller->interests, (size_t)room * sizeof *poller->interests);
        if (poller->interests == NULL) {
            perror("curl-multi");
            exit(1);
        }
        memset(poller->interests + poller->room, 0, (size_t)(room - poller->room) * sizeof *poller->interests);
        poller->room = room;
    }
    return &poller->interests[socket];
}

static void watch(struct poller *poller, int socket, struct interest *interest, uint8_t wanted) {
    struct epoll_event event = {.data.fd = socket};
    event.events = (wanted & READING ? EPOLLIN : 0u) | (wanted & WRITING ? EPOLLOUT : 0u);
    int operation = !wanted ? EPOLL_CTL_DEL : interest->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    epoll_ctl(poller->descriptor, operation, socket, &event);
    interest->watched = wanted;
}

void poller_open(struct poller *poller) {
    poller->descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (poller->descriptor < 0) {
        perror("curl-multi");
        exit(1);
    }
}

void poller_want(struct poller *poller, int socket, uint8_t wanted) {
    struct interest *interest = interest_of(poller, socket);
    interest->wanted = wanted;
    if (wanted && interest->watched != wanted) watch(poller, socket, interest, wanted);
}

void poller_forget(struct poller *poller, int socket) {
    *interest_of(poller, socket) = (struct interest){0, 0};
}

void poller_wait(struct poller *poller, int milliseconds, void (*ready)(void *, int, int), void *context) {
    struct epoll_event events[256];
    int count = epoll_wait(poller->descriptor, events, 256, milliseconds);
    for (int i = 0; i < count; i++) {
        int socket = events[i].data.fd;
        struct interest *interest = interest_of(poller, socket);
        if (!interest->wanted) {
            if (interest->watched) watch(poller, socket, interest, 0);
            continue;
        }
        // What has failed is ready for anything: libcurl then meets the error itself.
        int hasFailed = (events[i].events & (EPOLLERR | EPOLLHUP)) != 0;
        int bits = (events[i].events & EPOLLIN ? READING : 0) | (events[i].events & EPOLLOUT ? WRITING : 0);
        ready(context, socket, hasFailed ? interest->wanted : bits);
    }
}
