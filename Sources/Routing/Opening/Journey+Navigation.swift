/// The opening as others see it.
extension Journey {
    /// Begins the navigation with the first block, guard or handler.
    ///
    /// - Throws: An error if a newer opening has superseded this one.
    mutating func startNavigation(before step: Step) throws {
        guard let navigation else { return }
        if !isNavigationStarted, step.isForeign {
            isNavigationStarted = true
            navigation.supersedeOlder()
        }
        try navigation.ensureNotSuperseded()
    }

    /// Ends the navigation: what it led to counts if no newer opening superseded it before.
    mutating func conclude() {
        if let url = navigation?.end() { supersede(by: url) }
    }

    /// Ends the opening, which a block did not let leave.
    mutating func endBlocked(by block: RouteBlock) {
        outcome.result = .blocked(by: block.location)
        isEnded = true
    }

    /// Ends the opening, which one of a URL superseded.
    mutating func supersede(by url: String) {
        outcome.result = .superseded(by: url)
        outcome.route = nil
        outcome.returned = nil
        isEnded = true
    }
}

extension Journey.Step {
    /// A Boolean value that indicates whether the step calls a block, a guard or a handler of the app.
    ///
    /// A redirect that was registered with its target calls none.
    fileprivate var isForeign: Bool {
        switch self {
        case .leave, .ask: true
        case .call(let match): match.route.redirect == nil
        case .report, .end: false
        }
    }
}
