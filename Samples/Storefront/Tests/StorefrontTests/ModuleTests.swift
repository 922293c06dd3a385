import Foundation
import Testing

/// The rules of the sample's source.
@Suite struct ModuleTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let features: Set = [
        "Catalog", "Cart", "Checkout", "Account", "Orders", "Warehouse", "Analytics", "Mail",
    ]

    private struct Manifest: Decodable {
        struct Target: Decodable {
            struct Dependency: Decodable {
                let names: [String]

                init(from decoder: any Decoder) throws {
                    let cases = try decoder.container(keyedBy: Name.self)
                    names = try cases.allKeys.compactMap { key in
                        var list = try cases.nestedUnkeyedContainer(forKey: key)
                        return try list.decode(String?.self)
                    }
                }
            }

            let name: String
            let dependencies: [Dependency]
        }

        struct Name: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let targets: [Target]
    }

    @Test func noFeatureDependsOnAnother() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // A folder of its own, since that of the build is in use. The variable would win over the option.
        let scratch = FileManager.default.temporaryDirectory.appending(path: "storefront-manifest-\(UUID())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        process.arguments = [
            "swift", "package", "--package-path", Self.package.path, "--scratch-path", scratch.path, "dump-package",
        ]
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SWIFTPM_BUILD_DIR" }
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let manifest = try JSONDecoder().decode(Manifest.self, from: data)
        let checked = manifest.targets.filter { Self.features.contains($0.name) }
        #expect(checked.count == Self.features.count)
        for target in checked {
            let others = Set(target.dependencies.flatMap(\.names)).intersection(Self.features)
            #expect(others.isEmpty, "\(target.name) depends on \(others)")
        }
    }

    private static func files() throws -> [(path: String, text: String)] {
        let sources = package.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            (path, try String(contentsOf: sources.appending(path: path), encoding: .utf8))
        }
    }

    @Test func noFeatureImportsAnother() throws {
        for file in try Self.files() {
            let module = String(file.path.prefix { $0 != "/" })
            guard module != "App" else { continue }
            let lines = file.text.split(separator: "\n").filter { $0.contains("import ") }
            for other in Self.features where other != module {
                #expect(!lines.contains { $0.hasSuffix("import \(other)") }, "\(file.path)")
            }
        }
    }

    @Test func everyPathIsWrittenByPathFor() throws {
        let literal =
            /"\/(hot|categories|brands|product|search|cart|checkout|sign|register|orders|profile|stock|numbers|act)|\?\? "\/"/
        for file in try Self.files() where !["ShopKit/Routes.swift", "ShopKit/Actions.swift"].contains(file.path) {
            // The links of an earlier shop are patterns of a redirect.
            let text = file.text.split(separator: "\n").filter { !$0.contains("routes.redirect(") }.joined(
                separator: "\n")
            #expect(text.firstMatch(of: literal) == nil, "\(file.path) has a path of its own")
        }
    }

    @Test func noFileIsLong() throws {
        for file in try Self.files() {
            #expect(file.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201, "\(file.path)")
        }
    }
}
