import Dispatchers
import Testing

@testable import Hooks

private let pushing = JoinPointFamily("push(_:)")
private let topping = JoinPointFamily("top()")
private let opening = JoinPointFamily("open(_:)")
private let countingAll = JoinPointFamily("countAll(_:)")

private struct Stack<Element> {
    static var pushing: MutatingJoinPoint<Stack, Element, Void> { .init(in: HooksTests.pushing) }
    static var topping: ThrowingJoinPoint<Stack, Void, Element, PaymentRefused> { .init(in: HooksTests.topping) }
    var elements: [Element] = []

    mutating func push(_ element: Element) {
        Self.pushing(&self, element) { stack, element in stack.elements.append(element) }
    }

    func top() throws(PaymentRefused) -> Element {
        try Self.topping(self, ()) { () throws(PaymentRefused) in
            guard let top = elements.last else { throw PaymentRefused() }
            return top
        }
    }
}

private protocol Opened: AnyObject { var log: String { get set } }

private class Box<Content>: Opened {
    static var opening: AsyncJoinPoint<Box, Int, String> { .init(in: HooksTests.opening) }
    static var counting: JoinPoint<Box.Type, Int, Int> { .init(in: countingAll) }
    var log = ""

    func open(_ times: Int) async -> String { await Self.opening(self, times) { "\(Content.self) \($0)" } }
    class func countAll(_ number: Int) -> Int { counting(self, number) { $0 } }
}

@Suite struct JoinPointFamilyTests {
    private let journal = Probe<String>()

    @Test func eachTypeOfAGenericOneIsHookedByItself() throws {
        var (numbers, words) = (Stack<Int>(), Stack<String>())
        let hooks = [
            Stack<Int>.pushing.around { stack, number, proceed in proceed(&stack, number * 2) },
            Stack<Int>.pushing.after { stack, number, _ in proceeded(&stack, number) },
            Stack<Int>.topping.around { stack, _, proceed in (try? proceed(())) ?? -1 },
        ]
        #expect(try numbers.top() == -1)
        numbers.push(2)
        words.push("word")
        #expect(numbers.elements == [4, 100])
        #expect(words.elements == ["word"])
        #expect(try words.top() == "word")
        #expect(Stack<Int>.pushing.hooks.count == 2 && Stack<String>.pushing.hooks.isEmpty)
        for hook in hooks { hook.cancel() }
        numbers.push(3)
        #expect(numbers.elements == [4, 100, 3])
        #expect(throws: PaymentRefused()) { try Stack<Int>().top() }
    }

    @Test func genericClassesAreHookedInEveryEffect() async {
        let journal = journal
        let hooks = [
            Box<Int>.opening.before { box, times in
                await Task.yield()
                box.log += "\(times)"
            },
            Box<Int>.opening.after { _, _, output in journal.report(output.get()) },
        ]
        let counting = Box<Int>.counting.around { type, number, proceed in proceed(number) + "\(type)".count }
        let box = Box<Int>()
        #expect(await box.open(3) == "Int 3")
        #expect(await Box<String>().open(1) == "String 1")
        #expect(box.log == "3" && journal.values == ["Int 3"])
        #expect(Box<Int>.countAll(1) == 9)
        #expect(Box<String>.countAll(1) == 1)
        for hook in hooks + [counting] { hook.cancel() }
        #expect(await box.open(1) == "Int 1")
        #expect(box.log == "3" && Box<Int>.countAll(1) == 1)
    }

    @Test("A pointcut's hook applies to types of a generic type that no call has reached yet")
    func pointcutsReachWhatIsGeneric() async {
        let journal = journal
        await HookScope.runAsync {
            let boxes = Pointcut<any Opened>.all.before { opened, call in
                opened.log += call.name
                journal.report("\(type(of: opened))")
            }
            let named = Pointcut<Any>.named("Stack<UInt8>.push*").before { _, call in
                journal.report("\(call.arguments)")
            }
            let box = Box<Double>()
            _ = await box.open(1)
            var (bytes, words) = (Stack<UInt8>(), Stack<UInt16>())
            bytes.push(8)
            words.push(16)
            #expect(box.log == "open(_:)" && journal.values == ["Box<Double>", "8"])
            let lines = Pointcut<Any>.named("Stack<UInt8>.push*").explain().filter { $0.isMatch == true }
            #expect(lines.count == 1)
            boxes.cancel()
            named.cancel()
            _ = await box.open(1)
            bytes.push(9)
            #expect(box.log == "open(_:)" && journal.values.count == 2)
        }
    }

    @Test("Two shapes of one target in a family are two join points")
    func shapesAreDistinguished() {
        let family = JoinPointFamily("fall(_:)")
        let point = JoinPoint<Int, Int, Int>(in: family)
        let other = JoinPoint<Int, String, Int>(in: family)
        let hooks = [point.before { _, _ in }, point.before { _, _ in }, other.before { _, _ in }]
        let again = JoinPoint<Int, String, Int>(in: family)
        let isUnhooked = again.isUnhooked
        #expect(!isUnhooked)
        #expect(point.hooks.count == 2 && JoinPoint<Int, String, Int>(in: family).hooks.count == 1)
        for hook in hooks { hook.cancel() }
        #expect(point.hooks.isEmpty && other.hooks.isEmpty)
    }
}

private func proceeded(_ stack: inout Stack<Int>, _ number: Int) { stack.elements.append(100) }
