#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The deliveries of the current thread.
///
/// Soundness: the object is made by its thread, reached through that thread's key alone, and released when the thread ends. It must
/// be asked for again after every `await`, where the thread may be another. No code stores it for longer than a synchronous call
/// takes. It comes from `pthread_getspecific`, which the compiler calls each time, and not from `pthread_self`, whose result it may
/// remember across an `await`.
@safe
struct CurrentThread {
    private final class State {
        var scope: UnretainedReference<DeliveryScope>?
        let outermost = AtomicReference<DeliveryScope>()
        private(set) lazy var nestingLimit = max(8, currentStackSize() / 16_384)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { state in
            if let state = UnsafeRawPointer(state) { unsafe Unmanaged<State>.fromOpaque(state).release() }
        }
        precondition(status == 0, "the process has no thread-specific key left")
        return key
    }()

    private let state: Unmanaged<State>

    private init(_ state: Unmanaged<State>) {
        unsafe self.state = state
    }

    /// The current thread.
    static var current: CurrentThread {
        guard let state = unsafe pthread_getspecific(key) else { return first() }
        return unsafe CurrentThread(.fromOpaque(state))
    }

    @inline(never)
    private static func first() -> CurrentThread {
        let state = unsafe Unmanaged.passRetained(State())
        unsafe pthread_setspecific(key, state.toOpaque())
        return unsafe CurrentThread(state)
    }

    /// The innermost scope of the thread.
    var scope: UnretainedReference<DeliveryScope>? {
        get { unsafe state._withUnsafeGuaranteedRef { $0.scope } }
        nonmutating set { unsafe state._withUnsafeGuaranteedRef { $0.scope = newValue } }
    }

    /// The outermost scope, which is kept to be used again.
    var outermostScope: UnretainedReference<DeliveryScope>? {
        get { unsafe state._withUnsafeGuaranteedRef { $0.outermost.load() } }
        nonmutating set { _ = unsafe state._withUnsafeGuaranteedRef { $0.outermost.exchange(newValue?.object) } }
    }

    /// The number of deliveries that may be nested on the thread: one for each 16 KiB of its stack, and at least 8.
    ///
    /// A nested delivery takes up to 9 KiB of stack in a build for debugging, without the frames of its handler.
    var nestingLimit: Int { unsafe state._withUnsafeGuaranteedRef { $0.nestingLimit } }
}

/// Returns the size of the current thread's stack, in bytes.
///
/// On Linux the function that finds it out is not in the headers that Swift reads, and is looked up by its name. If that is not
/// possible, as in a static executable, the size is assumed to be 512 KiB.
private func currentStackSize() -> Int {
    #if canImport(Darwin)
        return pthread_get_stacksize_np(pthread_self())
    #else
        typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
        guard let symbol = unsafe dlsym(nil, "pthread_getattr_np") else { return 512 * 1_024 }
        // Sound, since the function has this type in every C library that has it.
        let getAttributes = unsafe unsafeBitCast(symbol, to: GetAttributes.self)
        var attributes = pthread_attr_t()
        guard unsafe getAttributes(pthread_self(), &attributes) == 0 else { return 512 * 1_024 }
        var size = 0
        unsafe pthread_attr_getstacksize(&attributes, &size)
        unsafe pthread_attr_destroy(&attributes)
        return size
    #endif
}
