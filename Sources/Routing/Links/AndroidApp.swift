/// An Android app, as the file `assetlinks.json` names it.
public struct AndroidApp: Sendable, Hashable {
    /// The name of its package.
    public let package: String

    /// The SHA-256 fingerprints of the certificates that sign it, in capital letters.
    public let fingerprints: [String]

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - package: The name of its package, such as `com.example.shop`.
    ///   - fingerprints: The SHA-256 fingerprints of the certificates that sign it, at least one: 32 pairs of
    ///     hexadecimal digits with colons between them.
    /// - Throws: The first text that is wrong.
    public init(_ package: String, fingerprints: [String]) throws(LinkFileError) {
        guard package.isPackageName else { throw LinkFileError(.malformedApp, package) }
        guard !fingerprints.isEmpty else { throw LinkFileError(.malformedFingerprint, "") }
        for fingerprint in fingerprints where !fingerprint.isFingerprint {
            throw LinkFileError(.malformedFingerprint, fingerprint)
        }
        self.package = package
        self.fingerprints = fingerprints.map { $0.uppercased() }
    }
}

extension String {
    /// A Boolean value that indicates whether this is the identifier of an app of Apple's systems.
    var isAppleAppID: Bool {
        let parts = Array(utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let capitals: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        let inBundle = ASCIISet.letters.union(.digits).union("-")
        guard parts.count > 1, parts[0].count == 10, parts[0].allSatisfy(capitals.contains) else { return false }
        return parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(inBundle.contains) }
    }

    /// A Boolean value that indicates whether this is the name of an Android package.
    fileprivate var isPackageName: Bool {
        let parts = Array(utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let inName = ASCIISet.letters.union(.digits).union("_")
        return parts.count > 1
            && parts.allSatisfy { part in
                part.first.map(ASCIISet.letters.contains) ?? false && part.allSatisfy(inName.contains)
            }
    }

    /// A Boolean value that indicates whether this is a SHA-256 fingerprint.
    fileprivate var isFingerprint: Bool {
        let pairs = Array(utf8).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pairs.count == 32 && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.hexadecimalValue != nil } }
    }
}
