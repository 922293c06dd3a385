// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Notes",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "Signalbox", path: "../..")],
    targets: [
        .executableTarget(
            name: "Notes",
            dependencies: ["Dispatchers", "Hooks", "Routing", "SignalboxUI", "StateStorage"].map {
                .product(name: $0, package: "Signalbox")
            }
        )
    ],
    swiftLanguageModes: [.v6]
)
