package import Routing

/// The result of an action.
package enum Answer: Sendable {
    /// The browser goes to a page, named by value.
    case next(any TypedRoute)

    /// The browser goes to a path that it asked for before.
    case resume(String)

    /// Nothing has to be shown.
    ///
    /// A form without JavaScript goes to this page.
    case done(back: any TypedRoute)

    /// The text of a bound field as it was taken.
    case taken(String)

    /// Nothing was done, for this reason.
    ///
    /// A form without JavaScript goes back to the page that it is on, which shows the reason.
    case problem(String)

    /// Nothing was done, for this reason, and may be after so many seconds.
    case later(String, seconds: Int)
}
