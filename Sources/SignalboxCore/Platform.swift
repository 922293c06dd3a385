import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The numbers that traces and locks know threads by.
package enum ThreadNumber {
    private static let last = Atomic(0)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key, nil)
        precondition(status == 0, "the process has no thread-specific key left")
        return key
    }()

    /// The number of the current thread, from 1.
    ///
    /// No number is used twice.
    ///
    /// Read it again after every `await`: the thread may be another. It comes from `pthread_getspecific`, which the compiler calls
    /// each time. It would remember the result of `pthread_self` across an `await`.
    package static var current: Int {
        let known = unsafe Int(bitPattern: pthread_getspecific(key))
        return known == 0 ? first() : known
    }

    /// Gives the current thread its number.
    private static func first() -> Int {
        let number = last.wrappingAdd(1, ordering: .relaxed).newValue
        unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
        return number
    }
}

/// The clock of calendars, which the standard library does not have.
enum WallClock {
    /// The time since the beginning of 1970, in UTC.
    static var now: Duration {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return .zero }
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
