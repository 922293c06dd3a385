#include "AllocationCounter.h"
#include <stddef.h>
#if defined(__linux__)
#include <features.h>
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZED 1
#endif
#endif

#ifdef SANITIZED
bool isSanitized(void) { return true; }
#else
bool isSanitized(void) { return false; }
#endif

#ifdef ADDRESS_SANITIZED
bool keepsReleasedMemory(void) { return true; }
#else
bool keepsReleasedMemory(void) { return false; }
#endif

// glibc lets a program define the allocator's entry points and still reach its own behind them.
#if defined(__GLIBC__) && !defined(SANITIZED)
#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static __thread long allocations;
static __thread long allocatedBytes;
static __thread long bytes;
static __thread bool countsBytes;

long allocationsOfThisThread(void) { return allocations; }
long allocatedBytesOfThisThread(void) { return allocatedBytes; }
long bytesOfThisThread(void) { return bytes; }
void countBytesOfThisThread(bool isOn) { countsBytes = isOn; }

// What the allocator sets aside, with the word in which it notes how much that is.
static long sizeOf(void *memory) { return memory == NULL ? 0 : (long)(malloc_usable_size(memory) + sizeof(size_t)); }

static void *counted(void *memory, size_t size) {
    allocations += 1;
    allocatedBytes += (long)size;
    if (countsBytes) bytes += sizeOf(memory);
    return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size), count * size); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size), size); }

void *realloc(void *memory, size_t size) {
    long before = countsBytes ? sizeOf(memory) : 0;
    void *moved = __libc_realloc(memory, size);
    if (moved != NULL || size == 0) bytes -= before;
    return counted(moved, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = counted(__libc_memalign(alignment, size), size);
    return *memory == NULL ? ENOMEM : 0;
}

void free(void *memory) {
    if (countsBytes) bytes -= sizeOf(memory);
    __libc_free(memory);
}
#else
long allocationsOfThisThread(void) { return -1; }
long allocatedBytesOfThisThread(void) { return -1; }
long bytesOfThisThread(void) { return -1; }
void countBytesOfThisThread(bool isOn) {}
#endif

__attribute__((noinline)) void markCosts(void) { __asm__ volatile(""); }
