/// How often the current thread has allocated memory since it started, or -1 where that cannot be counted.
long allocationsOfThisThread(void);
