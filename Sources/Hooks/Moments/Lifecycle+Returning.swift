extension Lifecycle {
    /// Announces a moment, and returns the result of the body.
    ///
    /// ```swift
    /// let page = lifecycle.send(.willShow, to: screen, true) { animated in screen.makePage(animated) }
    /// ```
    ///
    /// - Parameters:
    ///   - moment: The event of the component.
    ///   - component: The component, whose dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The work of the sender on the component, with the payload that the innermost hook passed on.
    /// - Returns: The result of the body, the last one if a hook proceeded more than once; `nil` if a hook did not proceed.
    @discardableResult
    public func send<Component, Payload, Output>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) -> Output
    ) -> Output? {
        var output: Output?
        send(moment, to: component, payload, fileID: fileID, line: line) { payload -> Void in output = body(payload) }
        return output
    }

    /// Announces a moment that has no payload, and returns the result of the body.
    ///
    /// - Returns: The result of the body, the last one if a hook proceeded more than once; `nil` if a hook did not proceed.
    @discardableResult
    public func send<Component, Output>(
        _ moment: Moment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () -> Output
    ) -> Output? {
        var output: Output?
        send(moment, to: component, (), fileID: fileID, line: line) { _ -> Void in output = body() }
        return output
    }

    /// Announces a moment, waits until all advice has run, asynchronous advice included, and returns the result of the body.
    ///
    /// Advice runs one after the other, in the order of all hooks, on the caller's actor.
    ///
    /// - Returns: The result of the body, which always runs: an ``AwaitedMoment`` has no advice around it.
    @discardableResult
    public nonisolated(nonsending) func send<Component, Payload, Output>(
        _ moment: AwaitedMoment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) async -> Output
    ) async -> Output {
        var output: Output?
        await send(moment, to: component, payload, fileID: fileID, line: line) { payload -> Void in
            output = await body(payload)
        }
        guard let output else { preconditionFailure("the body of an awaited moment did not run") }
        return output
    }

    /// Announces a moment that has no payload, waits until all advice has run, asynchronous advice included, and returns the result
    /// of the body.
    ///
    /// - Returns: The result of the body, which always runs: an ``AwaitedMoment`` has no advice around it.
    @discardableResult
    public nonisolated(nonsending) func send<Component, Output>(
        _ moment: AwaitedMoment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () async -> Output
    ) async -> Output {
        var output: Output?
        await send(moment, to: component, (), fileID: fileID, line: line) { _ -> Void in output = await body() }
        guard let output else { preconditionFailure("the body of an awaited moment did not run") }
        return output
    }
}
