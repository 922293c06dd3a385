public import SignalboxCore

/// Blocks, which are asked before an opening leaves what is shown now.
///
/// ```swift
/// router.block(by: self) { form, url in await form.mayLeave() }
/// ```
///
/// A block is asked once for an opening that a route matches: before the first guard, and in the order of registration.
/// The first that returns `false` ends the opening as ``RouteOutcome/Result/blocked(by:)``. The blocks of the router
/// that is opened are asked, then those of its fallbacks.
///
/// An opening that a block, a guard or a handler makes with the same router asks no blocks: it is a part of the opening
/// that called it. An `openNow` that would have to wait for a block ends as
/// ``RouteOutcome/Result/needsAwait``.
extension Router {
    /// Adds a block: a function that may veto opening another URL while the owner is shown.
    ///
    /// The router does not retain the owner, except while the function runs. The block ends when the owner is released,
    /// or with ``cancel(by:)``.
    ///
    /// - Parameters:
    ///   - owner: The object that is shown.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - mayLeave: Returns whether an opening of the URL may leave. It runs on the isolation that it is written in.
    public func block<Owner: AnyObject & Sendable>(
        by owner: Owner, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ mayLeave: @escaping @isolated(any) @Sendable (Owner, String) -> Bool
    ) {
        let ask: @Sendable (Owner, String) -> Bool = withoutIsolation(mayLeave)
        let handler = IsolatedHandler<String, Bool>.synchronous(on: mayLeave.isolation) { [weak owner] url in
            owner.map { ask($0, url) } ?? true
        }
        blockers.add(handler, by: owner, on: mayLeave.isolation, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Adds an asynchronous block: a function that may veto opening another URL while the owner is shown.
    ///
    /// The router does not retain the owner, except while the function runs. The block ends when the owner is released,
    /// or with ``cancel(by:)``.
    ///
    /// - Parameters:
    ///   - owner: The object that is shown.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - mayLeave: Returns whether an opening of the URL may leave. It runs on the isolation that it is written in.
    public func block<Owner: AnyObject & Sendable>(
        by owner: Owner, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ mayLeave: @escaping @isolated(any) @Sendable (Owner, String) async -> Bool
    ) {
        let handler = IsolatedHandler<String, Bool>.asynchronous(on: mayLeave.isolation) { [weak owner] url in
            guard let owner else { return true }
            return await mayLeave(owner, url)
        }
        blockers.add(handler, by: owner, on: mayLeave.isolation, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Adds a block: a function that may veto opening another URL.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - mayLeave: Returns whether an opening of the URL may leave. It runs on the isolation that it is written in.
    /// - Returns: The token of the block. The block ends when the token is cancelled or released.
    public func block(
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ mayLeave: @escaping @isolated(any) @Sendable (String) -> Bool
    ) -> Registration {
        let ask: @Sendable (String) -> Bool = withoutIsolation(mayLeave)
        let handler = IsolatedHandler<String, Bool>.synchronous(on: mayLeave.isolation, ask)
        let location = SourceLocation(fileID: fileID, line: line)
        return blockers.token(of: blockers.add(handler, on: mayLeave.isolation, at: location))
    }

    /// Adds an asynchronous block: a function that may veto opening another URL.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - mayLeave: Returns whether an opening of the URL may leave. It runs on the isolation that it is written in.
    /// - Returns: The token of the block. The block ends when the token is cancelled or released.
    public func block(
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ mayLeave: @escaping @isolated(any) @Sendable (String) async -> Bool
    ) -> Registration {
        let handler = IsolatedHandler<String, Bool>.asynchronous(on: mayLeave.isolation) { url in
            await mayLeave(url)
        }
        let location = SourceLocation(fileID: fileID, line: line)
        return blockers.token(of: blockers.add(handler, on: mayLeave.isolation, at: location))
    }

    /// Ends the blocks of an owner, its observers of outcomes, and its function for unmatched URLs.
    ///
    /// Routes of the owner stay: they decline once it is released.
    public func cancel(by owner: some AnyObject & Sendable) {
        blockers.remove { $0.isOwned(by: owner) }
        outcomeObservers.remove { $0.isOwned(by: owner) }
        removeListener(of: owner)
    }

    /// The blocks of the router in the order of registration, without those of released owners.
    public var blocks: [ObservationInfo] { blockers.all.map { $0.info(of: "opening") } }
}

extension Router {
    /// The blocks of the router and of its fallbacks.
    var allBlocks: [RouteBlock] { chain.flatMap(\.blockers.all) }
}

/// A function that is asked before an opening of a URL leaves what is shown now.
typealias RouteBlock = Listener<String, Bool>

extension RouteBlock {
    /// The name of the block in a trace.
    var blockName: String { ownerName.map { "block by " + $0 } ?? "block" }
}
