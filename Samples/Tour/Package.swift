// swift-tools-version: 6.2
import PackageDescription

let dispatchers: Target.Dependency = .product(name: "Dispatchers", package: "Signalbox")
let hooks: Target.Dependency = .product(name: "Hooks", package: "Signalbox")
let routing: Target.Dependency = .product(name: "Routing", package: "Signalbox")

// No feature imports another: they share the shop's vocabulary, and the app puts them together.
let features = ["Catalog", "Cart", "Account", "Orders"]

let package = Package(
    name: "Tour",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "../..")],
    targets: [
        .target(name: "ShopKit", dependencies: [dispatchers, hooks, routing]),
        .executableTarget(
            name: "tour",
            dependencies: ["ShopKit", dispatchers, hooks, routing] + features.map { .target(name: $0) },
            path: "Sources/App"
        ),
    ] + features.map { .target(name: $0, dependencies: ["ShopKit", dispatchers, hooks, routing]) },
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if Context.environment["SIGNALBOX_STRICT"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
