import Foundation

/// The options of the command line.
struct Options {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// No port is free.
    struct InUse: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        usage: storefront [options]
          --port <number>      the port; by default the first free one from 8080 to 8089
          --database <file>    the file of SQLite; by default storefront.sqlite in the current folder
          --host <name>        a name under which browsers find the shop, such as shop.example or shop.example:8443, besides
                               those of this machine; may be repeated
          --explain            the page of an unknown path says why no route matches
          --no-steps           no “What just happened?” below each page, and no trace for it
          --inspect            starts the inspector, in debug builds
          --log <connection>   the log of several processes in PostgreSQL; build with STOREFRONT_POSTGRES=1
          --help               prints this
        """

    /// The port that was asked for.
    ///
    /// Without one, the first free port from 8080 on is taken.
    var port: Int?
    var database = "storefront.sqlite"
    /// The names of the shop, besides those of this machine.
    var hosts: [String] = []
    var isExplaining = false
    var isShowingSteps = true
    var isInspecting = false
    var isAskingForHelp = false

    /// The connection to PostgreSQL, for a log there; without one, the log is in the database.
    var log: String?

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            switch name {
            case "--explain": isExplaining = true
            case "--inspect": isInspecting = true
            case "--no-steps": isShowingSteps = false
            case "--help", "-h": isAskingForHelp = true
            case "--port": port = try Self.port(rest.popFirst())
            case "--database": database = try Self.value(of: name, "a file", rest.popFirst())
            case "--host": hosts.append(try Self.host(rest.popFirst()))
            case "--log": log = try Self.value(of: name, "a connection", rest.popFirst())
            default: throw Mistake(description: "there is no option \(name)")
            }
        }
    }

    /// Returns the value of an option.
    private static func value(of option: String, _ noun: String, _ text: String?) throws -> String {
        guard let text, !text.isEmpty else { throw Mistake(description: "\(option) needs \(noun)") }
        guard !text.hasPrefix("-") else {
            throw Mistake(
                description:
                    "\(option) needs \(noun), and “\(text)” is an option: write “./\(text)” for a file of this name")
        }
        return text
    }

    private static func host(_ text: String?) throws -> String {
        guard let text, Hosts.isName(text) else {
            let given = text.map { ", and “\($0)” is none" } ?? ""
            throw Mistake(description: "--host needs a name such as shop.example or shop.example:8443\(given)")
        }
        return text
    }

    private static func port(_ text: String?) throws -> Int {
        guard let text, let number = Int(text), (0...65_535).contains(number) else {
            let given = text.map { ", and “\($0)” is none" } ?? ""
            throw Mistake(description: "--port needs a number from 0 to 65535\(given)")
        }
        return number
    }

    /// Returns the port to listen at.
    ///
    /// - Throws: An error that names the port if it is in use.
    func freePort() throws -> Int {
        if let port {
            guard Port.isFree(port) else { throw InUse(description: "port \(port) is in use") }
            return port
        }
        guard let free = Port.firstFree(from: 8_080) else {
            throw InUse(description: "the ports 8080 to 8089 are in use: name another one with --port")
        }
        if free != 8_080 { print("Port 8080 is in use.") }
        return free
    }
}
