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

/// What this package keeps for the current thread: the stripe on which it is counted as a reader, and its scopes.
///
/// It is memory rather than an object, since retaining an object twice would cost as much as the rest of a post.
///
/// Why it is sound: the memory is made by its thread, reached through that thread's key alone, and freed when the thread
/// ends. It must be asked for again after every `await`, where the thread may be another; no code stores it for longer than
/// a synchronous call takes. The number comes from `pthread_getspecific`, which the compiler calls each time, and not from
/// `pthread_self`, which it may remember across an `await`.
package struct CurrentThread {
    /// Finds what is kept for a thread.
    package struct Key: Sendable {
        /// The one of this package.
        package static let shared = Key()

        private let key: pthread_key_t

        private init() {
            var key = pthread_key_t()
            let status = pthread_key_create(&key) { CurrentThread.release($0) }
            precondition(status == 0, "the process has no thread-specific key left")
            self.key = key
        }

        /// The current thread.
        package var current: CurrentThread {
            guard let memory = pthread_getspecific(key) else { return first() }
            return CurrentThread(state: memory.assumingMemoryBound(to: State.self))
        }

        private func first() -> CurrentThread {
            let number = threads.wrappingAdd(1, ordering: .relaxed).newValue
            guard let memory = malloc(MemoryLayout<State>.stride) else { preconditionFailure("out of memory") }
            let state = memory.bindMemory(to: State.self, capacity: 1)
            state.initialize(to: State(number: number, stripe: number % Readers.stripeCount))
            pthread_setspecific(key, memory)
            return CurrentThread(state: state)
        }
    }

    /// Nothing in it needs to be destroyed, but memory has to be freed.
    private struct State {
        let number: Int
        let stripe: Int
        var scope: UnsafeMutableRawPointer?
        var scopeCount = 0
        /// Memory for scopes that is not in use; the first word of each leads to the next.
        var spare: UnsafeMutableRawPointer?
    }

    private let state: UnsafeMutablePointer<State>

    /// The thread's number; none is used twice.
    package var number: Int { state.pointee.number }

    /// Where the thread is counted as a reader; threads share one when there are many.
    package var stripe: Int { state.pointee.stripe }

    /// The innermost `DeliveryScope` of the thread.
    var scope: UnsafeMutableRawPointer? {
        get { state.pointee.scope }
        nonmutating set { state.pointee.scope = newValue }
    }

    /// How many scopes have begun on the thread.
    var scopeCount: Int {
        get { state.pointee.scopeCount }
        nonmutating set { state.pointee.scopeCount = newValue }
    }

    /// Takes memory for a scope: it is used again, and allocated only for more scopes than the thread ever had at a time.
    func takeMemory() -> UnsafeMutableRawPointer {
        guard let memory = state.pointee.spare else { return allocate() }
        state.pointee.spare = memory.load(as: UnsafeMutableRawPointer?.self)
        return memory
    }

    /// Gives the memory of a scope back, in which nothing needs to be destroyed.
    func giveBack(_ memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: state.pointee.spare, as: UnsafeMutableRawPointer?.self)
        state.pointee.spare = memory
    }

    /// An address in the stack frame of the caller, or near it: that of a function called from there is lower.
    @inline(__always)
    static var stackAddress: UInt {
        var mark: UInt8 = 0
        return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }

    private func allocate() -> UnsafeMutableRawPointer {
        .allocate(byteCount: MemoryLayout<DeliveryScope>.size, alignment: MemoryLayout<DeliveryScope>.alignment)
    }

    /// Frees what was kept for a thread, which has ended.
    private static func release(_ memory: UnsafeMutableRawPointer?) {
        guard let memory else { return }
        var spare = memory.assumingMemoryBound(to: State.self).pointee.spare
        while let next = spare {
            spare = next.load(as: UnsafeMutableRawPointer?.self)
            next.deallocate()
        }
        free(memory)
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
