/* Loaded before everything else (LD_PRELOAD), this writes a line to the file $WITNESS about each
 * attempt of a program, or of a library in it, to reach another machine, and about each file that
 * it opens for writing:
 *
 *     look-up HOST    connect ADDRESS    send ADDRESS    write PATH
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name)                         \
    static __typeof__(name) *real;             \
    if (!real) real = dlsym(RTLD_NEXT, #name)

static void tell(const char *what, const char *whom) {
    const char *witness = getenv("WITNESS");
    char line[PATH_MAX + 64];
    int before = errno;
    if (!witness) return;
    /* By the system call: our own `open` would tell of it. */
    int file = syscall(SYS_openat, AT_FDCWD, witness, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file >= 0) {
        int size = snprintf(line, sizeof line, "%s %s\n", what, whom);
        if (write(file, line, size < (int)sizeof line ? size : (int)sizeof line) < 0) abort();
        close(file);
    }
    errno = before;
}

static void tell_address(const char *what, const struct sockaddr *to) {
    char text[INET6_ADDRSTRLEN];
    if (!to) return;
    if (to->sa_family == AF_INET) {
        tell(what, inet_ntop(AF_INET, &((const struct sockaddr_in *)to)->sin_addr, text, sizeof text));
    } else if (to->sa_family == AF_INET6) {
        tell(what, inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)to)->sin6_addr, text, sizeof text));
    }
}

static int tell_file(int file) {
    char link[64], path[PATH_MAX];
    int before = errno;
    if (file >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
        tell("write", path);
    }
    errno = before;
    return file;
}

static int told(int file, int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT ? tell_file(file) : file;
}

int connect(int socket, const struct sockaddr *to, socklen_t size) {
    REAL(connect);
    tell_address("connect", to);
    return real(socket, to, size);
}

ssize_t sendto(int socket, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
    REAL(sendto);
    tell_address("send", to);
    return real(socket, data, size, flags, to, length);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    REAL(sendmsg);
    tell_address("send", message->msg_name);
    return real(socket, message, flags);
}

int sendmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags) {
    REAL(sendmmsg);
    for (unsigned n = 0; n < count; n++) tell_address("send", messages[n].msg_hdr.msg_name);
    return real(socket, messages, count, flags);
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    REAL(getaddrinfo);
    if (host) tell("look-up", host);
    return real(host, service, hints, found);
}

struct hostent *gethostbyname(const char *host) {
    REAL(gethostbyname);
    tell("look-up", host);
    return real(host);
}

int gethostbyname_r(const char *host, struct hostent *entry, char *buffer, size_t size, struct hostent **found, int *error) {
    REAL(gethostbyname_r);
    tell("look-up", host);
    return real(host, entry, buffer, size, found, error);
}

#define OPENS(name)                                              \
    int name(const char *path, int flags, ...) {                 \
        REAL(name);                                              \
        va_list more;                                            \
        va_start(more, flags);                                   \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                            \
        return told(real(path, flags, mode), flags);             \
    }
#define OPENS_AT(name)                                           \
    int name(int folder, const char *path, int flags, ...) {     \
        REAL(name);                                              \
        va_list more;                                            \
        va_start(more, flags);                                   \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                            \
        return told(real(folder, path, flags, mode), flags);     \
    }
#define OPENS_STREAM(name)                                       \
    FILE *name(const char *path, const char *mode) {             \
        REAL(name);                                              \
        FILE *file = real(path, mode);                           \
        if (file && strpbrk(mode, "wa+")) tell_file(fileno(file)); \
        return file;                                             \
    }
#define CREATES(name)                                            \
    int name(const char *path, mode_t mode) {                    \
        REAL(name);                                              \
        return tell_file(real(path, mode));                      \
    }
#define MAKES_TEMPORARY(name)                                    \
    int name(char *path) {                                       \
        REAL(name);                                              \
        return tell_file(real(path));                            \
    }

OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)
OPENS_STREAM(fopen)
OPENS_STREAM(fopen64)
CREATES(creat)
CREATES(creat64)
MAKES_TEMPORARY(mkstemp)
MAKES_TEMPORARY(mkstemp64)

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    int result = real(path, mode);
    char whole[PATH_MAX];
    if (result == 0 && realpath(path, whole)) tell("write", whole);
    return result;
}
