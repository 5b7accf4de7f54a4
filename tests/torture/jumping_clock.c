/* A clock that is wrong by as many seconds as the first 8 bytes of $CLOCK_FILE say: loaded before
 * everything else (LD_PRELOAD), for the time of day alone. Time that only passes goes on as it is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t ahead(void) {
    static volatile const int64_t *shared;
    if (!shared) {
        static const int64_t right = 0;
        const char *name = getenv("CLOCK_FILE");
        int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
        void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shared, PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) close(file);
        shared = page == MAP_FAILED ? &right : page;
    }
    return *shared;
}

int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(which, now);
    if (status == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *restrict, void *restrict);
    if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
    int status = real(now, zone);
    if (status == 0) now->tv_sec += ahead();
    return status;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
