#include <stdbool.h>

/// Runs a function, which may be left by `leaveByJump`, as one is by an exception that no frame on its way catches.
///
/// Whether it was left so.
bool runUntilJump(void (*body)(void *), void *context);

/// Leaves the function that `runUntilJump` runs on this thread.
_Noreturn void leaveByJump(void);
