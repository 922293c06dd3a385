// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "MacroTour",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Signalbox", path: "../..", traits: ["Macros"])],
    targets: [
        .executableTarget(
            name: "macrotour",
            dependencies: [.product(name: "DispatchersMacros", package: "Signalbox")]
        )
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
