/// A page of the shop.
///
/// There is no base class: what all screens have in common is done by hooks.
package protocol Screen: AnyObject {
    /// The subject of the page, of which the app's hooks make the title.
    var name: String { get }

    /// The title of the page.
    var title: String { get set }

    /// The text of the page.
    var body: [String] { get }
}

/// A page that waits for a line of input.
package protocol Prompt: AnyObject {
    /// Takes the line that was typed.
    func take(_ line: String) async
}
