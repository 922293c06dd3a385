import Foundation

/// A process that overwrites its files, as a storage must not: with it the check has to fail.
struct Overwriting {
    let folder: URL

    /// A file as a storage writes it.
    struct File: Codable {
        var value: Ledger
    }

    func run() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var number = max(storedNumber(in: "first"), storedNumber(in: "second"))
        while true {
            number += 1
            try write(Ledger(number), to: "first")
            try write(Ledger(number), to: "second")
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }

    private func storedNumber(in name: String) -> Int {
        guard let data = try? Data(contentsOf: url(of: name)) else { return 0 }
        return (try? JSONDecoder().decode(File.self, from: data).value.number) ?? 0
    }

    private func write(_ ledger: Ledger, to name: String) throws {
        try JSONEncoder().encode(File(value: ledger)).write(to: url(of: name))
    }

    private func url(of name: String) -> URL { folder.appendingPathComponent("\(name).json") }
}
