import Dispatchers
import Hooks
import Routing

/// Writes what is registered, as the page *Registered* shows it.
struct Tables {
    /// The number of bytes of a value that is shown.
    static let valueLimit = 4_000

    let watched: [any Inspectable]
    let recording: Recording

    /// A Boolean value that indicates whether pages may open URLs.
    let isRouterOffered: Bool

    /// Returns whether the client still waits for the answer.
    let isWanted: () -> Bool

    /// The number of centers, and of scopes, inside of one that are listed.
    private static let childLimit = 200

    /// Everything as one JSON object.
    ///
    /// The writing ends early when the client has gone.
    var json: String {
        var json = JSONWriter(while: isWanted)
        json.object { json in
            json.member("now", recording.now.nanoseconds)
            if let start = recording.startTime { json.member("since", start.nanoseconds) }
            json.member("opens", isRouterOffered)
            var routers: [Router] = []
            json.name("centers")
            json.list(watched) { json, watched in
                // The content of a center is all that is in it, so it is asked for once.
                switch watched.inspected {
                case .center(let info): write(info, kind: kind(of: watched), to: &json)
                case .router(let router): routers.append(router)
                }
            }
            json.name("routers")
            RouterList(of: routers).write(to: &json)
            json.name("joinPoints")
            json.list(JoinPointInfo.all) { write($1, to: &$0) }
            json.name("pointcuts")
            json.list(PointcutInfo.all.filter { !isOwn($0.hook) }) { json, pointcut in
                json.object { json in
                    json.name("hook")
                    write(pointcut.hook, to: &json)
                    json.member("joinPoints", pointcut.joinPoints)
                }
            }
        }
        return json.text
    }

    /// Returns whether an observation or a hook is one of the inspector.
    private func isOwn(_ observation: ObservationInfo) -> Bool { observation.location.fileID.hasPrefix("Inspector/") }

    private func kind(of watched: any Inspectable) -> String {
        switch watched {
        case is MessageCenter: "messages"
        case is ObserverCenter: "states"
        default: "calls"
        }
    }

    private func write(_ center: CenterInfo, kind: String, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind)
            json.member("name", center.name)
            json.name("observations")
            json.list(center.observations.filter { !isOwn($0) }) { write($1, to: &$0) }
            json.name("states")
            json.list(center.states) { write($1, to: &$0) }
            json.name("retained")
            json.list(center.retained) { json, retained in
                json.object { json in
                    json.member("what", retained.what)
                    json.member("limit", retained.limit)
                    json.member("messages", retained.messages.map(text))
                }
            }
            if let services = center.services {
                json.name("services")
                write(services, to: &json)
            }
            json.name("children")
            json.list(center.children.prefix(Self.childLimit)) { write($1, kind: kind, to: &$0) }
            json.member("more", max(center.children.count - Self.childLimit, 0))
        }
    }

    private func write(_ observation: ObservationInfo, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", Int(clamping: observation.id))
            json.member("what", observation.what)
            json.member("owner", observation.owner)
            json.member("on", observation.isolation)
            json.member("priority", observation.priority)
            json.member("form", "\(observation.form)")
            json.member("waiting", observation.waiting)
            json.member("dropped", observation.dropped)
            json.member("at", "\(observation.location)")
        }
    }

    private func write(_ state: StateInfo, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", state.name)
            json.member("type", state.type)
            json.member("value", state.value.map(text))
            json.member("isInherited", state.isInherited)
            json.member("observers", state.observerCount)
            json.member("lastSet", state.lastSet.map { "\($0)" })
        }
    }

    private func write(_ scope: ServiceScopeInfo, to json: inout JSONWriter) {
        json.object { json in
            json.member("number", scope.number)
            json.member("lifetime", "\(scope.lifetime)")
            json.name("providers")
            json.list(scope.providers) { write($1, to: &$0) }
            json.name("made")
            json.list(scope.made) { write($1, to: &$0) }
            json.name("children")
            json.list(scope.children.prefix(Self.childLimit)) { write($1, to: &$0) }
            json.member("more", max(scope.children.count - Self.childLimit, 0))
        }
    }

    private func write(_ provider: ServiceScopeInfo.Provider, to json: inout JSONWriter) {
        json.object { json in
            json.member("what", provider.what)
            json.member("lifetime", "\(provider.lifetime)")
            json.member("priority", provider.priority)
            json.member("on", provider.isolation)
            json.member("at", "\(provider.location)")
        }
    }

    private func write(_ joinPoint: JoinPointInfo, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", "\(joinPoint.target).\(joinPoint.name)")
            json.member("at", "\(joinPoint.location)")
            json.member("isOnMainActor", joinPoint.isOnMainActor)
            json.name("hooks")
            json.list(joinPoint.hooks.filter { !isOwn($0) }) { write($1, to: &$0) }
        }
    }

    private func text(of value: any Sendable) -> String { ValuePrinter.text(of: value, limit: Self.valueLimit) }
}
