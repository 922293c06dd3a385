// swift-tools-version: 6.3
import PackageDescription

let bridging: Target.Dependency = .product(name: "Bridging", package: "Signalbox")
let bridgingTesting: Target.Dependency = .product(name: "BridgingTesting", package: "Signalbox")
let dispatchersTesting: Target.Dependency = .product(name: "DispatchersTesting", package: "Signalbox")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")

let package = Package(
    name: "Bridges",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "SQLiteBridging", targets: ["SQLiteBridging"]),
        .library(name: "PostgresBridging", targets: ["PostgresBridging"]),
        .library(name: "NATSBridging", targets: ["NATSBridging"]),
    ],
    dependencies: [
        .package(name: "Signalbox", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(name: "LogSupport", dependencies: [bridging]),
        .target(name: "SQLiteBridging", dependencies: ["LogSupport", bridging, grdb]),
        .testTarget(
            name: "SQLiteBridgingTests", dependencies: ["SQLiteBridging", bridgingTesting, dispatchersTesting, grdb]),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "PostgresBridging", dependencies: ["LogSupport", "CPostgreSQL", bridging]),
        .testTarget(
            name: "PostgresBridgingTests",
            dependencies: ["PostgresBridging", "LogSupport", "CPostgreSQL", bridgingTesting, dispatchersTesting]),
        .systemLibrary(
            name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
        .target(name: "NATSBridging", dependencies: ["LogSupport", "CNATS", bridging]),
        .testTarget(
            name: "NATSBridgingTests", dependencies: ["NATSBridging", "CNATS", bridgingTesting, dispatchersTesting]),
        .executableTarget(name: "talk", dependencies: ["SQLiteBridging", bridging], path: "Checks/talk"),
        .executableTarget(
            name: "kill-check",
            dependencies: ["SQLiteBridging", "PostgresBridging", "NATSBridging", bridging], path: "Checks/kill"),
        .executableTarget(
            name: "figures",
            dependencies: [
                "SQLiteBridging", "PostgresBridging", "NATSBridging", "CPostgreSQL", "CNATS", bridging, grdb,
            ], path: "Checks/figures"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if Context.environment["SIGNALBOX_STRICT"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
