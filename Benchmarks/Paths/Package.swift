// swift-tools-version: 6.3
import PackageDescription

// A program that runs one operation of the libraries, so that `count` can say which files it enters.
let package = Package(
    name: "Paths",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "../..")],
    targets: [
        .target(name: "CEntries"),
        .executableTarget(
            name: "paths",
            dependencies: [
                "CEntries",
                .product(name: "Dispatchers", package: "Signalbox"),
                .product(name: "Hooks", package: "Signalbox"),
                .product(name: "Routing", package: "Signalbox"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
