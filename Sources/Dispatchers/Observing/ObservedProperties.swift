import Observation

/// The properties of `@Observable` objects that a center watches, each of them once.
///
/// It holds no object. Properties that are not watched any more are forgotten when their number has doubled.
@MainActor final class ObservedProperties {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let object: ObjectIdentifier
        let path: AnyKeyPath
    }

    private var properties: [Key: any WatchedProperty] = [:]
    private var limit = 16

    nonisolated init() {}

    /// The one that stands for a property of an object.
    func property<Object: AnyObject & Observable & SendableMetatype, Value: Equatable & Sendable>(
        _ path: KeyPath<Object, Value>, of object: Object
    ) -> ObservedProperty<Object, Value> {
        typealias Property = ObservedProperty<Object, Value>
        let key = Key(type: ObjectIdentifier(Property.self), object: ObjectIdentifier(object), path: path)
        if let known = properties[key] as? Property, known.isWatched { return known }
        if properties.count >= limit {
            properties = properties.filter { $0.value.isWatched }
            limit = max(16, properties.count * 2)
        }
        let new = Property(object, path)
        properties[key] = new
        return new
    }
}

/// A property of any object.
@MainActor protocol WatchedProperty {
    /// Whether its object lives, and will say when it changes.
    var isWatched: Bool { get }
}
