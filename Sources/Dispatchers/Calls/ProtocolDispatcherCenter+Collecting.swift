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
        return try collected.output(by: rule, failing: policy, in: hub)
    }

    /// Calls all receivers that may be called on the current actor with closures that do not escape.
    private func visit<P>(
        _ type: P.Type, _ site: CallSite, _ body: (P) throws -> Void,
        onError: (any Error, SourceLocation) -> Void
    ) {
        withoutActuallyEscaping(body) { body in
            withoutActuallyEscaping(onError) { onError in
                ValueAddress.lend(Call<P>(body: body, onError: onError)) { call in
                    hub.call(call, to: type, isConfined: true, site)
                }
            }
        }
    }
}
