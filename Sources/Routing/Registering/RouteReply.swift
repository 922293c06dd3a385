/// The reply of a handler.
///
/// A handler that returns nothing, or any other value, has handled the URL; such a value is the value of the outcome.
/// So has one that returns `nil`: only ``declined`` declines.
public enum RouteReply: Sendable {
    /// The URL is handled.
    case handled

    /// The URL is handled, with a value. For handlers that may also decline.
    case value(any Sendable)

    /// The handler does not handle the URL: the next route that matches is asked.
    case declined

    /// Another URL is opened instead, with the same extras and payload.
    ///
    /// The target is a path of the router, beginning with a slash, or a whole URL. Write a path with values by
    /// ``Router/path(for:with:tail:)``, so that a value cannot change the target.
    case redirect(to: String)

    /// Creates the reply that the result of a handler means.
    init<Result: Sendable>(_ result: consuming Result?) {
        // A fast path for handlers without a result, since a cast is slow.
        guard Result.self != Void.self, let value = consume result else {
            self = .handled
            return
        }
        self = value as? RouteReply ?? (value is Void ? .handled : .value(value))
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

    /// Another URL is opened instead, with the same extras and payload.
    public static func redirect(to place: String) -> RouteReply? { .some(RouteReply.redirect(to: place)) }
}
