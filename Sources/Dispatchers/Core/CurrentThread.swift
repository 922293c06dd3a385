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
/// It is memory rather than an object, since retaining an object twice would cost as much as the rest of a post.
///
/// Why it is sound: the memory is made by its thread, reached through that thread's key alone, and freed when the thread
/// ends. It must be asked for again after every `await`, where the thread may be another; no code stores it for longer than
/// a synchronous call takes. It comes from `pthread_getspecific`, which the compiler calls each time, and not from
/// `pthread_self`, which it may remember across an `await`.
struct CurrentThread {
    /// Nothing in it needs to be destroyed, but memory has to be freed.
    private struct State {
        let number: Int
        var scope: DeliveryScope?
        var scopeCount = 0
        var spare: DeliveryScope?
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { CurrentThread.release($0) }
        precondition(status == 0, "the process has no thread-specific key left")
        return key
    }()

    private let state: UnsafeMutablePointer<State>

    /// The current thread.
    static var current: CurrentThread {
        guard let memory = pthread_getspecific(key) else { return first() }
        return CurrentThread(state: memory.assumingMemoryBound(to: State.self))
    }

    private static func first() -> CurrentThread {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State(number: threads.wrappingAdd(1, ordering: .relaxed).newValue))
        pthread_setspecific(key, state)
        return CurrentThread(state: state)
    }

    /// Frees what was kept for a thread, which has ended.
    private static func release(_ memory: UnsafeMutableRawPointer?) {
        guard let state = memory?.assumingMemoryBound(to: State.self) else { return }
        state.pointee.spare?.deallocate()
        state.deallocate()
    }

    /// The thread's number, from 1; none is used twice.
    var number: Int { state.pointee.number }

    /// The innermost scope of the thread.
    var scope: DeliveryScope? {
        get { state.pointee.scope }
        nonmutating set { state.pointee.scope = newValue }
    }

    /// How many scopes have begun on the thread.
    var scopeCount: Int {
        get { state.pointee.scopeCount }
        nonmutating set { state.pointee.scopeCount = newValue }
    }

    /// Memory of scopes that have ended, to be used again.
    var spare: DeliveryScope? {
        get { state.pointee.spare }
        nonmutating set { state.pointee.spare = newValue }
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
