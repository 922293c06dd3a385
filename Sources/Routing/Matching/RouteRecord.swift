/// A route without what it leads to: all that matching, conflicts and explanations need of it.
///
/// A class, so that tables that share a route share its pattern as well.
final class RouteRecord: Sendable {
    let pattern: RoutePattern
    let content: PatternContent
    let priority: Int
    let schemes: Set<String>
    let filter: RouteFilter

    init(_ pattern: RoutePattern, _ content: PatternContent, priority: Int = 0, schemes: Set<String> = []) {
        self.pattern = pattern
        self.content = content
        self.priority = priority
        self.schemes = schemes
        filter = RouteFilter(schemes: schemes, host: content.host, query: content.query)
    }

    convenience init(_ pattern: RoutePattern, priority: Int, schemes: Set<String>) {
        self.init(pattern, pattern.content, priority: priority, schemes: schemes)
    }

    /// The name of the parameter that the host is bound to, if there is one.
    var hostName: String? {
        if case .parameter(let parameter) = content.host { parameter.name } else { nil }
    }

    /// The parameters of the path in the order of the pattern, those of all groups included.
    var pathParameters: ArraySlice<RouteParameter> { content.parameters.dropFirst(hostName == nil ? 0 : 1) }

    /// The place of a name among ``pathParameters``, or `nil`.
    func number(ofParameter name: String) -> Int? {
        let parameters = content.parameters
        let first = hostName == nil ? 0 : 1
        for index in first..<parameters.count where parameters[index].name == name { return index - first }
        return nil
    }
}

/// A list that only grows, and shares most of its elements with the lists that it grew from.
///
/// A plain array would be copied whole whenever an older list is still in use. Here the elements are kept in batches,
/// each larger than the one behind it, so that adding one copies few of them. A list that was made at once is one batch.
struct SharedList<Element: Sendable>: Sendable {
    private var batches: [[Element]] = []
    private(set) var count = 0

    init() {}

    /// All elements.
    ///
    /// Linear, unless they were added at once.
    var all: [Element] { batches.count == 1 ? batches[0] : Array(batches.joined()) }

    subscript(index: Int) -> Element {
        var index = index
        for batch in batches.indices {
            if index < batches[batch].count { return batches[batch][index] }
            index -= batches[batch].count
        }
        preconditionFailure("There is no element \(index) behind the last one.")
    }

    /// Adds elements behind all others.
    mutating func append(_ elements: [Element]) {
        guard !elements.isEmpty else { return }
        count += elements.count
        var last = elements
        while let batch = batches.last, batch.count <= last.count {
            batches.removeLast()
            last = batch + last
        }
        batches.append(last)
    }
}
