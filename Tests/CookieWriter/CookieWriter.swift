import ApusCore
import Foundation

/// Writes one state of cookies after the other into a file, until it is killed:  CookieWriter FILE
///
/// Each state has 20 cookies whose value is the state's number. A line says that there is a first one.
@main
enum CookieWriter {
    static func main() async throws {
        let jar = try CookieJar(file: CommandLine.arguments[1])
        let later = Date() + 86_400
        for number in 1... {
            for index in 0..<20 {
                jar.set(
                    Cookie(
                        "c\(index)", "\(number)-\(String(repeating: "x", count: 200))", domain: "a.example",
                        expires: later))
            }
            try await jar.save()
            if number == 1 { FileHandle.standardOutput.write(Data("writing\n".utf8)) }
        }
    }
}
