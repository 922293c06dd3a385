extension Pointcut {
    /// Writes a line when a call begins and one when it ends.
    ///
    /// - Parameters:
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - write: Takes each line, on the thread of the call.
    /// - Returns: What keeps the hook in place.
    public func logging(
        fileID: StaticString = #fileID, line: Int = #line, _ write: @escaping @Sendable (String) -> Void
    ) -> Registration {
        around(fileID, line) { call in
            write("→ \(call)")
            return { outcome in
                switch outcome {
                case .success(let output): write("← \(call.place.target).\(call.name) = \(output)")
                case .failure(let error): write("← \(call.place.target).\(call.name) threw \(error)")
                }
            }
        }
    }

    /// Tells how long each call took.
    ///
    /// - Parameters:
    ///   - clock: Whose time counts.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - report: Takes the method and the time from the beginning of the call to its end.
    /// - Returns: What keeps the hook in place.
    public func timing<Time: Clock>(
        by clock: Time = ContinuousClock(), fileID: StaticString = #fileID, line: Int = #line,
        _ report: @escaping @Sendable (HookCall, Time.Duration) -> Void
    ) -> Registration {
        around(fileID, line) { call in
            let start = clock.now
            return { _ in report(call, start.duration(to: clock.now)) }
        }
    }

    /// Records each call as an event of a trace, while that is on.
    ///
    /// - Parameters:
    ///   - trace: Where the events go.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    /// - Returns: What keeps the hook in place.
    public func tracing(
        in trace: Trace = .shared, fileID: StaticString = #fileID, line: Int = #line
    ) -> Registration {
        let hooked = SourceLocation(fileID: fileID, line: line)
        return around(fileID, line) { call in
            let name = "\(call.place.target).\(call.name)"
            guard let event = trace.begin(Trace.Subject(.hook, of: name, at: call.place.location, to: hooked)) else {
                return nil
            }
            return { outcome in
                switch outcome {
                case .success: trace.end(event, .done)
                case .failure(let error): trace.end(event, .failed("\(error)"))
                }
            }
        }
    }

    /// Counts calls by the method's name.
    public func counting(fileID: StaticString = #fileID, line: Int = #line) -> HookCounter {
        let counter = HookCounter()
        counter.keep(
            around(fileID, line) { [weak counter] call in
                counter?.count(call.name)
                return nil
            })
        return counter
    }
}

/// How often methods were called, by name; it counts for as long as it lives.
public final class HookCounter: Sendable {
    private let counts = Protected([String: Int]())
    private let hook = Protected(Registration?.none)

    init() {}

    /// The number of calls of all methods.
    public var total: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// The number of calls of one method.
    public subscript(name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    func keep(_ registration: Registration) { hook.withLock { $0 = registration } }

    func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
}

/// Notes the calls of join points, for tests.
///
/// Inside a `HookScope` it notes the calls of that scope alone, so that tests may run side by side:
///
/// ```swift
/// HookScope.run {
///     let spy = HookSpy(Pointcut<Cart>.named("add*"))
///     cart.add("lamp", count: 1)
///     #expect(spy.calls.map(\.name) == ["add(_:count:)"])
/// }
/// ```
public final class HookSpy: Sendable {
    /// A call as it was noted.
    public struct Call: Sendable, Hashable {
        /// The method, as its join point is named.
        public let name: String
        /// What it was called with, in words.
        public let arguments: String
        /// What it returned, or the error that it threw, in words.
        public let outcome: String
    }

    private let noted = Protected([Call]())
    private let hooks: Protected<[Registration]>

    /// Notes the calls that a pointcut matches, for as long as the spy lives.
    public init<Target>(
        _ pointcut: Pointcut<Target>, fileID: StaticString = #fileID, line: Int = #line
    ) {
        hooks = Protected([])
        let note: @Sendable (HookCall, Any) -> Void = { [weak self] call, outcome in
            let noted = Call(name: call.name, arguments: "\(call.arguments)", outcome: "\(outcome)")
            self?.noted.withLock { $0.append(noted) }
        }
        let made = [
            pointcut.afterReturning(fileID: fileID, line: line) { _, call, output in note(call, output) },
            pointcut.afterThrowing(fileID: fileID, line: line) { _, call, error in note(call, error) },
        ]
        hooks.withLock { $0 = made }
    }

    /// The calls that ended so far, first ended first.
    public var calls: [Call] { noted.withLock { $0 } }
}
