import Dispatchers
import Inspector

// Serves the page without an app, to open trace files: `swift run inspect`.
let inspector = try await Inspector.start(trace: Trace(), allowingRelease: true)
print("Open a trace file there. End with Control-C.")
while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
await inspector.stop()
