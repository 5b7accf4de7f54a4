/* A disk that is full while a file is there: loaded before everything else (LD_PRELOAD), it lets
 * writes under $FULL_FOLDER fail with ENOSPC as long as $FULL_FLAG exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_full(int file) {
    const char *folder = getenv("FULL_FOLDER"), *flag = getenv("FULL_FLAG");
    char link[64], path[PATH_MAX];
    if (!folder || !flag || access(flag, F_OK) != 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
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
