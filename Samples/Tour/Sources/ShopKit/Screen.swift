/// A page of the shop.
///
/// There is no base class: what all screens have in common is done by hooks.
package protocol Screen: AnyObject {
    /// What the page is about; the app's hooks make the title of it.
    var name: String { get }

    /// The title of the page.
    var title: String { get set }

    /// The text of the page.
    var body: [String] { get }
}

/// What a page is that waits for a line of input.
package protocol Prompt: AnyObject {
    /// Takes the line that was typed.
    func take(_ line: String) async
}
