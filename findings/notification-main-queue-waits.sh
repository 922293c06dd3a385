#!/usr/bin/env bash
# Foundation of Swift 6.3.1: `post` to an observer with `queue: .main` returns when the main thread has called the observer. A thread that posts
# waits for as long as the main thread is busy.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | head -n 1
cat > main.swift << 'CODE'
import Foundation

let name = Notification.Name("saved")
let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
    print("the observer was called")
}
let posted = DispatchSemaphore(value: 0)
Thread.detachNewThread {
    NotificationCenter.default.post(name: name, object: nil)
    print("post returned")
    posted.signal()
}
Thread.sleep(forTimeInterval: 0.5)
let returned = posted.wait(timeout: .now()) == .success
print("returned while the main thread was busy:", returned)
DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { exit(0) }
RunLoop.main.run()
CODE
swiftc -swift-version 6 main.swift -o program

expected='returned while the main thread was busy: false
the observer was called
post returned'
printed="$(./program)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
