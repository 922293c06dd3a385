import ArgumentParser
import Foundation
import Routing

/// The table that a command works on.
struct TableFile: ParsableArguments {
    @Option(name: .customLong("table"), help: ArgumentHelp("The table file.", valueName: "file"))
    var path: String

    /// Reads the file, or says in one line what is wrong with it.
    func read() throws -> RouteList {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw Failure("\(path): The file cannot be read.")
        }
        let list: RouteList
        do {
            list = try RouteList(json: data)
        } catch {
            throw Failure("\(path): \(error)")
        }
        if let (key, offset) = RepeatedKeys.first(in: data) {
            throw Failure("\(path): The key “\(key)” appears twice in one object, again at offset \(offset).")
        }
        return list
    }
}

/// The reason why a command could not do its work, in one line.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
