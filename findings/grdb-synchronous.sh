#!/usr/bin/env bash
# GRDB 7.10.0: what SQLite writes through at a commit depends on how the file is opened, not on the file. On a file in WAL mode, a default
# DatabaseQueue has `synchronous` 2 (FULL); the writer of a DatabasePool, and a queue with `journalMode = .wal`, have 1 (NORMAL).
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

func synchronous(_ writer: any DatabaseWriter) throws -> Int {
    try writer.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? -1 }
}

let pool = try DatabasePool(path: "file.sqlite")
print("pool:", try synchronous(pool))
try pool.close()
let queue = try DatabaseQueue(path: "file.sqlite")
print("default queue:", try synchronous(queue))
try queue.close()
var configuration = Configuration()
configuration.journalMode = .wal
print("queue with .wal:", try synchronous(DatabaseQueue(path: "file.sqlite", configuration: configuration)))
CODE
swift build > build.log 2>&1 || { cat build.log; exit 1; }
echo "GRDB.swift 7.10.0"

expected='pool: 1
default queue: 2
queue with .wal: 1'
printed="$(.build/debug/finding)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
