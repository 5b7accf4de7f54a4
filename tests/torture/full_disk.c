/* A disk that is full while a file is there: loaded before everything else (LD_PRELOAD), it lets
 * writes fail with ENOSPC, as long as $FULL_FLAG exists, under the folder that this file names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_full(int file) {
    const char *flag = getenv("FULL_FLAG");
    char link[64], path[PATH_MAX], folder[PATH_MAX];
    if (!flag) return 0;
    int named = open(flag, O_RDONLY | O_CLOEXEC);
    if (named < 0) return 0;
    ssize_t size = read(named, folder, sizeof folder);
    close(named);
    if (size <= 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return length >= size && memcmp(path, folder, size) == 0;
}

/* A function of that name that fails on a full disk, and else does what the real one does. */
#define WRITES(type, name, parameters, arguments)              \
    type name parameters {                                     \
        static type(*real) parameters;                         \
        int before = errno;                                    \
        if (!real) real = dlsym(RTLD_NEXT, #name);             \
        if (is_full(file)) {                                   \
            errno = ENOSPC;                                    \
            return -1;                                         \
        }                                                      \
        errno = before;                                        \
        return real arguments;                                 \
    }

WRITES(ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
WRITES(ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
WRITES(ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
WRITES(ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count))
WRITES(ssize_t, pwritev, (int file, const struct iovec *parts, int count, off_t at), (file, parts, count, at))
WRITES(ssize_t, pwritev64, (int file, const struct iovec *parts, int count, off64_t at), (file, parts, count, at))
WRITES(int, ftruncate, (int file, off_t size), (file, size))
WRITES(int, ftruncate64, (int file, off64_t size), (file, size))
WRITES(int, fallocate, (int file, int mode, off_t at, off_t size), (file, mode, at, size))
WRITES(int, fallocate64, (int file, int mode, off64_t at, off64_t size), (file, mode, at, size))

/* This one returns the error instead of setting it. */
int posix_fallocate(int file, off_t at, off_t size) {
    static int (*real)(int, off_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "posix_fallocate");
    return is_full(file) ? ENOSPC : real(file, at, size);
}
