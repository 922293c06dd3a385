// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Harness", targets: ["Harness", "Workloads", "Operations"])],
    dependencies: [
        .package(name: "Signalbox", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "AllocationCounter"),
        .target(
            name: "Harness",
            dependencies: [
                "AllocationCounter", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(name: "Workloads", resources: [.embedInCode("routes_github.txt")]),
        .target(
            name: "Operations",
            dependencies: [
                "Harness", "Workloads",
                .product(name: "Dispatchers", package: "Signalbox"),
                .product(name: "Hooks", package: "Signalbox"),
                .product(name: "Routing", package: "Signalbox"),
            ]
        ),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Harness", "Operations", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

if Context.environment["SIGNALBOX_STRICT"] != nil {
    for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
