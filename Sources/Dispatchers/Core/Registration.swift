import Synchronization

/// The token of an observation or a registration, with which you end it.
///
/// The observation ends when `cancel()` is called or when the last reference to the token is released. Keep the token as long as
/// the handler is to be called.
///
/// ```swift
/// let registration = center.observe(ItemAdded.self) { added in print(added.name) }
/// registration.cancel()
/// ```
///
/// After `cancel()` has returned, no new call starts, also not for values that were accepted before. A call that another thread
/// has just begun may still be running; `cancel()` never waits for it, so a handler may cancel itself.
public final class Registration: Sendable {
    private let target: any Cancellable
    private let hasEnded = Atomic(false)

    /// The token of something that can be cancelled.
    package init(of target: any Cancellable) { self.target = target }

    /// The token of what an action ends, which is called once at most.
    ///
    /// - Parameters:
    ///   - location: Where the registration was made.
    ///   - end: Ends what was registered.
    ///   - drain: Waits for calls of it that are running; it must not keep them alive.
    package convenience init(
        at location: SourceLocation, _ end: @escaping @Sendable () -> Void,
        draining drain: @escaping @Sendable () async -> Void = {}
    ) {
        self.init(of: CancellableAction(at: location, end, drain))
    }

    deinit { cancel() }

    /// Where the registration was made.
    public var location: SourceLocation { target.location }

    /// Ends what was registered.
    ///
    /// Harmless when repeated, from any thread, and from inside the handler that it ends.
    ///
    /// - Returns: Whether this call was the first. When another thread is ending it at this very moment, `false` may come
    ///   before that is done.
    @discardableResult
    public func cancel() -> Bool {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        target.cancel()
        return true
    }

    /// Ends the observation, and waits for its running calls.
    ///
    /// When it returns, no call runs on any thread, and what the handler captured may be torn down. It may have to wait for other
    /// handlers of the center that run at the same time. If the handler itself calls it, it does not wait for that call.
    public func cancelAndDrain() async {
        cancel()
        await target.drain()
    }
}

/// Something that a registration ends.
package protocol Cancellable: AnyObject, Sendable {
    /// Where it was registered.
    var location: SourceLocation { get }

    /// Ends it. Harmless when repeated.
    func cancel()

    /// Waits for calls of it that are running.
    func drain() async
}

/// An action that is called once, and released then.
private final class CancellableAction: Cancellable {
    let location: SourceLocation
    private let end: Protected<(@Sendable () -> Void)?>
    private let wait: @Sendable () async -> Void

    init(
        at location: SourceLocation, _ end: @escaping @Sendable () -> Void, _ wait: @escaping @Sendable () async -> Void
    ) {
        (self.location, self.wait) = (location, wait)
        self.end = Protected(end)
    }

    func cancel() { end.withLock { $0.take() }?() }

    func drain() async { await wait() }
}

/// The place in a program's source where a registration or a call was written.
///
/// Each registration has one, so lists of centers, hooks and routers can show where an entry was made.
/// Creating one allocates nothing. Its text is computed at each access.
public struct SourceLocation: Sendable {
    /// The address of the name of the file, which is a constant of the program: half the size of a static string.
    @usableFromInline let file: UInt
    @usableFromInline let lineNumber: UInt32

    /// Creates a location; written without arguments, it is the place of the call itself.
    ///
    /// Inlined, it is made when the program is built.
    @inlinable
    public init(fileID: StaticString = #fileID, line: Int = #line) {
        (file, lineNumber) = (UInt(bitPattern: fileID.utf8Start), UInt32(clamping: line))
    }

    /// The line, counted from one.
    public var line: Int { Int(lineNumber) }

    /// The module and file, as `#fileID` writes them.
    public var fileID: String { constantText(at: file) }
}

extension SourceLocation: Hashable {
    /// Whether both name one line of one file.
    public static func == (left: Self, right: Self) -> Bool {
        left.lineNumber == right.lineNumber && (left.file == right.file || left.fileID == right.fileID)
    }

    /// Feeds file and line to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// The location as compilers print it: `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
