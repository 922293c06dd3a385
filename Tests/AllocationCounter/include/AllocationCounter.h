/// How often the current thread has allocated memory since it started, or -1 where that cannot be counted.
long allocationsOfThisThread(void);

/// Does nothing; an instrument may watch for its calls.
void markCosts(void);
