#ifndef POLLER_H
#define POLLER_H

#include <stdint.h>

// Waits for sockets with epoll. A socket that nobody wants is left in the set, since the next transfer on its connection
// wants it again; it is taken out when it becomes ready while unwanted.
struct poller {
    int descriptor;
    struct interest *interests; // by socket
    int room;
};

// Bits of an interest, as libcurl numbers them.
enum { READING = 1, WRITING = 2 };

void poller_open(struct poller *poller);
void poller_want(struct poller *poller, int socket, uint8_t interest);
// The socket is about to be closed, which takes it out by itself.
void poller_forget(struct poller *poller, int socket);
// Waits until a socket is ready, at most so many milliseconds, and calls `ready` for each that is.
void poller_wait(struct poller *poller, int milliseconds, void (*ready)(void *context, int socket, int events),
                 void *context);

#endif
