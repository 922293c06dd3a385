extension Lifecycle {
    /// Runs advice before a moment without a payload, until the registration ends.
    public func before<Component>(
        _ moment: Moment<Void>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component) -> Void
    ) -> Registration {
        before(
            moment, of: type, priority: priority, fileID: fileID, line: line
        ) { component, _ in advice(component) }
    }

    /// Runs advice after a moment without a payload, until the registration ends.
    public func after<Component>(
        _ moment: Moment<Void>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component) -> Void
    ) -> Registration {
        after(
            moment, of: type, priority: priority, fileID: fileID, line: line
        ) { component, _ in advice(component) }
    }

    /// Runs advice in place of a moment without a payload, until the registration ends.
    public func around<Component>(
        _ moment: Moment<Void>, of type: Component.Type, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Component, () -> Void) -> Void
    ) -> Registration {
        around(
            moment, of: type, priority: priority, fileID: fileID, line: line
        ) { component, _, proceed in advice(component) { proceed(()) } }
    }

    /// Runs advice before a moment without a payload, for as long as the owner lives.
    public func before<Component, Owner: AnyObject>(
        _ moment: Moment<Void>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component) -> Void
    ) {
        before(
            moment, of: type, by: owner, priority: priority, fileID: fileID, line: line
        ) { owner, component, _ in advice(owner, component) }
    }

    /// Runs advice after a moment without a payload, for as long as the owner lives.
    public func after<Component, Owner: AnyObject>(
        _ moment: Moment<Void>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component) -> Void
    ) {
        after(
            moment, of: type, by: owner, priority: priority, fileID: fileID, line: line
        ) { owner, component, _ in advice(owner, component) }
    }

    /// Runs advice in place of a moment without a payload, for as long as the owner lives.
    public func around<Component, Owner: AnyObject>(
        _ moment: Moment<Void>, of type: Component.Type, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping (Owner, Component, () -> Void) -> Void
    ) {
        around(
            moment, of: type, by: owner, priority: priority, fileID: fileID, line: line
        ) { owner, component, _, proceed in advice(owner, component) { proceed(()) } }
    }
}
