#!/usr/bin/env bash
# swift-service-lifecycle 2.13.0: `try await gracefulShutdown()` returns only in one of three ways in which a group ends. If the group is
# cancelled, or another service fails, it throws a CancellationError. Code that finishes a service after that line is then not run.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > Package.swift << 'MANIFEST'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "finding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0")],
    targets: [.executableTarget(name: "finding", dependencies: [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")])])
MANIFEST
mkdir -p Sources/finding
cat > Sources/finding/main.swift << 'CODE'
import Logging
import ServiceLifecycle

struct Waiting: Service {
    func run() async throws {
        do {
            try await gracefulShutdown()
            print("returned")
        } catch {
            print("threw", type(of: error))
        }
    }
}

struct Other: Service {
    struct Failure: Error {}
    let started: AsyncStream<Void>.Continuation
    let fails: Bool

    func run() async throws {
        started.finish()
        try? await gracefulShutdown()
        if fails { throw Failure() }
    }
}

func run(cancels: Bool = false, fails: Bool = false) async {
    let (starting, started) = AsyncStream<Void>.makeStream()
    let group = ServiceGroup(
        services: [Waiting(), Other(started: started, fails: fails)],
        logger: Logger(label: "finding") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await group.run() }
    for await _ in starting {}
    if cancels { running.cancel() } else { await group.triggerGracefulShutdown() }
    _ = await running.result
}

print("asked to end:", terminator: " ")
await run()
print("another service fails at its end:", terminator: " ")
await run(fails: true)
print("the group is cancelled:", terminator: " ")
await run(cancels: true)
CODE
swift build > build.log 2>&1 || { cat build.log; exit 1; }
echo "swift-service-lifecycle 2.13.0"

expected='asked to end: returned
another service fails at its end: threw CancellationError
the group is cancelled: threw CancellationError'
printed="$(.build/debug/finding)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
