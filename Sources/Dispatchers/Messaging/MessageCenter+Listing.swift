extension MessageCenter {
    /// What is known of one observation.
    public struct Observation: Sendable, Hashable {
        /// Its number in this center, never used twice.
        public let id: UInt64

        /// The name of the type that is observed.
        public let type: String

        /// The priority it was given.
        public let priority: Int

        /// Where it was written.
        public let location: SourceLocation

        /// How many messages its queue has dropped.
        public let dropped: Int
    }

    /// All observations in the order in which they were made, among them those of dead owners that were not met yet.
    ///
    /// Takes time linear in their number, but for a logarithm.
    public var observations: [Observation] {
        board.entries.map { entry in
            Observation(
                id: entry.key.id, type: "\(entry.element.type)", priority: entry.key.priority,
                location: entry.element.location, dropped: entry.element.inbox?.dropped ?? 0
            )
        }
    }
}

extension MessageCenter: CustomStringConvertible {
    /// Who observes what, a line for each.
    public var description: String {
        observations.map { "\($0.id) \($0.type) priority \($0.priority) at \($0.location)" }.joined(separator: "\n")
    }
}
