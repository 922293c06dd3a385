#if Macros
    import SwiftSyntax

    /// Writes the bodies of a dispatcher's functions.
    ///
    /// No other type of the plugin knows the functions of the center.
    struct Forwarding {
        /// The expression for the protocol: `(any P).self`, or `Called.self` if the requirement is inherited.
        let called: String
        /// The expression for the receiver in a closure.
        let receiver: String

        /// Calls the receivers that are registered for the protocol itself.
        static func own(_ name: String) -> Forwarding {
            Forwarding(called: "(any \(name)).self", receiver: "receiver")
        }

        /// Calls the receivers that are registered for a protocol that inherits this one.
        static func inherited(_ name: String) -> Forwarding {
            Forwarding(called: "Called.self", receiver: "Self.receiver(receiver, as: (any \(name)).self)")
        }

        func body(_ entry: RequirementEntry) -> String {
            if entry.result == nil, entry.effects.failure == nil, !entry.effects.isAsync { return telling(entry) }
            return entry.effects.isAsync ? waiting(entry) : asking(entry)
        }

        /// Returns a call of all receivers on their isolations, if the arguments can be sent there.
        private func telling(_ entry: RequirementEntry) -> String {
            let isSendable = entry.parameters.allSatisfy(\.isSendable) && entry.delivery?.kind != .here
            let verb = isSendable ? "center.dispatch(\(called))" : "center.collect(\(called), .all)"
            return "\(verb) { receiver in \(statement(entry)) }"
        }

        private func asking(_ entry: RequirementEntry) -> String {
            let effects = entry.effects
            var rule = [called, entry.delivery?.rule ?? ".all"]
            if !effects.isTyped, effects.failure != nil {
                rule.append(
                    "failing: \(entry.delivery?.policy ?? (entry.result == nil ? ".throwAtEnd" : ".stopAtFirst"))")
            }
            let signature = effects.isTyped ? " throws(\(effects.failure ?? "")) -> \(entry.output)" : ""
            let head = effects.isTyped ? "(receiver: \(typeOfReceiver))\(signature)" : "receiver"
            let call =
                "\(effects.marks)center.collect(\(rule.joined(separator: ", "))) { \(head) in \(statement(entry)) }"
            return finished(call, entry, mayBeCancelled: false)
        }

        private func waiting(_ entry: RequirementEntry) -> String {
            let throwing = entry.effects.failure != nil
            let usual = throwing ? (entry.result == nil ? ".throwAtEnd" : ".stopAtFirst") : ".report"
            let rule = [
                called, entry.delivery?.rule ?? ".all", "running: \(entry.delivery?.order ?? ".oneByOne")",
                "failing: \(entry.delivery?.policy ?? usual)",
            ]
            let call =
                "\(throwing ? "try" : "try?") await center.collect(\(rule.joined(separator: ", "))) "
                + "{ receiver in \(statement(entry)) }"
            return finished(call, entry, mayBeCancelled: !throwing)
        }

        private func finished(_ call: String, _ entry: RequirementEntry, mayBeCancelled: Bool) -> String {
            guard let delivery = entry.delivery, entry.result != nil else {
                return mayBeCancelled ? "_ = " + call : call
            }
            return "return " + delivery.result(of: call, mayBeCancelled: mayBeCancelled)
        }

        private func statement(_ entry: RequirementEntry) -> String {
            let marks = entry.effects.marks
            guard entry.isMutating else { return marks + receiver + entry.call }
            return "\(marks)Self.changing(\(receiver)) { receiver in \(marks)receiver\(entry.call) }"
        }

        private var typeOfReceiver: String { String(called.dropLast(".self".count)) }
    }

    extension RequirementEntry {
        /// The type of the result, as a closure states it.
        var output: String { result?.trimmedDescription ?? "Void" }
    }
#endif
