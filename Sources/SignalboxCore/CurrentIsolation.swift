#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Returns a Boolean value that indicates whether the current code runs on an actor.
///
/// The library has only calls that end the program if it does not. So the function of the runtime is looked up by its name,
/// which the interface of `_Concurrency` publishes.
///
/// - Returns: `nil` if the runtime does not have the function: before the systems of 2025, and where it is linked statically. On
///   Apple platforms the answer for the main actor is always known.
package func isCurrent(_ actor: any Actor) -> Bool? {
    #if canImport(Darwin)
        if actor === MainActor.shared { return pthread_main_np() != 0 }
    #endif
    guard let check = isCurrentExecutor else { return nil }
    // The type is a reference to an executor: two words, the size of which does not change.
    let (identity, implementation) = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return check(identity, implementation, 0)
}

/// The function of the runtime, which returns `false` where `preconditionIsolated` would end the program.
private let isCurrentExecutor: (@convention(c) (UInt, UInt, UInt64) -> Bool)? = {
    #if canImport(Darwin)
        // `RTLD_DEFAULT`: all images of the process.
        let process = UnsafeMutableRawPointer(bitPattern: -2)
    #else
        let process: UnsafeMutableRawPointer? = nil
    #endif
    guard let symbol = unsafe dlsym(process, "swift_task_isCurrentExecutorWithFlags") else { return nil }
    // Its three arguments are words in registers, which both calling conventions pass alike.
    return unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt, UInt, UInt64) -> Bool).self)
}()
