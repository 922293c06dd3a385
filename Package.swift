// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Signalbox",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Dispatchers", targets: ["Dispatchers"]),
        .library(name: "Routing", targets: ["Routing"]),
    ],
    targets: [
        .target(name: "Dispatchers"),
        .target(name: "Routing", dependencies: ["Dispatchers"]),
        .testTarget(name: "DispatchersTests", dependencies: ["Dispatchers", "AllocationCounter"]),
        .testTarget(
            name: "MainActorModuleTests",
            dependencies: ["Dispatchers"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "RoutingTests",
            dependencies: ["Routing", "Dispatchers", "AllocationCounter"],
            resources: [.copy("Resources")]
        ),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
            .enableUpcomingFeature("ExistentialAny"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
            .enableUpcomingFeature("InternalImportsByDefault"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
            .enableUpcomingFeature("MemberImportVisibility"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
            .enableUpcomingFeature("InferIsolatedConformances"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
            .enableUpcomingFeature("ImmutableWeakCaptures"),
        ]
}
