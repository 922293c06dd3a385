// swift-tools-version: 6.3
import PackageDescription

let dispatchers: Target.Dependency = .product(name: "Dispatchers", package: "Signalbox")
let hooks: Target.Dependency = .product(name: "Hooks", package: "Signalbox")
let routing: Target.Dependency = .product(name: "Routing", package: "Signalbox")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let server: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let bridging: Target.Dependency = .product(name: "Bridging", package: "Signalbox")
let sqlite: Target.Dependency = .product(name: "SQLiteBridging", package: "Bridges")
let stateStorage: Target.Dependency = .product(name: "StateStorage", package: "Signalbox")
let testing: Target.Dependency = .product(name: "DispatchersTesting", package: "Signalbox")
let signalbox = [dispatchers, hooks, routing, stateStorage]
let inspector: Target.Dependency = .product(name: "Inspector", package: "Inspector")
let exploring: Target.Dependency = .product(name: "Exploring", package: "Signalbox")
let browser: Target.Dependency = .product(name: "BrowserDriver", package: "Inspector")

// The targets that all features use. None of these imports a feature.
let shared: [Target.Dependency] = ["ShopKit", "Pages", "Binding"]

// No feature imports another. A test reads this manifest and fails if one does.
let features = ["Catalog", "Cart", "Checkout", "Account", "Orders", "Warehouse", "Analytics", "Mail"]

let package = Package(
    name: "Storefront",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "storefront", targets: ["storefront"])],
    dependencies: [
        .package(name: "Signalbox", path: "../.."),
        .package(name: "Inspector", path: "../../Inspector"),
        .package(name: "Bridges", path: "../../Bridges"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(name: "Pages", dependencies: signalbox),
        .target(name: "ShopKit", dependencies: ["Pages", bridging] + signalbox),
        .target(name: "Binding", dependencies: ["ShopKit", "Pages"] + signalbox),
        .target(name: "Storage", dependencies: ["ShopKit", sqlite, grdb] + signalbox),
        .target(name: "Live", dependencies: ["ShopKit", "Pages"] + signalbox),
        .target(name: "Steps", dependencies: ["ShopKit", "Pages"] + signalbox),
        .executableTarget(
            name: "storefront",
            dependencies: shared + signalbox + [
                "Storage", "Live", "Steps", hummingbird, server, inspector, bridging, sqlite,
            ]
                + features.map { .target(name: $0) },
            path: "Sources/App",
            resources: [
                .embedInCode("Resources/live.js"), .embedInCode("Resources/typing.js"),
                .embedInCode("Resources/shop.css"),
            ]
        ),
        .testTarget(
            name: "StorefrontTests",
            dependencies: shared + signalbox
                + ["storefront", "Storage", "Live", "Steps", grdb, hummingbird, server, inspector, testing]
                + features.map { .target(name: $0) }
        ),
        .testTarget(name: "BrowserTests", dependencies: ["storefront", browser, grdb]),
    ] + features.map { .target(name: $0, dependencies: shared + signalbox) },
    swiftLanguageModes: [.v6]
)

// Tests that explore replace the executors of their process, so they have one of their own, which needs no server.
if Context.environment["SIGNALBOX_TESTS"] == "StorefrontExploringTests" {
    package.targets.removeAll { $0.isTest }
    let modules = ["Live"] + features.filter { $0 != "Mail" }
    package.targets.append(
        .testTarget(
            name: "StorefrontExploringTests",
            dependencies: shared + signalbox + [exploring, testing] + modules.map { .target(name: $0) }))
}

// Builds the shop with the client of PostgreSQL, for `--log`.
let hasPostgres = Context.environment["STOREFRONT_POSTGRES"] != nil

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if hasPostgres && target.name == "storefront" {
        target.dependencies.append(.product(name: "PostgresBridging", package: "Bridges"))
        target.swiftSettings?.append(.define("Postgres"))
    }
    if Context.environment["SIGNALBOX_STRICT"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
