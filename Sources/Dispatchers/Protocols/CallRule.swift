/// What is made of the results of several receivers.
public struct CallRule<Result, Output>: Sendable {
    /// Whether no more receivers need be called after this result, the so-and-so-manyth.
    let isEnough: @Sendable (Result, Int) -> Bool
    let output: @Sendable ([Result]) -> Output

    private init(
        isEnough: @escaping @Sendable (Result, Int) -> Bool = { _, _ in false },
        output: @escaping @Sendable ([Result]) -> Output
    ) {
        self.isEnough = isEnough
        self.output = output
    }

    /// Combines all results, in the order of the receivers.
    public static func reduce(
        _ initial: Output, _ combine: @escaping @Sendable (Output, Result) -> Output
    ) -> Self where Output: Sendable {
        Self { $0.reduce(initial, combine) }
    }

    /// The first result that is not `nil`; later receivers are not called.
    public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped?, Output == Wrapped? {
        Self(isEnough: { result, _ in result != nil }, output: { $0.lazy.compactMap { $0 }.first })
    }
}

extension CallRule where Output == [Result] {
    /// All results, in the order of the receivers.
    public static var all: Self { Self { $0 } }
}

extension CallRule where Output == Result? {
    /// The result of the first receiver; others are not called.
    public static var first: Self { Self(isEnough: { _, _ in true }, output: { $0.first }) }
}

/// A receiver that threw, or that could not be called.
public struct CallFailure: Error, CustomStringConvertible {
    /// The name of the protocol.
    public let called: String

    /// What the receiver threw, a `CallIsolationError`, or a `CallOverflow`.
    public let error: any Error

    /// Where the receiver was registered.
    public let registeredAt: SourceLocation

    /// Where the call was written.
    public let calledAt: SourceLocation

    /// One line for a developer.
    public var description: String {
        "the \(called) registered at \(registeredAt) failed on the call at \(calledAt): \(error)"
    }
}

/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [CallFailure]

    /// One line for a developer and failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// Why a receiver was not called: more calls wait for its actor than the center's queue limit allows.
///
/// The first call that an actor misses is reported, then the second, the fourth, the eighth and so on.
public struct CallOverflow: Error, Hashable, CustomStringConvertible {
    /// How many calls have been dropped by now, of all that were to wait for this actor.
    public let count: Int

    /// One line for a developer.
    public var description: String { "too many calls wait for its actor, which has missed \(count) by now" }
}

/// Why a receiver was not called: it runs on an actor on which the call may not be made.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for a developer.
    public var description: String {
        "the receiver runs on another actor than the call: dispatch off any actor, or collect with `running:`"
    }
}

/// What becomes of a call when a receiver throws.
public struct CallFailurePolicy: Sendable, Hashable {
    private enum Kind { case stop, throwAtEnd, report }

    private let kind: Kind

    /// Calls no more receivers, and throws the error on.
    public static let stopAtFirst = Self(kind: .stop)

    /// Calls the others, and then throws `CallFailures`.
    public static let throwAtEnd = Self(kind: .throwAtEnd)

    /// Calls the others, and tells the center's error handler.
    public static let report = Self(kind: .report)

    var stops: Bool { kind == .stop }
    var reports: Bool { kind == .report }
}

/// The results of a call so far, and its failures.
struct CallTally<Result, Output> {
    private let rule: CallRule<Result, Output>
    private let policy: CallFailurePolicy
    private var results: [Result] = []
    private var failures: [CallFailure] = []

    /// Whether no more receivers need be called.
    private(set) var isEnough = false

    init(_ rule: CallRule<Result, Output>, _ policy: CallFailurePolicy) {
        self.rule = rule
        self.policy = policy
    }

    /// Adds what a receiver answered, or that it failed; throws where the policy says so.
    mutating func add(
        _ outcome: Swift.Result<Result, any Error>, _ failure: CallFailure?, _ report: (CallFailure) -> Void
    ) throws {
        if let failure {
            if policy.stops { throw failure.error }
            if policy.reports { report(failure) } else { failures.append(failure) }
        } else if let result = try? outcome.get() {
            results.append(result)
            isEnough = rule.isEnough(result, results.count)
        }
    }

    func output() throws -> Output {
        if !failures.isEmpty { throw CallFailures(failures: failures) }
        return rule.output(results)
    }
}
