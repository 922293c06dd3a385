/// Routes whose URLs are links: those of a router, or of a list.
struct LinkSource {
    let addressing: Addressing
    let isIgnoringCase: Bool
    let records: [RouteRecord]
}

extension LinkSource {
    /// The most paths, of all routes behind all origins of a host, for which rules are made.
    fileprivate static let maximumPaths = 20_000

    /// The most origins, for all of which it is looked up whether an earlier one hides them.
    fileprivate static let maximumOrigins = 1_000

    /// A Boolean value that indicates whether there are too many origins.
    fileprivate var hasTooManyOrigins: Bool {
        if case .origins(let origins) = addressing { origins.count > Self.maximumOrigins } else { false }
    }

    /// The number of paths for which rules at a host would be made.
    fileprivate func pathCount(at host: String) -> Int {
        webOrigins(at: host).count * records.reduce(0) { $0 + $1.pattern.expansionCount }
    }

    /// The origins of the web.
    fileprivate var webOrigins: [Origin] {
        guard case .origins(let origins) = addressing else { return [] }
        return origins.filter { $0.url.hasScheme("https") && !$0.takesHost }
    }

    /// The origins of a host, without those that begin with an earlier one: URLs of these are read by that one.
    private func webOrigins(at host: String) -> [Origin] {
        var found: [Origin] = []
        for origin in webOrigins where origin.takesHost(named: host) {
            let isHidden = found.contains { origin.segments.starts(with: $0.segments) }
            if !isHidden { found.append(origin) }
        }
        return found
    }

    /// The rules for URLs of a host.
    fileprivate func rules(at host: String, in syntax: LinkSyntax) -> [LinkRule] {
        var rules: [LinkRule] = []
        guard let site = try? URLText("https://" + host.encoded(except: .all)) else { return [] }
        for origin in webOrigins(at: host) {
            for record in records where record.takesScheme(of: site) && record.pattern.host.matches(site) {
                for path in record.pattern.expansions {
                    rules += LinkRule.rules(
                        for: record.pattern, path, behind: origin.segments, ignoringCase: isIgnoringCase, in: syntax)
                }
            }
        }
        return rules
    }
}

extension [LinkSource] {
    /// The rules for URLs of a host, each once: of those with one path, the one that takes the least more than its
    /// route.
    ///
    /// - Parameters:
    ///   - host: The host; `nil` if all origins of the web have the same.
    ///   - syntax: The way in which the rules are written.
    /// - Returns: The rules in the order of the routes.
    /// - Throws: An error if there is no such host, or no route for its URLs, or too many.
    func rules(at host: String?, in syntax: LinkSyntax) throws(LinkFileError) -> [LinkRule] {
        if contains(where: \.hasTooManyOrigins) { throw LinkFileError(.tooManyPaths) }
        let host = try webHost(host)
        guard reduce(0, { $0 + $1.pathCount(at: host) }) <= LinkSource.maximumPaths else {
            throw LinkFileError(.tooManyPaths, host)
        }
        var rules: [LinkRule] = []
        var numbers: [String: Int] = [:]
        for rule in flatMap({ $0.rules(at: host, in: syntax) }) {
            let key = (rule.isIgnoringCase ? "i" : "=") + rule.path
            if let number = numbers[key] {
                if rule.excess.count < rules[number].excess.count { rules[number] = rule }
            } else {
                numbers[key] = rules.count
                rules.append(rule)
            }
        }
        if rules.isEmpty { throw LinkFileError(.noRoute, host) }
        return rules
    }

    /// The host that is meant, in lowercase.
    private func webHost(_ host: String?) throws(LinkFileError) -> String {
        var hosts: [String] = []
        if let host = host?.lowercased() {
            let isHost = (try? URLText("https://" + host))?.decodedHost?.hasSameBytes(as: host) == true
            guard isHost, flatMap(\.webOrigins).contains(where: { $0.takesHost(named: host) }) else {
                throw LinkFileError(.noWebOrigin, host)
            }
            return host
        }
        for origin in flatMap(\.webOrigins) where !hosts.contains(origin.name) { hosts.append(origin.name) }
        guard let only = hosts.first else { throw LinkFileError(.noWebOrigin) }
        guard hosts.count == 1 else { throw LinkFileError(.severalHosts, hosts.joined(separator: ", ")) }
        return only
    }
}
