/// The time as a loop sees it: read once a turn.
final class LoopClock {
    private(set) var now = CurlLibrary.now

    func tick() { now = CurlLibrary.now }
}
