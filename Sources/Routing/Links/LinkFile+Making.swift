#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LinkFile {
    /// The most bytes that Apple's systems read of a file.
    private static let maximumAppleLength = 128 * 1024

    /// Makes an `apple-app-site-association` file.
    static func apple(
        _ apps: [String], _ sources: [LinkSource], at host: String?
    ) throws(LinkFileError) -> LinkFile {
        if apps.isEmpty { throw LinkFileError(.noApp) }
        for app in apps where !app.isAppleAppID { throw LinkFileError(.malformedApp, app) }
        let rules = try sources.rules(at: host, in: .apple)
        let components = rules.map { rule in
            var component: [String: MetadataValue] = [
                "/": .string(rule.path), "comment": .string(rule.pattern.text.printed),
            ]
            if rule.isIgnoringCase { component["caseSensitive"] = false }
            return MetadataValue.object(component)
        }
        let details: MetadataValue = .object([
            "appIDs": .array(apps.map { .string($0) }), "components": .array(components),
        ])
        var file = LinkFile(.object(["applinks": .object(["details": .array([details])])]), rules)
        if file.json.utf8.count > maximumAppleLength {
            let note = "The file has \(file.json.utf8.count) bytes; systems read at most \(maximumAppleLength)."
            file = LinkFile(json: file.json, notes: [note] + file.notes)
        }
        return file
    }

    /// Makes an `assetlinks.json` file.
    static func android(
        _ apps: [AndroidApp], _ sources: [LinkSource], at host: String?
    ) throws(LinkFileError) -> LinkFile {
        if apps.isEmpty { throw LinkFileError(.noApp) }
        let rules = try sources.rules(at: host, in: .android)
        let components = MetadataValue.array(rules.map { .object(["/": .string($0.path)]) })
        let relation = "delegate_permission/common.handle_all_urls"
        let statements = apps.map { app in
            MetadataValue.object([
                "relation": .array([.string(relation)]),
                "target": .object([
                    "namespace": "android_app", "package_name": .string(app.package),
                    "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0) }),
                ]),
                "relation_extensions": .object([relation: .object(["dynamic_app_link_components": components])]),
            ])
        }
        return LinkFile(.array(statements), rules)
    }

    private init(_ value: MetadataValue, _ rules: [LinkRule]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Text alone can always be written.
        let json = (try? encoder.encode(value)).map { String(decoding: [UInt8]($0), as: UTF8.self) } ?? ""
        self.init(json: json, notes: rules.notes)
    }
}
