#!/usr/bin/env bash
# Foundation of Swift 6.3.1: the asynchronous handler of one observer of a typed notification begins with the second message while the first is
# handled, and may end with it before.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | head -n 1
cat > main.swift << 'CODE'
import Foundation

final class Document: Sendable {}

struct Saved: NotificationCenter.AsyncMessage {
    typealias Subject = Document
    let number: Int
}

let center = NotificationCenter()
let document = Document()
let (events, continuation) = AsyncStream<String>.makeStream()
let (gate, opening) = AsyncStream<Void>.makeStream()
let observation = center.addObserver(for: Saved.self) { (message: Saved) async in
    continuation.yield("begins with \(message.number)")
    if message.number == 1 { for await _ in gate {} }
    continuation.yield("has ended \(message.number)")
    if message.number == 2 { opening.finish() }
}
center.post(Saved(number: 1), subject: document)
center.post(Saved(number: 2), subject: document)
var ended = 0
for await event in events {
    guard event.hasPrefix("has ended") else { continue }
    print(event)
    ended += 1
    if ended == 2 { break }
}
center.removeObserver(observation)
CODE
swiftc -swift-version 6 main.swift -o program

expected='has ended 2
has ended 1'
printed="$(./program)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
