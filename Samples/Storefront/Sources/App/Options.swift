import Foundation

/// The options of the command line.
struct Options {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The port that was asked for.
    ///
    /// Without one, the first free port from 8080 on is taken.
    var port: Int?
    var database = "storefront.sqlite"
    var isExplaining = false
    var isShowingSteps = true
    var isInspecting = false

    /// The connection to PostgreSQL, for a log there; without one, the log is in the database.
    var log: String?

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            switch name {
            case "--explain": isExplaining = true
            case "--inspect": isInspecting = true
            case "--no-steps": isShowingSteps = false
            case "--port":
                guard let text = rest.popFirst(), let number = Int(text), (0...65_535).contains(number) else {
                    throw Mistake(description: "--port needs a number")
                }
                port = number
            case "--database":
                guard let file = rest.popFirst() else { throw Mistake(description: "--database needs a file") }
                database = file
            case "--log":
                guard let connection = rest.popFirst() else { throw Mistake(description: "--log needs a connection") }
                log = connection
            default: throw Mistake(description: "there is no option \(name)")
            }
        }
    }

    /// Returns the port to listen at.
    ///
    /// - Throws: An error that names the port if it is in use.
    func freePort() throws -> Int {
        if let port {
            guard Port.isFree(port) else { throw Mistake(description: "port \(port) is in use") }
            return port
        }
        guard let free = Port.firstFree(from: 8_080) else {
            throw Mistake(description: "the ports 8080 to 8089 are in use: name another one with --port")
        }
        if free != 8_080 { print("Port 8080 is in use.") }
        return free
    }
}
