/// The reply of a handler.
///
/// A handler that returns nothing, or any other value, has handled the URL; such a value is the value of the outcome.
/// So has one that returns `nil`. One that returns `false` declines, as ``declined`` does. To return `false` as the
/// value of a URL that was handled, reply ``value(_:)``.
///
/// A handler that returns a value of its own may throw a reply instead, also from a function that it calls:
///
/// ```swift
/// $0.on("/product/:id") { match in
///     guard let product = products[try match["id", as: Int.self]] else { throw RouteReply.declined }
///     return ProductScreen(product)
/// }
/// ```
public enum RouteReply: Error, Sendable {
    /// The URL is handled.
    case handled

    /// The URL is handled, with a value. For handlers that may also decline.
    case value(any Sendable)

    /// The handler does not handle the URL: the next route that matches is asked.
    case declined

    /// A target is opened instead, with the same extras and payload.
    case redirect(to: any RouteTarget)

    /// Creates the reply that the result of a handler means.
    init<Result: Sendable>(_ result: consuming Result?) {
        // A fast path for handlers without a result, since a cast is slow.
        guard Result.self != Void.self, let value = consume result else {
            self = .handled
            return
        }
        if let reply = value as? RouteReply {
            self = reply
        } else if value is Void {
            self = .handled
        } else {
            self = Self.isFalse(value) ? .declined : .value(value)
        }
    }

    /// Returns whether a value is a `Bool` that is `false`; a number of Foundation is none.
    private static func isFalse(_ value: any Sendable) -> Bool {
        value as? Bool == false && !(type(of: value) is AnyClass)
    }
}

/// The replies in their short form, in a closure whose result may be anything.
///
/// A closure that is given to `on` returns an optional of any type. This is how the compiler finds the type of
/// `.declined` in it.
extension RouteReply? {
    /// The URL is handled.
    public static var handled: RouteReply? { .some(RouteReply.handled) }

    /// The URL is handled with a value.
    public static func value(_ value: any Sendable) -> RouteReply? { .some(RouteReply.value(value)) }

    /// The handler does not handle the URL: the next route that matches is asked.
    public static var declined: RouteReply? { .some(RouteReply.declined) }

    /// A target is opened instead, with the same extras and payload.
    public static func redirect(to target: any RouteTarget) -> RouteReply? {
        .some(RouteReply.redirect(to: target))
    }
}
