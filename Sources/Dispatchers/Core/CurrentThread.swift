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

/// What this package keeps for the current thread: its number, and its scopes.
///
/// Why it is sound: the object is made by its thread, reached through that thread's key alone, and released when the thread
/// ends. It must be asked for again after every `await`, where the thread may be another; no code stores it for longer than
/// a synchronous call takes. It comes from `pthread_getspecific`, which the compiler calls each time, and not from
/// `pthread_self`, which it may remember across an `await`.
struct CurrentThread {
    private final class State {
        let number: Int
        var scope: Borrowed<DeliveryScope>?
        let outermost = AtomicReference<DeliveryScope>()

        init(number: Int) { self.number = number }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { state in
            if let state = UnsafeRawPointer(state) { Unmanaged<State>.fromOpaque(state).release() }
        }
        precondition(status == 0, "the process has no thread-specific key left")
        return key
    }()

    private let state: Unmanaged<State>

    /// The current thread.
    static var current: CurrentThread {
        guard let state = pthread_getspecific(key) else { return first() }
        return CurrentThread(state: .fromOpaque(state))
    }

    @inline(never)
    private static func first() -> CurrentThread {
        let state = Unmanaged.passRetained(State(number: threads.wrappingAdd(1, ordering: .relaxed).newValue))
        pthread_setspecific(key, state.toOpaque())
        return CurrentThread(state: state)
    }

    /// The thread's number, from 1; none is used twice.
    var number: Int { state._withUnsafeGuaranteedRef { $0.number } }

    /// The innermost scope of the thread.
    var scope: Borrowed<DeliveryScope>? {
        get { state._withUnsafeGuaranteedRef { $0.scope } }
        nonmutating set { state._withUnsafeGuaranteedRef { $0.scope = newValue } }
    }

    /// The outermost scope, which is kept to be used again.
    var spare: Borrowed<DeliveryScope>? {
        get { state._withUnsafeGuaranteedRef { $0.outermost.load() } }
        nonmutating set { _ = state._withUnsafeGuaranteedRef { $0.outermost.exchange(newValue?.object) } }
    }

    /// An address in the stack frame of the caller, or near it: that of a function called from there is lower.
    @inline(__always)
    static var stackAddress: UInt {
        var mark: UInt8 = 0
        return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }
}

private let threads = Atomic(0)

/// Writes one line to standard error.
///
/// Lines of several threads do not mix within what the system writes at once.
package func writeToStandardError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
}
