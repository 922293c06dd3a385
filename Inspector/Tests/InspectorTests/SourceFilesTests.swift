import Foundation
import Testing

@testable import Inspector

@Suite("Source files") struct SourceFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID().uuidString)")

    /// Makes a repository of some files, and calls a body with it.
    private func withFiles(_ paths: [String], _ body: (SourceFiles) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in paths + [".git/HEAD"] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        try body(SourceFiles(around: folder.appending(path: paths[0]).path))
    }

    @Test("The repository of the call is the one around its file") func root() throws {
        try withFiles(["App/Sources/App/main.swift", "App/Package.swift"]) { sources in
            #expect(sources.root?.path == folder.path)
        }
        #expect(SourceFiles(around: "/nowhere/main.swift").root == nil)
        #expect(SourceFiles(around: "main.swift").line(of: "App/none.swift:1") == nil)
    }

    @Test("A file that is added later is found, and one that was removed is not") func changes() throws {
        try withFiles(["Cart/Cart.swift"]) { sources in
            #expect(sources.line(of: "Cart/Cart.swift:1") != nil)
            #expect(sources.line(of: "Cart/Line.swift:1") == nil)
            try Data().write(to: folder.appending(path: "Cart/Line.swift"))
            #expect(sources.line(of: "Cart/Line.swift:1") != nil)
            try FileManager.default.removeItem(at: folder.appending(path: "Cart/Cart.swift"))
            #expect(sources.line(of: "Cart/Cart.swift:1") == nil)
            #expect(sources.line(of: "Cart/Line.swift:1") != nil)
        }
    }

    static let table: [(location: String, path: String?)] = [
        ("App/main.swift:7", "App/main.swift"),
        ("Cart/Cart.swift:14", "Cart/Sources/Cart/Model/Cart.swift"),
        ("Other/Price.swift:1", "Cart/Sources/Cart/Price.swift"),
        ("Cart/Line.swift:1", "Cart/Sources/Cart/Line.swift"),
        ("Shop/Line.swift:1", nil),
        ("Twice/Twin.swift:1", nil),
        ("Cart/None.swift:1", nil),
        ("Cart/HEAD:1", nil),
        ("Cart/notes.txt:1", nil),
        ("Cart/Built.swift:1", nil),
        ("Cart/Cart.swift", nil),
        ("Cart/Cart.swift:", nil),
        ("Cart/Cart.swift:-1", nil),
        ("Cart/Cart.swift:1:2", nil),
        ("Cart.swift:1", nil),
        ("Cart/../main.swift:1", nil),
        ("/etc/passwd.swift:1", nil),
        ("javascript:alert(1)//x.swift:1", nil),
        ("", nil),
    ]

    @Test("A location is found by the name of its file, in its module if there are several", arguments: table.indices)
    func finds(index: Int) throws {
        let row = Self.table[index]
        let files = [
            "App/main.swift", "Cart/Sources/Cart/Model/Cart.swift", "Cart/Sources/Cart/Price.swift",
            "Cart/Sources/Cart/Line.swift", "Orders/Line.swift", "Twice/Twin.swift", "Twice/More/Twin.swift",
            "Cart/notes.txt", "Cart/.build/Built.swift",
        ]
        try withFiles(files) { sources in
            let found = sources.line(of: row.location)?.path.replacing(folder.path + "/", with: "")
            #expect(found == row.path, "\(row)")
        }
    }
}
