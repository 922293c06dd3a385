// swift-tools-version: 6.3
import PackageDescription

let signalbox: [Target.Dependency] = ["Dispatchers", "Hooks", "Routing"].map {
    .product(name: $0, package: "Signalbox")
}

let package = Package(
    name: "Inspector",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Inspector", targets: ["Inspector"]),
        .library(name: "BrowserDriver", targets: ["BrowserDriver"]),
        .executable(name: "inspect", targets: ["inspect"]),
    ],
    dependencies: [
        .package(name: "Signalbox", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox.git", exact: "0.27.1"),
    ],
    targets: [
        .target(
            name: "Inspector",
            dependencies: signalbox + [.product(name: "FlyingSocks", package: "FlyingFox")]
        ),
        // Opens a trace file without an app.
        .executableTarget(name: "inspect", dependencies: ["Inspector"] + signalbox),
        // What watching costs the app.
        .executableTarget(name: "figures", dependencies: ["Inspector"] + signalbox),
        // A headless Chromium, for tests of pages.
        .target(name: "BrowserDriver"),
        .testTarget(
            name: "InspectorTests",
            dependencies: ["Inspector", .product(name: "DispatchersTesting", package: "Signalbox")] + signalbox
        ),
        .testTarget(
            name: "BrowserTests",
            dependencies: ["Inspector", "BrowserDriver", .product(name: "DispatchersTesting", package: "Signalbox")]
                + signalbox
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if Context.environment["SIGNALBOX_STRICT"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
