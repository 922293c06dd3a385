#include <stdbool.h>

/// How often the current thread has allocated memory since it started, or -1 where that cannot be counted.
long allocationsOfThisThread(void);

/// The bytes that the current thread has asked for since it started, freed ones included, or -1 where that cannot be
/// counted.
long allocatedBytesOfThisThread(void);

/// Begins or ends the counting of bytes, which makes allocating a little dearer.
void countBytesOfThisThread(bool isOn);

/// The bytes that the current thread has allocated and not freed while they were counted, or -1 where they cannot be.
long bytesOfThisThread(void);

/// Does nothing; an instrument may watch for its calls.
void markCosts(void);

/// Whether the program was built with the address sanitizer or the thread sanitizer. Their stack frames are larger.
bool isSanitized(void);

/// Whether released memory is kept for some time, as the address sanitizer does, so that addresses are not used again.
bool keepsReleasedMemory(void);
