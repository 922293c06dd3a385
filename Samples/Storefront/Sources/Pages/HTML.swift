/// A piece of a page, in which every value that is inserted is escaped.
///
/// ```swift
/// let row: HTML = "<li>\(product.name)</li>"  // a product named <b> is shown as such
/// ```
///
/// Only another piece of HTML is inserted as it is.
package struct HTML: Sendable, Equatable {
    /// The markup.
    package var text: String

    /// Takes markup that is trusted as it is.
    package init(trusted text: String) { self.text = text }

    /// The pieces one after the other.
    package init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

    package static let empty = HTML(trusted: "")

    package static func + (left: HTML, right: HTML) -> HTML { HTML(trusted: left.text + right.text) }
}

extension HTML: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { text = value }

    package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    package struct Interpolation: StringInterpolationProtocol {
        var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ html: HTML) { text += html.text }

        package mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

        package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }

        package mutating func appendInterpolation(_ value: String) { text += value.escaped }

        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
    }
}

extension String {
    /// The text with the five characters that mean something in HTML replaced.
    package var escaped: String {
        guard utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return self }
        var result = ""
        for character in unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
