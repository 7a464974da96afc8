import ApusCore
import Testing

@Suite struct ReferenceResolutionTests {
    private static func resolve(_ reference: String, at base: String = "http://a/b/c/d;p?q") -> String? {
        RequestURL(base)?.resolving(reference)?.string
    }

    @Test(
        "The normal examples of RFC 3986 §5.4.1 resolve as given there, without fragments",
        arguments: [
            ("g:h", nil), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"),
        ] as [(String, String?)])
    func normal(_ reference: String, expected: String?) {
        #expect(Self.resolve(reference) == expected)
    }

    @Test(
        "The abnormal examples of RFC 3986 §5.4.2 resolve as given there, strictly",
        arguments: [
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
            ("http:g", nil),
        ] as [(String, String?)])
    func abnormal(_ reference: String, expected: String?) {
        #expect(Self.resolve(reference) == expected)
    }

    @Test(
        "References with a scheme or an authority stand for themselves, their dot segments carried out",
        arguments: [
            ("https://x/y?z", "https://x/y?z"), ("HTTP://x", "http://x/"), ("//x:8/y", "http://x:8/y"),
            ("http://x/y/../z/.", "http://x/z/"), ("//x/../y", "http://x/y"), ("//x?y", "http://x/?y"),
            ("///y", nil), ("//user@x/", nil), ("https://user:pass@x/", nil), ("ftp://x/", nil), ("data:,x", nil),
            ("//x:y/", nil), ("https:", nil),
        ] as [(String, String?)])
    func absolute(_ reference: String, expected: String?) {
        #expect(Self.resolve(reference) == expected)
    }

    @Test(
        "What servers send against the rules is encoded or refused",
        arguments: [
            ("/ä b/日?q=ü x", "http://a/%C3%A4%20b/%E6%97%A5?q=%C3%BC%20x"), (" /g ", "http://a/g"),
            ("/g?a=\"<>`{}|\\^", "http://a/g?a=%22%3C%3E%60%7B%7D%7C%5C%5E"), ("/%zz%41", "http://a/%25zz%41"),
            ("/a\r\nSet-Cookie: x", nil), ("/a\u{0}", nil), ("/g\t", nil), ("\\\\evil/x", "http://a/b/c/%5C%5Cevil/x"),
            ("/\\evil/x", "http://a/%5Cevil/x"), ("./a:b", "http://a/b/c/a:b"), ("a:b", nil), ("/a:b", "http://a/a:b"),
            ("?", "http://a/b/c/d;p?"), ("/\u{301}x", "http://a/%CC%81x"), ("%2e%2e/g", "http://a/b/c/%2e%2e/g"),
        ] as [(String, String?)])
    func irregular(_ reference: String, expected: String?) {
        #expect(Self.resolve(reference) == expected)
    }

    @Test(
        "Empty segments are kept and the base's port goes along",
        arguments: [
            ("http://a:81", "x", "http://a:81/x"), ("http://a:81/b", "//c", "http://c/"),
            ("http://a/b//c/d", "../x", "http://a/b//x"), ("http://a/b/", "..//x", "http://a//x"),
            ("http://a/b/c//", "..", "http://a/b/c/"), ("http://a/b//", ".", "http://a/b//"),
            ("https://a/b?q", "", "https://a/b?q"), ("http://[::1]:81/b", "c", "http://[::1]:81/c"),
        ])
    func bases(_ base: String, _ reference: String, expected: String) {
        #expect(Self.resolve(reference, at: base) == expected)
    }
}
