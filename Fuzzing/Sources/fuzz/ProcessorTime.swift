import Foundation

/// The processor time that work takes on this thread, in nanoseconds; other programs do not count.
func processorTime<Failure: Error>(of work: () throws(Failure) -> Void) throws(Failure) -> Int {
    let start = processorTime()
    try work()
    return processorTime() - start
}

private func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
