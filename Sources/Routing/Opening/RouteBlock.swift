import SignalboxCore

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
