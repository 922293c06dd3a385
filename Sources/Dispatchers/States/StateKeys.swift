/// The namespace in which modules declare the keys of their states.
///
/// ```swift
/// extension StateKeys {
///     static let cart = StateKey("cart", default: Cart())
/// }
///
/// center[.cart]
/// ```
///
/// The type has no other members. It is the superclass of all keys, so that a leading dot finds them. In a module that
/// is isolated to the main actor by default, declare them in a `nonisolated extension`.
///
/// `@unchecked` only because a class with subclasses cannot be checked. The stored properties of `StatePath`, `WritableStatePath`,
/// `StateKey` and their parts, the only subclasses, are immutable and `Sendable`.
public class StateKeys: @unchecked Sendable { init() {} }
