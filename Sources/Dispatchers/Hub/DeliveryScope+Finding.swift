/// The search for a scope among those of a thread.
extension DeliveryScope {
    /// The innermost scope of a thread in which a hub, or one above or below it, delivers.
    @inline(never)
    static func current(of hub: Hub, on thread: CurrentThread) -> DeliveryScope? {
        var next = thread.scope?.object
        while let scope = next, scope.hub.object.tree !== hub.tree { next = scope.outer }
        return next
    }

    /// The scope of the same hubs around this one, if it drains a queue.
    var drainingScope: DeliveryScope? {
        var next = outer
        while let scope = next, scope.hub.object.tree !== hub.object.tree { next = scope.outer }
        return next.flatMap { $0.isDrainingQueue ? $0 : nil }
    }

    /// Returns whether a thread updates a state, in any center.
    static func isUpdating(_ state: Topic, on thread: CurrentThread) -> Bool {
        var next = thread.scope?.object
        while let scope = next {
            if let updated = scope.updatedTopic, updated.id == state.id { return true }
            next = scope.outer
        }
        return false
    }

    /// The outermost scope of a thread that delays reports.
    static func delayingReports(on thread: CurrentThread) -> DeliveryScope? {
        var found: DeliveryScope?
        var next = thread.scope?.object
        while let scope = next {
            if scope.delayedReports != nil { found = scope }
            next = scope.outer
        }
        return found
    }
}
