/// A type with an example value, so that a typed route with a field of it can be checked.
public protocol ExampleProviding {
    /// Any value.
    static var example: Self { get }
}
