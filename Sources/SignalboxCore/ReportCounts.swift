/// The numbers of reports of each source, of a limited number of sources.
package struct ReportCounts: Sendable {
    /// The source of reports that are counted together.
    package struct Source: Hashable, Sendable {
        let kind: String
        let location: SourceLocation
        let receiver: SourceLocation?

        package init(_ kind: String, at location: SourceLocation, to receiver: SourceLocation? = nil) {
            self.kind = kind
            self.location = location
            self.receiver = receiver
        }
    }

    /// The number of sources that have a count of their own.
    package static let limit = 1_000

    private var counts: [Source: Int] = [:]
    private var countOfOthers = 0

    package init() {}

    /// Counts a report.
    ///
    /// - Returns: The number of reports of its source. Beyond the limit, the sources share one.
    package mutating func add(_ source: Source) -> Int {
        if counts[source] == nil, counts.count >= Self.limit {
            countOfOthers += 1
            return countOfOthers
        }
        counts[source, default: 0] += 1
        return counts[source, default: 0]
    }
}
