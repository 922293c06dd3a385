// swift-tools-version: 6.3
import PackageDescription

let dispatchers: Target.Dependency = .product(name: "Dispatchers", package: "Signalbox")
let hooks: Target.Dependency = .product(name: "Hooks", package: "Signalbox")
let routing: Target.Dependency = .product(name: "Routing", package: "Signalbox")

// No feature imports another: they share the shop's vocabulary, and the app puts them together.
let features = ["Catalog", "Cart", "Account", "Orders"]

// The tour is built quickly, and without dependencies: the inspector comes with `TOUR_INSPECT=1 swift run tour --inspect`.
let inspects = Context.environment["TOUR_INSPECT"] != nil
let inspector: [Target.Dependency] = inspects ? [.product(name: "Inspector", package: "Inspector")] : []

let package = Package(
    name: "Tour",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "../..")]
        + (inspects ? [.package(name: "Inspector", path: "../../Inspector")] : []),
    targets: [
        .target(name: "ShopKit", dependencies: [dispatchers, hooks, routing]),
        .executableTarget(
            name: "tour",
            dependencies: ["ShopKit", dispatchers, hooks, routing] + features.map { .target(name: $0) }
                + inspector,
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
    if inspects { target.swiftSettings?.append(.define("INSPECT")) }
    if Context.environment["SIGNALBOX_STRICT"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
