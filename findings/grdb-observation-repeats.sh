#!/usr/bin/env bash
# GRDB 7.10.0: an observation of a pool gives the first value twice, without any write between, and each write of an observed table is a
# value, also one that changes nothing. A queue gives the first value once.
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
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
    targets: [.executableTarget(name: "finding", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])])
MANIFEST
mkdir -p Sources/finding
cat > Sources/finding/main.swift << 'CODE'
import GRDB

/// Prints the values up to the first that has both numbers.
func observe(_ name: String, _ writer: any DatabaseWriter, repeats: Int) async throws {
    try await writer.write { try $0.execute(sql: "CREATE TABLE part (number INTEGER); INSERT INTO part VALUES (1)") }
    let observation = ValueObservation.tracking { try Int.fetchAll($0, sql: "SELECT number FROM part") }
    var values = observation.values(in: writer).makeAsyncIterator()
    var found: [[Int]] = []
    for _ in 0..<repeats { if let value = try await values.next() { found.append(value) } }
    try await writer.write { try $0.execute(sql: "UPDATE part SET number = number") }
    if let value = try await values.next() { found.append(value) }
    try await writer.write { try $0.execute(sql: "INSERT INTO part VALUES (2)") }
    if let value = try await values.next() { found.append(value) }
    print("\(name): \(found)")
}

try await observe("pool", DatabasePool(path: "pool.sqlite"), repeats: 2)
try await observe("queue", DatabaseQueue(path: "queue.sqlite"), repeats: 1)
CODE
swift build > build.log 2>&1 || { cat build.log; exit 1; }
echo "GRDB.swift 7.10.0"

expected='pool: [[1], [1], [1], [1, 2]]
queue: [[1], [1], [1, 2]]'
printed="$(timeout 60 .build/debug/finding)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
