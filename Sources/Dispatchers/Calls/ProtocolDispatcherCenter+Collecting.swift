import SignalboxCore

extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol, one after the other, and combines their results.
    ///
    /// A receiver that runs on another actor than this is called on is not called but reported to the center's error
    /// handler; `collect(_:_:running:)` reaches it. When a receiver throws, no more are called, and the error is thrown on. A
    /// call to which too many others led is refused and reported: then no receiver is called.
    ///
    /// ```swift
    /// let isValid = center.collect((any Validator).self, .reduce(true) { $0 && $1 }) { $0.validate(form) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - rule: The rule that combines the results: `.all`, `.first`, `.firstNonNil()` or `.reduce`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - call: Asks a receiver.
    /// - Returns: The combined results.
    /// - Throws: The error of the first receiver that throws.
    @discardableResult
    public func collect<P, Result, Output, Failure: Error>(
        _ type: P.Type,
        _ rule: CallRule<Result, Output>,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ call: (P) throws(Failure) -> Result
    ) throws(Failure) -> Output {
        var errors: [Failure] = []
        do {
            return try collect(type, rule, failing: .stopAtFirst, isolation: isolation, fileID: fileID, line: line) {
                do throws(Failure) {
                    return try call($0)
                } catch {
                    errors.append(error)
                    throw error
                }
            }
        } catch {
            throw errors[0]
        }
    }

    /// Calls the receivers of a protocol in order, and handles errors as `policy` says.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - rule: The rule that combines the results of the receivers that did not throw.
    ///   - policy: The effect of a receiver that throws.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - call: Asks a receiver.
    /// - Returns: The combined results.
    /// - Throws: The error of a receiver, or `CallFailures`.
    @discardableResult
    public func collect<P, Result, Output>(
        _ type: P.Type,
        _ rule: CallRule<Result, Output>,
        failing policy: CallFailurePolicy,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        _ call: (P) throws -> Result
    ) throws -> Output {
        let site = CallSite(actor: isolation, location: SourceLocation(fileID: fileID, line: line))
        var collected = CollectedResults<Result>()
        visit(type, site) { receiver in
            let result = try call(receiver)
            collected.results.append(result)
            if rule.ends(with: result) { hub.stopCall() }
        } onError: { error, receiver in
            hub.traceFailure(error)
            collected.failures.append(DeliveryFailure(error, of: "\(type)", for: receiver, from: site.location))
            if policy == .stopAtFirst { hub.stopCall() }
        }
        return try collected.output(by: rule, failing: policy) { hub.report($0, ofCallTo: type, at: site.location) }
    }

    /// Calls all receivers that may be called on the current actor with closures that do not escape.
    private func visit<P>(
        _ type: P.Type, _ site: CallSite, _ body: (P) throws -> Void,
        onError: (any Error, SourceLocation) -> Void
    ) {
        withoutActuallyEscaping(body) { body in
            withoutActuallyEscaping(onError) { onError in
                hub.call(ErasedCall(body, onError: onError), to: type, isConfined: true, site)
            }
        }
    }
}

/// A rule that combines the results of several receivers.
public struct CallRule<Result, Output>: Sendable {
    /// Returns whether no other receiver need be called after a result; `nil` where all are needed.
    private var isEnough: (@Sendable (Result) -> Bool)?

    /// Combines the results.
    let output: @Sendable ([Result]) -> Output

    private init(isEnough: (@Sendable (Result) -> Bool)? = nil, output: @escaping @Sendable ([Result]) -> Output) {
        self.isEnough = isEnough
        self.output = output
    }

    /// Returns whether no other receiver need be called after a result.
    func ends(with result: Result) -> Bool { isEnough?(result) ?? false }

    /// Combines all results, in the order of the receivers.
    public static func reduce(
        _ initial: Output, _ combine: @escaping @Sendable (Output, Result) -> Output
    ) -> Self where Output: Sendable {
        Self(output: { $0.reduce(initial, combine) })
    }

    /// The first result that is not `nil`.
    ///
    /// Later receivers are not called.
    public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped?, Output == Wrapped? {
        Self(isEnough: { $0 != nil }, output: { $0.lazy.compactMap { $0 }.first })
    }
}

extension CallRule where Output == [Result] {
    /// All results, in the order of the receivers.
    public static var all: Self { Self(output: { $0 }) }
}

extension CallRule where Output == Result? {
    /// The result of the first receiver.
    ///
    /// Others are not called.
    public static var first: Self { Self(isEnough: { _ in true }, output: { $0.first }) }
}

/// The effect of a receiver that throws.
public enum CallFailurePolicy: Sendable {
    /// Calls no other receiver, and throws the error.
    case stopAtFirst

    /// Calls the others, and then throws `CallFailures`.
    case throwAtEnd

    /// Calls the others, and calls the center's error handler.
    case report
}

/// The results and errors of the receivers of one call, in their order.
struct CollectedResults<Result> {
    var results: [Result] = []
    var failures: [DeliveryFailure] = []

    /// Combines the results by a rule, unless the policy is to throw the errors of receivers.
    func output<Output>(
        by rule: CallRule<Result, Output>, failing policy: CallFailurePolicy, _ report: (DeliveryFailure) -> Void
    ) throws -> Output {
        switch policy {
        case .stopAtFirst: if let first = failures.first { throw first.error }
        case .throwAtEnd: if !failures.isEmpty { throw CallFailures(failures: failures) }
        case .report: for failure in failures { report(failure) }
        }
        return rule.output(results)
    }
}

extension Hub {
    /// Reports a receiver that threw during a call that has returned.
    func report<P>(_ failure: DeliveryFailure, ofCallTo type: P.Type, at location: SourceLocation) {
        report(failure, because: Cause(of: callTopic(of: type), at: location, on: .current))
    }
}

/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [DeliveryFailure]

    /// One line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
