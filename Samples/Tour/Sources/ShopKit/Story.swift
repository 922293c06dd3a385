import Foundation

/// Prints events, each line under its cause.
package final class Story {
    /// The number of causes of the next line.
    package var depth = 0

    private let isQuiet: Bool

    /// When quiet, it prints nothing but the screens; problems go to standard error.
    package init(isQuiet: Bool) { self.isQuiet = isQuiet }

    /// Prints an event.
    package func tell(_ line: String) {
        if !isQuiet { print(margin + line.onOneLine) }
    }

    /// Prints an event, and below it the events that follow from it.
    package func tell(_ line: String, causing body: () async -> Void) async {
        tell(line)
        let cause = depth
        depth += 1
        await body()
        depth = cause
    }

    /// Prints a page.
    package func show(_ title: String, _ lines: [String]) {
        let margin = isQuiet ? "" : margin
        for line in ["┌ \(title)"] + lines.map({ "│ \($0)" }) + ["└"] { print(margin + line.onOneLine) }
    }

    /// Prints a problem in one line.
    package func complain(_ problem: String) {
        guard isQuiet else { return tell("✗ \(problem)") }
        FileHandle.standardError.write(Data("✗ \(problem.onOneLine)\n".utf8))
    }

    private var margin: String { String(repeating: "  ", count: depth) }
}

extension String {
    /// This text, which may come from a link, on one line of bearable length and without what would move the cursor.
    fileprivate var onOneLine: String {
        var line = UnicodeScalarView()
        for scalar in unicodeScalars.prefix(240) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: line.append("�")
            default: line.append(scalar)
            }
        }
        return String(line) + (unicodeScalars.dropFirst(240).isEmpty ? "" : "…")
    }
}
