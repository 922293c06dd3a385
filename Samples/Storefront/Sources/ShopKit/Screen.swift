package import Hooks
package import Pages
import Synchronization

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

/// The values that interceptors give to screens, which declare none of them.
package final class Givens: Sendable {
    /// Those of the navigator that is showing a screen.
    @TaskLocal package static var current: Givens?

    private struct Given {
        var params: [String: String] = [:]
        var model: (any Sendable)?
        var remarks: [String] = []
    }

    private let given = Mutex<[ObjectIdentifier: Given]>([:])

    package init() {}

    package func give(params: [String: String], to screen: any Screen) {
        given.withLock { $0[ObjectIdentifier(screen), default: Given()].params = params }
    }

    package func give(model: any Sendable, to screen: any Screen) {
        given.withLock { $0[ObjectIdentifier(screen), default: Given()].model = model }
    }

    /// Adds a remark, which the page shows below its title.
    package func give(remark: String, to screen: any Screen) {
        given.withLock { $0[ObjectIdentifier(screen), default: Given()].remarks.append(remark) }
    }

    func remarks(on screen: any Screen) -> [String] {
        given.withLock { $0[ObjectIdentifier(screen)]?.remarks ?? [] }
    }

    fileprivate func params(of screen: any Screen) -> [String: String] {
        given.withLock { $0[ObjectIdentifier(screen)]?.params ?? [:] }
    }

    fileprivate func model(of screen: any Screen) -> (any Sendable)? {
        given.withLock { $0[ObjectIdentifier(screen)]?.model }
    }

    func take(from screen: any Screen) {
        given.withLock { $0[ObjectIdentifier(screen)] = nil }
    }
}

extension Screen {
    /// The values of the URL that the screen was opened with; none outside of the shop.
    package var params: [String: String] { Givens.current?.params(of: self) ?? [:] }

    /// The model that an interceptor gave to the screen; `nil` outside of the shop.
    package func model<Model: Sendable>(_ type: Model.Type = Model.self) -> Model? {
        Givens.current?.model(of: self) as? Model
    }
}
