/// How the results of several receivers are combined.
public struct CallRule<Result, Output>: Sendable {
    /// Whether to stop after this result.
    var isEnough: @Sendable (Result) -> Bool = { _ in false }
    let output: @Sendable ([Result]) -> Output

    /// Combines all results, in the order of the receivers.
    public static func reduce(
        _ initial: Output, _ combine: @escaping @Sendable (Output, Result) -> Output
    ) -> Self where Output: Sendable {
        Self(output: { $0.reduce(initial, combine) })
    }

    /// The first result that is not `nil`; later receivers are not called.
    public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped?, Output == Wrapped? {
        Self(isEnough: { $0 != nil }, output: { $0.lazy.compactMap { $0 }.first })
    }
}

extension CallRule where Output == [Result] {
    /// All results, in the order of the receivers.
    public static var all: Self { Self(output: { $0 }) }
}

extension CallRule where Output == Result? {
    /// The result of the first receiver; others are not called.
    public static var first: Self { Self(isEnough: { _ in true }, output: { $0.first }) }
}

/// What happens when a receiver throws.
public enum CallFailurePolicy: Sendable {
    /// Calls no other receiver, and throws the error.
    case stopAtFirst

    /// Calls the others, and then throws `CallFailures`.
    case throwAtEnd

    /// Calls the others, and calls the center's error handler.
    case report
}

/// The order of asynchronous receivers.
public enum CallOrder: Sendable {
    /// One after the other, in their order.
    case oneByOne

    /// All at the same time.
    case sideBySide
}

/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [DeliveryFailure]

    /// One line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// The results of a call so far, and its failures.
struct CallTally<Result, Output> {
    let rule: CallRule<Result, Output>
    let policy: CallFailurePolicy
    let onError: (DeliveryFailure) -> Void
    var results: [Result] = []
    var failures: [DeliveryFailure] = []

    /// Adds what a receiver returned or threw; throws that where the policy says so.
    ///
    /// - Returns: Whether more receivers need be called.
    mutating func add(
        _ outcome: Swift.Result<Result, any Error>, of subscription: Subscription, from location: SourceLocation
    ) throws -> Bool {
        switch (outcome, policy) {
        case (.success(let result), _):
            results.append(result)
            return !rule.isEnough(result)
        case (.failure(let error), .stopAtFirst): throw error
        case (.failure(let error), .throwAtEnd):
            failures.append(DeliveryFailure(error, of: subscription, from: location))
        case (.failure(let error), .report): onError(DeliveryFailure(error, of: subscription, from: location))
        }
        return true
    }

    func output() throws -> Output {
        if !failures.isEmpty { throw CallFailures(failures: failures) }
        return rule.output(results)
    }
}
