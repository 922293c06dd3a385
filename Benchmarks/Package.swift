// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "..")],
    targets: [
        .target(name: "AllocationCounter"),
        .target(name: "Harness", dependencies: ["AllocationCounter"]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Harness",
                .product(name: "Dispatchers", package: "Signalbox"),
                .product(name: "Routing", package: "Signalbox"),
            ],
            resources: [.embedInCode("routes_github.txt")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
