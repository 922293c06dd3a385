// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

/// A product of swift-syntax, which is fetched for the trait `Macros` alone.
func syntax(_ product: String) -> Target.Dependency {
    .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

/// Only for the trait, too: what depends on a plugin is built for the host as well.
let plugin = Target.Dependency.target(name: "DispatchersMacrosPlugin", condition: .when(traits: ["Macros"]))

let package = Package(
    name: "Signalbox",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Dispatchers", targets: ["Dispatchers"]),
        .library(name: "Hooks", targets: ["Hooks"]),
        .library(name: "Routing", targets: ["Routing"]),
        .library(name: "SignalboxUI", targets: ["SignalboxUI"]),
        .library(name: "DispatchersTesting", targets: ["DispatchersTesting"]),
        .library(name: "StateStorage", targets: ["StateStorage"]),
        .library(name: "DispatchersMacros", targets: ["DispatchersMacros"]),
        .library(name: "Bridging", targets: ["Bridging"]),
        .library(name: "BridgingTesting", targets: ["BridgingTesting"]),
        .library(name: "Exploring", targets: ["Exploring"]),
    ],
    traits: [
        .trait(name: "Macros", description: "@Hookable, @JoinPoint and @Dispatchable; fetches and builds swift-syntax.")
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.1"..<"605.0.0")
    ],
    targets: [
        .target(name: "SignalboxCore"),
        .target(name: "Dispatchers", dependencies: ["SignalboxCore"]),
        .target(name: "Hooks", dependencies: ["SignalboxCore"]),
        .target(name: "Routing", dependencies: ["SignalboxCore"]),
        .target(name: "SignalboxUI", dependencies: ["Dispatchers", "Hooks", "Routing"]),
        .target(name: "DispatchersTesting", dependencies: ["Dispatchers", "Hooks", "SignalboxCore"]),
        .target(name: "StateStorage", dependencies: ["Dispatchers"]),
        .target(name: "DispatchersMacros", dependencies: ["Dispatchers", "Hooks", plugin]),
        .macro(
            name: "DispatchersMacrosPlugin",
            dependencies: [syntax("SwiftSyntaxMacros"), syntax("SwiftCompilerPlugin")]
        ),
        .target(name: "Bridging", dependencies: ["Dispatchers", "SignalboxCore"]),
        .target(name: "BridgingTesting", dependencies: ["Bridging", "SignalboxCore"]),
        .target(name: "CExploring"),
        .target(name: "Exploring", dependencies: ["CExploring", "SignalboxCore"]),
        .testTarget(
            name: "BridgingTests",
            dependencies: ["Bridging", "BridgingTesting", "DispatchersTesting", "AllocationCounter"]),
        .testTarget(name: "SignalboxCoreTests", dependencies: ["SignalboxCore", "Dispatchers"]),
        .testTarget(
            name: "DispatchersTests", dependencies: ["Dispatchers", "DispatchersTesting", "AllocationCounter"]),
        .testTarget(
            name: "DispatchersTestingTests", dependencies: ["DispatchersTesting", "Dispatchers", "Hooks", "Routing"]),
        .testTarget(
            name: "StateStorageTests", dependencies: ["StateStorage", "Dispatchers", "DispatchersTesting"]),
        .testTarget(name: "HooksTests", dependencies: ["Hooks", "Dispatchers", "AllocationCounter"]),
        .testTarget(name: "SignalboxUITests", dependencies: ["SignalboxUI", "Dispatchers", "Hooks", "Routing"]),
        .testTarget(
            name: "MainActorModuleTests",
            dependencies: ["Dispatchers", "Hooks"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "RoutingTests",
            dependencies: ["Routing", "Dispatchers", "AllocationCounter"],
            resources: [.copy("Resources")]
        ),
        .testTarget(
            name: "DispatchersMacrosTests",
            dependencies: [
                "Dispatchers", "Hooks", "DispatchersMacros", plugin,
                syntax("SwiftSyntaxMacrosGenericTestSupport"), syntax("SwiftSyntaxMacroExpansion"),
                syntax("SwiftParser"),
                syntax("SwiftDiagnostics"),
            ]
        ),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    ],
    swiftLanguageModes: [.v6]
)

// Tests that explore replace the executors, the clocks and the random numbers of their process, so they have one of their own.
if Context.environment["SIGNALBOX_TESTS"]?.contains("ExploringTests") == true {
    let modules = ["Exploring", "Bridging", "Dispatchers", "DispatchersTesting", "Routing", "SignalboxCore"]
    package.targets.append(.testTarget(name: "ExploringTests", dependencies: modules.map { .target(name: $0) }))
}

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

// https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
for target in package.targets where !target.isTest && !["AllocationCounter", "CExploring"].contains(target.name) {
    target.swiftSettings?.append(.strictMemorySafety())
}

// For the continuous integration: a user's compiler may warn of more than ours.
if Context.environment["SIGNALBOX_STRICT"] != nil {
    for target in package.targets { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}

// And for its instrumented builds, each of which is for some tests and need not build the others.
if let chosen = Context.environment["SIGNALBOX_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { target in target.isTest && !chosen.contains { $0 == target.name } }
}
