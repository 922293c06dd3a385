#!/usr/bin/env bash
# swift-configuration 1.4.0: a reader asks its providers in order. If the first has the key with a value of another type, `int(forKey:default:)`
# returns the default, though the next provider has a good value. Nothing is reported.
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
    dependencies: [.package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0")],
    targets: [.executableTarget(name: "finding", dependencies: [.product(name: "Configuration", package: "swift-configuration")])])
MANIFEST
mkdir -p Sources/finding
cat > Sources/finding/main.swift << 'CODE'
import Configuration

let wrong = InMemoryProvider(values: ["port": "eighty"])
let good = InMemoryProvider(values: ["port": 8080])
print("wrong type, then a good value:", ConfigReader(providers: [wrong, good]).int(forKey: "port", default: 1))
print("the good value alone:", ConfigReader(provider: good).int(forKey: "port", default: 1))
CODE
swift build > build.log 2>&1 || { cat build.log; exit 1; }
echo "swift-configuration 1.4.0"

expected='wrong type, then a good value: 1
the good value alone: 8080'
printed="$(.build/debug/finding)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
