// Observes the creation of tasks, which the runtime of Swift 6.3 offers no hook for, and names the order that ran when a trap
// ended the process. Only test executables link this module.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CExploring.h"
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local bool ownsExploration;
static _Thread_local bool isCreating;
static const void *executorIdentity;
static const void *executorWitness;
static bool isInstalled;

void exploring_set_owner(bool isOwner) { ownsExploration = isOwner; }
bool exploring_is_owner(void) { return ownsExploration; }
bool exploring_is_installed(void) { return isInstalled; }

bool exploring_end_creating(void) {
    bool wasCreating = isCreating;
    isCreating = false;
    return wasCreating;
}

void exploring_set_executor(const void *identity, const void *witness) {
    executorIdentity = identity;
    executorWitness = witness;
}

// Defined in Swift.
extern void signalbox_exploring_install(void);
extern void signalbox_exploring_created(void *task, const char *name);

// The records that the compiler passes to `swift_task_create`, as in `TaskOptions.h` of the runtime of Swift 6.3.
typedef struct Option {
    size_t flags;
    struct Option *parent;
} Option;

typedef struct {
    Option base;
    const void *identity;
    const void *witness;
} ExecutorOption;

typedef struct {
    Option base;
    const char *name;
} NameOption;

enum { asyncLet = 2, taskGroup = 1, asyncLetWithBuffer = 3, executorOwned = 6, executorUnowned = 5, nameOfTask = 7 };

typedef struct {
    void *task;
    void *context;
} TaskAndContext;

typedef __attribute__((swiftcall)) TaskAndContext (*Create)(size_t, Option *, const void *, void *, void *);

static Option *find(Option *option, size_t kind) {
    while (option && (option->flags & 0xFF) != kind) option = option->parent;
    return option;
}

// A task without a preference continues on its thread when it leaves an actor, so that no other task can be chosen there. Children
// inherit the preference of their parent.
__attribute__((weak, swiftcall)) TaskAndContext swift_task_create(
    size_t flags, Option *options, const void *type, void *entry, void *context
) {
    static Create original;
    if (!original) original = (Create)dlsym(RTLD_NEXT, "swift_task_create");
    if (!ownsExploration) return original(flags, options, type, entry, context);
    ExecutorOption preference = {{executorUnowned, options}, executorIdentity, executorWitness};
    bool inherits = find(options, taskGroup) || find(options, asyncLet) || find(options, asyncLetWithBuffer);
    bool prefers = find(options, executorOwned) || find(options, executorUnowned);
    isCreating = true;
    TaskAndContext created = original(flags, inherits || prefers ? options : &preference.base, type, entry, context);
    isCreating = false;
    NameOption *name = (NameOption *)find(options, nameOfTask);
    signalbox_exploring_created(created.task, name ? name->name : NULL);
    return created;
}

static uint64_t randomState;

void exploring_seed_random(uint64_t seed) { randomState = seed; }

// The bytes of SplitMix64, as in `Schedule.swift`.
static void fill(void *buffer, size_t count) {
    for (size_t done = 0; done < count; done += sizeof randomState) {
        randomState += 0x9E3779B97F4A7C15u;
        uint64_t mixed = (randomState ^ (randomState >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        mixed ^= mixed >> 31;
        memcpy((char *)buffer + done, &mixed, count - done < sizeof mixed ? count - done : sizeof mixed);
    }
}

// The standard library reads its random numbers by this call, in a function that cannot be replaced. All other calls are passed on,
// with the six arguments that a call can have.
__attribute__((weak)) long syscall(long number, ...) {
    static long (*original)(long, ...);
    if (!original) original = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    va_list list;
    va_start(list, number);
    long first = va_arg(list, long), second = va_arg(list, long), third = va_arg(list, long);
    long fourth = va_arg(list, long), fifth = va_arg(list, long), sixth = va_arg(list, long);
    va_end(list);
    if (ownsExploration && number == SYS_getrandom) {
        fill((void *)first, (size_t)second);
        return second;
    }
    return original(number, first, second, third, fourth, fifth, sixth);
}

static struct timespec baseTimes[16];
static int64_t virtualTime;

void exploring_set_time(int64_t nanoseconds) { virtualTime = nanoseconds; }

static int readClock(clockid_t clock, struct timespec *time) {
    static int (*original)(clockid_t, struct timespec *);
    if (!original) original = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    return original(clock, time);
}

int exploring_get_real_time(struct timespec *time) { return readClock(CLOCK_REALTIME, time); }

// The thread sanitizer has weak definitions of its own, which would be linked instead.
#if __has_feature(thread_sanitizer)
#define REPLACING
#else
#define REPLACING __attribute__((weak))
#endif

// All clocks of the exploring thread show the virtual time since the process began, so that deadlines are the same in each run.
REPLACING int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!ownsExploration || clock < 0 || clock >= (clockid_t)(sizeof baseTimes / sizeof *baseTimes)) return readClock(clock, time);
    int64_t nanoseconds = baseTimes[clock].tv_nsec + virtualTime % 1000000000;
    time->tv_sec = baseTimes[clock].tv_sec + virtualTime / 1000000000 + nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
    return 0;
}

// The executors must be in place before anything else of the process asks for them.
__attribute__((constructor)) static void install(void) {
    for (clockid_t clock = 0; clock < (clockid_t)(sizeof baseTimes / sizeof *baseTimes); clock++) {
        readClock(clock, &baseTimes[clock]);
    }
    signalbox_exploring_install();
    isInstalled = true;
}

// The signals of a trap, of a failed precondition and of a bad address.
static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static struct sigaction earlier[sizeof signals / sizeof *signals];
static char lastWords[512];
static bool handlesSignals;

static void restore(void) {
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        sigaction(signals[index], &earlier[index], NULL);
    }
    handlesSignals = false;
}

static void speak(int signal) {
    ssize_t written = write(STDERR_FILENO, lastWords, strlen(lastWords));
    (void)written;
    restore();
    raise(signal);
}

void exploring_set_last_words(const char *line) {
    if (!line) {
        if (handlesSignals) restore();
        return;
    }
    strncpy(lastWords, line, sizeof lastWords - 1);
    if (handlesSignals) return;
    handlesSignals = true;
    struct sigaction action = {0};
    action.sa_handler = speak;
    // The stack of a thread whose stack overflowed is of no use.
    action.sa_flags = SA_ONSTACK;
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        sigaction(signals[index], &action, &earlier[index]);
    }
}
#endif
