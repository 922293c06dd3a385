// swift-tools-version: 6.3
import PackageDescription

let dispatchers: Target.Dependency = .product(name: "Dispatchers", package: "Signalbox")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")

let package = Package(
    name: "Integrations",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [.library(name: "SignalboxTracing", targets: ["SignalboxTracing"])],
    dependencies: [
        .package(name: "Signalbox", path: ".."),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
        // For the code of articles alone.
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    ],
    targets: [
        .target(name: "SignalboxTracing", dependencies: [dispatchers, tracing]),
        .testTarget(
            name: "SignalboxTracingTests",
            dependencies: [
                "SignalboxTracing", dispatchers, tracing,
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "ServiceLifecycleTests",
            dependencies: [
                dispatchers, .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]
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
