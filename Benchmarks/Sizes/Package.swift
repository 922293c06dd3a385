// swift-tools-version: 6.3
import PackageDescription

// The smallest programs that use each module, so that it can be seen what it adds to them.
let package = Package(
    name: "Sizes",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "../..")],
    targets: [
        .executableTarget(name: "nothing"),
        .executableTarget(name: "posting", dependencies: [.product(name: "Dispatchers", package: "Signalbox")]),
        .executableTarget(name: "hooking", dependencies: [.product(name: "Hooks", package: "Signalbox")]),
        .executableTarget(name: "opening", dependencies: [.product(name: "Routing", package: "Signalbox")]),
    ],
    swiftLanguageModes: [.v6]
)
