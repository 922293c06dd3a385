public import SignalboxCore
import Synchronization

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
        addBlock(handler, by: owner, on: mayLeave.isolation, SourceLocation(fileID: fileID, line: line))
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
        addBlock(handler, by: owner, on: mayLeave.isolation, SourceLocation(fileID: fileID, line: line))
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
        return token(of: addBlock(handler, on: mayLeave.isolation, SourceLocation(fileID: fileID, line: line)))
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
        return token(of: addBlock(handler, on: mayLeave.isolation, SourceLocation(fileID: fileID, line: line)))
    }

    /// Ends the blocks of an owner and its function for unmatched URLs.
    ///
    /// Routes of the owner stay: they decline once it is released.
    public func cancel(by owner: some AnyObject & Sendable) {
        removeBlocks { $0.isOwned(by: owner) }
        removeListener(of: owner)
    }

    /// The blocks of the router in the order of registration, without those of released owners.
    public var blocks: [ObservationInfo] { ownBlocks.map(\.info) }
}

extension Router {
    /// The blocks of the router and of its fallbacks.
    var allBlocks: [RouteBlock] { chain.flatMap(\.ownBlocks) }

    /// The blocks of the router whose owners are alive; removes the others.
    private var ownBlocks: [RouteBlock] {
        let blocks = withState { $0.blocks }
        let alive = blocks.filter { !$0.isGone }
        if alive.count < blocks.count { removeBlocks(where: \.isGone) }
        return alive
    }

    @discardableResult
    private func addBlock(
        _ handler: IsolatedHandler<String, Bool>, by owner: (any AnyObject & Sendable)? = nil,
        on isolation: (any Actor)?, _ location: SourceLocation
    ) -> RouteBlock {
        let id = withState { state in
            state.blockCount += 1
            return state.blockCount
        }
        let block = RouteBlock(id: id, by: owner, on: isolation, handler, at: location)
        withState { state in
            state.blocks.append(block)
            hasBlocks.store(true, ordering: .releasing)
        }
        return block
    }

    private func token(of block: RouteBlock) -> Registration {
        Registration(at: block.location) { [weak self] in self?.removeBlocks { $0 === block } }
    }

    /// Removes blocks, which are released without the lock.
    private func removeBlocks(where isRemoved: (RouteBlock) -> Bool) {
        // An owner may be released while it is looked at.
        let removed = withState { $0.blocks }.filter(isRemoved)
        let former = withState { state in
            let former = state.blocks
            state.blocks.removeAll { block in removed.contains { $0 === block } }
            hasBlocks.store(!state.blocks.isEmpty, ordering: .releasing)
            return former
        }
        withExtendedLifetime(former) {}
    }
}

/// A function that is asked before an opening leaves what is shown now.
final class RouteBlock: Sendable {
    let id: UInt64
    let location: SourceLocation

    /// The object that the block ends with, and the name of its type.
    private let owner: (object: WeakReference, name: String)?

    /// Returns whether an opening of a URL may leave.
    let mayLeave: IsolatedHandler<String, Bool>

    private let isolation: WeakReference?

    init(
        id: UInt64, by owner: (any AnyObject & Sendable)?, on isolation: (any Actor)?,
        _ mayLeave: IsolatedHandler<String, Bool>, at location: SourceLocation
    ) {
        self.id = id
        self.owner = owner.map { (WeakReference($0), "\(type(of: $0))") }
        self.isolation = isolation.map { WeakReference($0) }
        self.mayLeave = mayLeave
        self.location = location
    }

    /// A Boolean value that indicates whether the owner was released.
    var isGone: Bool { owner?.object.isGone ?? false }

    /// The name in a trace.
    var name: String { owner.map { "block by " + $0.name } ?? "block" }

    /// Returns whether the block belongs to an object.
    func isOwned(by other: any AnyObject & Sendable) -> Bool { owner?.object.object === other }

    /// The block as a list shows it.
    var info: ObservationInfo {
        var info = ObservationInfo(
            id: id, what: "opening", owner: owner?.name, isolation: isolation?.object as? any Actor, priority: 0,
            location: location)
        if case .asynchronous = mayLeave { info.form = .asynchronous }
        return info
    }
}
