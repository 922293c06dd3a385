/// The stages that a component goes through in its life, and the steps between them.
///
/// ```swift
/// enum DoorStage: LifeStage {
///     case closed, open
///     static let initial = closed
///     var next: [DoorStage] { self == .closed ? [.open] : [.closed] }
///     var level: Int { self == .open ? 1 : 0 }
/// }
/// ```
public protocol LifeStage: Hashable, Sendable {
    /// The stage that a life begins in.
    static var initial: Self { get }

    /// The stages that one step leads to, the usual one first; none ends the life.
    var next: [Self] { get }

    /// A step to a higher level goes up, and one to a lower level goes down. Observers receive steps down in reverse order.
    var level: Int { get }
}

extension LifeStage {
    /// The shortest way to another stage, without this one, or `nil` when there is none.
    func path(to target: Self) -> [Self]? {
        var (seen, ways): (Set<Self>, [[Self]]) = ([], [[self]])
        while !ways.isEmpty {
            let way = ways.removeFirst()
            guard let end = way.last, seen.insert(end).inserted else { continue }
            if end == target { return Array(way.dropFirst()) }
            ways += end.next.map { way + [$0] }
        }
        return nil
    }

    /// The stages that bring a late observer up to this one: those on the way up to its level.
    var risingPath: [Self] {
        guard level >= Self.initial.level else { return [] }
        var path = [Self.initial]
        while let last = path.last, let up = last.next.first(where: { $0.level > last.level && $0.level <= level }) {
            path.append(up)
        }
        return path
    }
}

/// The life of a screen: up from created by started to resumed, and down again by paused and stopped.
public enum ScreenStage: LifeStage {
    case created, started, resumed, paused, stopped, destroyed

    /// A screen begins as created.
    public static let initial = created

    /// Up or down by one; what was paused or stopped can come up again, what was destroyed cannot.
    public var next: [ScreenStage] {
        switch self {
        case .created, .stopped: [.started, .destroyed]
        case .started, .paused: [.resumed, .stopped]
        case .resumed: [.paused]
        case .destroyed: []
        }
    }

    /// Three when resumed, none when destroyed.
    public var level: Int {
        switch self {
        case .destroyed: 0
        case .created, .stopped: 1
        case .started, .paused: 2
        case .resumed: 3
        }
    }
}

/// One step in a component's life, as its observers receive it.
public struct LifeStep<Stage: LifeStage>: Hashable, Sendable {
    /// Where it comes from; `nil` for the first that an observer receives.
    public let from: Stage?

    /// Where it leads.
    public let to: Stage

    /// Whether it takes back a step that an observer refused.
    public internal(set) var isRollback = false

    /// Whether it leads to a lower level.
    var goesDown: Bool { from.map { $0.level > to.level } ?? false }

    /// The way back.
    var reversed: LifeStep { LifeStep(from: to, to: from ?? to, isRollback: true) }
}

extension LifeStep: CustomStringConvertible {
    /// The stages with an arrow: `created → started`.
    public var description: String {
        (from.map { "\($0) → \(to)" } ?? "→ \(to)") + (isRollback ? ", taken back" : "")
    }
}

/// No steps lead from a component's stage to the target of a move.
public struct LifeError<Stage: LifeStage>: Error, Hashable {
    /// The stage of the component, or the one that it would have had at the beginning of this move.
    public let from: Stage

    /// The target of the move.
    public let to: Stage
}

extension LifeError: CustomStringConvertible {
    /// One sentence for a developer.
    public var description: String { "A component cannot go from \(from) to \(to): no steps lead there." }
}
