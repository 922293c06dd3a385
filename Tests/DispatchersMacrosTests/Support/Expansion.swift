#if Macros
    import SwiftDiagnostics
    import SwiftParser
    import SwiftSyntax
    import SwiftSyntaxMacroExpansion
    import SwiftSyntaxMacros
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    @testable import DispatchersMacrosPlugin

    private let macros: [String: any Macro.Type] = [
        "Hookable": HookableMacro.self, "NamedHookable": HookableMacro.self, "JoinPoint": JoinPointMacro.self,
        "NamedJoinPoint": JoinPointMacro.self,
        "NotHookable": NotHookableMacro.self, "Dispatchable": DispatchableMacro.self, "Deliver": DeliverMacro.self,
    ]

    /// Expects what a source expands to, without a word to the developer.
    func expect(
        _ source: String, expandsTo expanded: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        assertMacroExpansion(
            source, expandedSource: expanded, macroSpecs: macros.mapValues { MacroSpec(type: $0) },
            failureHandler: { failure in
                Issue.record(
                    Comment(rawValue: failure.message),
                    sourceLocation: SourceLocation(
                        fileID: failure.location.fileID, filePath: failure.location.filePath,
                        line: Int(failure.location.line), column: Int(failure.location.column)))
            },
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// What a source expands to.
    func expansion(of source: String) -> String { expand(source).text }

    /// What is reported to the developer, as `severity: message, at code, way out, way out`.
    func diagnostics(of source: String) -> [String] {
        expand(source).context.diagnostics.map { diagnostic in
            let code = diagnostic.node.trimmedDescription.split(separator: "\n").first.map(String.init) ?? ""
            let fixIts = diagnostic.fixIts.map { ", " + $0.message.message }.joined()
            return "\(diagnostic.diagMessage.severity): \(diagnostic.message), at \(code)\(fixIts)"
        }
    }

    private func expand(_ source: String) -> (text: String, context: BasicMacroExpansionContext) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
        let expanded = file.expand(macros: macros) { syntax in
            BasicMacroExpansionContext(sharingWith: context, lexicalContext: syntax.allMacroLexicalContexts())
        }
        return (expanded.description, context)
    }
#endif
