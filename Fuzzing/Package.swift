// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "..")],
    targets: [
        .target(
            name: "Laws",
            dependencies: [
                .product(name: "Routing", package: "Signalbox"), .product(name: "Bridging", package: "Signalbox"),
            ]),
        .executableTarget(name: "fuzz", dependencies: ["Laws"]),
        // Writes states until it is killed, for `.ci/check-storage`.
        .executableTarget(
            name: "storage-check",
            dependencies: ["StateStorage", "Dispatchers"].map { .product(name: $0, package: "Signalbox") }),
        // Runs loops on the main thread, for `.ci/check-main-thread`.
        .executableTarget(
            name: "main-thread-check", dependencies: [.product(name: "Dispatchers", package: "Signalbox")]),
    ],
    swiftLanguageModes: [.v6]
)

// Guided by coverage, with libFuzzer, which not every toolchain has.
if Context.environment["LIBFUZZER"] != nil {
    package.targets.append(.executableTarget(name: "guided", dependencies: ["Laws"]))
}

if Context.environment["SIGNALBOX_STRICT"] != nil {
    for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
