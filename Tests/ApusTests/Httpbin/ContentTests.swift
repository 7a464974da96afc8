import Apus
import Foundation
import Testing

@Suite(.needsHttpbin) struct ContentTests {
    @Test("Text comes in its charset")
    func utf8() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/encoding/utf8")
                DecodeText()
            }
        ).reply
        #expect(reply.response.mediaType?.parameter("charset") == "utf-8")
        let samples = ["∮ E⋅da = Q", "コンニチハ", "Зарегистрируйтесь", "ᚻᛖ ᚳᚹᚫᚦ"]
        #expect(samples.filter { !reply.value.contains($0) } == [])
    }

    @Test("So many bytes come as were asked for", arguments: [0, 1, 1_000, 102_400])
    func bytes(count: Int) async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/bytes/\(count)")
                DecodeData()
            }
        ).reply
        #expect(reply.value.count == count)
        #expect(reply.response.fields[.contentLength] == String(count))
        #expect(reply.response.mediaType == .octetStream)
    }

    @Test("A chunked body is put together", arguments: [1, 10_240, 102_400])
    func chunked(count: Int) async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/stream-bytes/\(count)")
                Query("chunk_size", 1_000)
                DecodeData()
            }
        ).reply
        #expect(reply.value.count == count)
        #expect(reply.response.fields[.contentLength] == nil)
    }

    @Test("A body that drips is complete")
    func drip() async throws {
        let text = try await httpbin.send(
            Endpoint {
                GET("/drip?duration=0.5&numbytes=5&delay=0")
                DecodeText()
            })
        #expect(text == "*****")
    }

    @Test("Lines of JSON are mapped by hand")
    func lines() async throws {
        let ids = try await httpbin.send(
            Endpoint {
                GET("/stream/5")
                Decode { response in
                    struct Line: Decodable { let id: Int }
                    return try response.text.split(separator: "\n").map {
                        try DefaultJSON.decoder.decode(Line.self, from: Data($0.utf8)).id
                    }
                }
            })
        #expect(ids == [0, 1, 2, 3, 4])
    }

    @Test("A part is a 206 that says which part it is")
    func range() async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/range/26")
                Header(.range, "bytes=10-14")
                DecodeText()
            }
        ).reply
        #expect(reply.response.status == 206)
        #expect(reply.response.fields["Content-Range"] == "bytes 10-14/26")
        #expect(reply.value == "klmno")
    }

    @Test(
        "XML and HTML are text of their types",
        arguments: [("xml", MediaType.xml, "<slideshow"), ("html", .html, "<h1>")])
    func markup(document: (path: String, type: MediaType, mark: String)) async throws {
        let reply = try await httpbin.call(
            Endpoint {
                GET("/\("type", document.path)")
                DecodeText()
            }
        ).reply
        #expect(reply.response.mediaType?.essence == document.type.essence)
        #expect(reply.value.contains(document.mark))
    }

    @Test("A part of a JSON document is decoded by its path")
    func json() async throws {
        struct Slide: Decodable, Sendable, Equatable {
            let title: String
            let type: String
        }
        let slides = try await httpbin.send(
            Endpoint {
                GET("/json")
                Decode([Slide].self, at: "slideshow.slides")
            })
        #expect(
            slides == [Slide(title: "Wake up to WonderWidgets!", type: "all"), Slide(title: "Overview", type: "all")])
        let first = try await httpbin.send(
            Endpoint {
                GET("/json")
                Decode(Slide.self, at: "slideshow.slides.1")
            })
        #expect(first == slides[1])
    }

    @Test("XML where JSON was declared is .decoding, with the bytes")
    func mismatch() async {
        let result = await httpbin.call(
            Endpoint {
                GET("/xml")
                Decode([String: String].self)
            }
        ).result
        guard case .failure(.decoding(let failure)) = result else {
            Issue.record("not .decoding: \(result)")
            return
        }
        #expect(failure.kind == .malformed)
        #expect(failure.response.text.contains("<slideshow"))
    }

    @Test("An image comes byte for byte")
    func image() async throws {
        let direct = try await httpbin.send(
            Endpoint {
                GET("/image/png")
                DecodeData()
            })
        #expect(direct.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(direct.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
        let reply = try await httpbin.call(
            Endpoint {
                GET("/image")
                Accept(.png)
                DecodeData()
            }
        ).reply
        #expect(reply.response.mediaType == .png)
        #expect(reply.value == direct)
    }
}
