#!/usr/bin/env bash
# FlyingFox 0.27.1: the path of a route is matched without regard to letter case, unlike paths of URLs elsewhere.
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
    dependencies: [.package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")],
    targets: [.executableTarget(name: "finding", dependencies: [.product(name: "FlyingFox", package: "FlyingFox")])])
MANIFEST
mkdir -p Sources/finding
cat > Sources/finding/main.swift << 'CODE'
import FlyingFox
import Foundation

func request(_ path: String) -> HTTPRequest {
    HTTPRequest(method: .GET, version: .http11, path: path, query: [], headers: [:], body: Data())
}

let route = HTTPRoute("GET /Orders/new")
for path in ["/Orders/new", "/orders/NEW", "/orders/old"] { print(path, await route ~= request(path)) }
CODE
swift build > build.log 2>&1 || { cat build.log; exit 1; }
echo "FlyingFox 0.27.1"

expected='/Orders/new true
/orders/NEW true
/orders/old false'
printed="$(.build/debug/finding)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
