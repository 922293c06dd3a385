// swift-tools-version: 6.3
import PackageDescription

// Peers with dependencies are a package of their own, so that `Benchmarks` builds without them.
let package = Package(
    name: "Peers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Benchmarks", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", exact: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "peers",
            dependencies: [
                .product(name: "Harness", package: "Benchmarks"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
