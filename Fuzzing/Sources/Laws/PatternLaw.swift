import Routing

enum PatternLaw {
    static func check(_ text: String) throws(Violation) {
        do {
            let pattern = try RoutePattern(text)
            guard let again = try? RoutePattern(pattern.description) else {
                throw Violation("its spelling \(pattern.description) is no pattern")
            }
            guard again == pattern, again.hashValue == pattern.hashValue else {
                throw Violation("its spelling \(pattern.description) is another pattern")
            }
            guard again.description == pattern.description else {
                throw Violation("its spelling \(pattern.description) has another one")
            }
        } catch let error as RoutePatternError {
            try Violation.unless((0...text.utf8.count).contains(error.offset), "offset \(error.offset)")
            try Violation.unless(!error.description.isEmpty, "no description")
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("\(error)")
        }
    }
}
