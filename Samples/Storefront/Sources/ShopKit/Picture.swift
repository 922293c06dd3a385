package import Pages

/// The pictures of products, drawn as inline SVG in three tones of the page: ink, lamp and glow.
package enum Picture {
    /// The picture of a product, by its number.
    ///
    /// A product without a drawing has that of a lamp.
    package static func of(_ id: Int) -> HTML {
        let drawing = drawings[id] ?? lamp
        return """
            <svg class="picture" viewBox="0 0 64 64" aria-hidden="true" focusable="false">\(HTML(trusted: drawing))</svg>
            """
    }

    static func circle(_ tone: String, _ x: Double, _ y: Double, _ radius: Double) -> String {
        "<circle class=\"\(tone)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>"
    }

    static func path(_ tone: String, _ text: String) -> String { "<path class=\"\(tone)\" d=\"\(text)\"/>" }

    static func glow(_ x: Double, _ y: Double, _ radius: Double = 15) -> String { circle("glow", x, y, radius) }

    static func flame(_ x: Double, _ y: Double) -> String {
        path("lamp", "M\(x) \(y - 10)c5 6 5 11 0 12c-5-1-5-6 0-12z")
    }

    static let lamp = glow(32, 34) + path("lamp", "M22 14h20l8 20H14z") + path("ink", "M30 34h4v16h-4zM20 50h24v4H20z")
}
