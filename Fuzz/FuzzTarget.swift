import Foundation

/// What a fuzz target gets, as text: bytes that are no UTF-8 are repaired, as they are in fields.
func text(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

/// Whether the bytes of the one stand in the other.
func shows(_ text: String, _ secret: String) -> Bool { !Array(text.utf8).ranges(of: Array(secret.utf8)).isEmpty }

/// Ends the process where something does not hold, so that the fuzzer keeps the input.
func hold(_ condition: Bool, _ words: @autoclosure () -> String) {
    if !condition { fatalError(words()) }
}

/// The first second of 2026.
let now = Date(timeIntervalSince1970: 1_767_225_600)
