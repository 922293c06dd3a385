import Routing

extension RouteRegistrationError {
    /// Returns whether there is a problem for each of these parts of sentences, in their order.
    func says(_ parts: [String]) -> Bool {
        problems.count == parts.count && zip(problems, parts).allSatisfy { $0.description.contains($1) }
    }
}
