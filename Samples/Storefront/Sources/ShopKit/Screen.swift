package import Hooks
package import Pages

/// The content of a page, made for one request.
///
/// There is no base class: what all screens have in common is done by hooks on the navigator's lifecycle.
package protocol Screen: AnyObject {
    /// The title of the page.
    var title: String { get }

    /// The content of the page.
    func body(_ links: Links) -> HTML
}

extension Moment where Payload == [String: String] {
    /// A screen was made, for a URL with these values.
    package static var didLoad: Self { Self("didLoad") }
}

extension Moment where Payload == Void {
    /// A screen is about to be rendered.
    package static var willAppear: Self { Self("willAppear") }
}

extension Screen {
    /// The values of the URL that the screen was opened with; none outside of the shop.
    package var params: [String: String] { ScreenContext.current?.params ?? [:] }

    /// The model that an interceptor gave to the screen; `nil` outside of the shop.
    package func model<Model: Sendable>(_ type: Model.Type = Model.self) -> Model? {
        ScreenContext.current?.model as? Model
    }
}
