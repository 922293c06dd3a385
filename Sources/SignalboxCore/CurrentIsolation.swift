#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A function of the runtime that returns `false` where `preconditionIsolated` would end the program.
package typealias ExecutorCheck = @convention(c) (UInt, UInt, UInt64) -> Bool

/// Returns a Boolean value that indicates whether the current code runs on an actor.
///
/// The library has only calls that end the program if it does not. So the function of the runtime is looked up by its name,
/// which the interface of `_Concurrency` publishes.
///
/// - Parameters:
///   - actor: The actor.
///   - check: The function of the runtime; `nil` if it does not have it: before the systems of 2025, and where it is linked
///     statically.
/// - Returns: `nil` if that is not known: without the function, for other actors than the main actor.
package func isCurrent(_ actor: any Actor, by check: ExecutorCheck? = isCurrentExecutor) -> Bool? {
    #if canImport(Darwin)
        if actor === MainActor.shared { return pthread_main_np() != 0 }
    #endif
    if let check {
        // The type is a reference to an executor: two words, the size of which does not change.
        let (identity, implementation) = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
        return check(identity, implementation, 0)
    }
    return actor === MainActor.shared ? MainActorProbe.isOnMainActor : nil
}

/// The function of the runtime that says whether an executor is current, if it has it.
package let isCurrentExecutor: ExecutorCheck? = {
    #if canImport(Darwin)
        // `RTLD_DEFAULT`: all images of the process.
        let process = UnsafeMutableRawPointer(bitPattern: -2)
    #else
        let process: UnsafeMutableRawPointer? = nil
    #endif
    guard let symbol = unsafe dlsym(process, "swift_task_isCurrentExecutorWithFlags") else { return nil }
    // Its three arguments are words in registers, which both calling conventions pass alike.
    return unsafe unsafeBitCast(symbol, to: ExecutorCheck.self)
}()

private protocol UsableHere {}

/// A type that conforms to a protocol on the main actor alone: elsewhere, a cast to the protocol fails.
private struct MainActorProbe: @MainActor UsableHere {
    static var isOnMainActor: Bool { MainActorProbe() as Any is any UsableHere }
}
