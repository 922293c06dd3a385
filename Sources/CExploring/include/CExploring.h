#ifndef CEXPLORING_H
#define CEXPLORING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__linux__)

/// Makes the current thread the one that explores, or ends that.
void exploring_set_owner(bool isOwner);

/// A Boolean value that indicates whether the current thread explores.
bool exploring_is_owner(void);

/// Sets the task executor that tasks created by the exploring thread prefer: its identity and its witness table.
void exploring_set_executor(const void *identity, const void *witness);

/// Sets what the clocks of the exploring thread show: nanoseconds since the process began.
void exploring_set_time(int64_t nanoseconds);

/// Reads the real time of day, also on the exploring thread.
int exploring_get_real_time(struct timespec *time);

/// Sets the random numbers that the exploring thread gets.
void exploring_seed_random(uint64_t seed);

/// Writes a line to standard error if a signal of a trap ends the process; NULL ends that. The line is copied.
void exploring_set_last_words(const char *line);

/// A Boolean value that indicates whether the executors were installed before `main`.
bool exploring_is_installed(void);

/// Ends the creation of a task on this thread, at its first job.
///
/// Returns whether a task was being created.
bool exploring_end_creating(void);

#endif
#endif
