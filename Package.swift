// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Apus",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Apus", targets: ["Apus"]),
        .library(name: "ApusCore", targets: ["ApusCore"]),
        .library(name: "ApusDSL", targets: ["ApusDSL"]),
        .library(name: "ApusURLSession", targets: ["ApusURLSession"]),
        .library(name: "ApusPromise", targets: ["ApusPromise"]),
        .library(name: "ApusObservable", targets: ["ApusObservable"]),
        .library(name: "ApusTesting", targets: ["ApusTesting"]),
    ],
    traits: [
        .trait(name: "Curl", description: "On Linux, `import Apus` sends with libcurl; without, with URLSession."),
        .default(enabledTraits: ["Curl"]),
    ],
    targets: [
        .target(name: "Locking", swiftSettings: settings),
        .target(name: "ApusCore", dependencies: ["Locking"], path: "Sources/Core", swiftSettings: settings),
        .target(name: "ApusDSL", dependencies: ["ApusCore"], path: "Sources/DSL", swiftSettings: settings),
        .target(
            name: "ApusURLSession", dependencies: ["ApusCore", "Locking"], path: "Sources/URLSessionTransport",
            swiftSettings: settings),
        .target(
            name: "ApusPromise", dependencies: ["ApusCore", "Locking"], path: "Sources/Promise", swiftSettings: settings
        ),
        .target(
            name: "ApusObservable", dependencies: ["ApusCore", "Locking"], path: "Sources/Observable",
            swiftSettings: settings),
        .target(name: "Apus", dependencies: ["ApusCore", "ApusDSL", "ApusURLSession"], swiftSettings: settings),
        .target(
            name: "ApusTesting", dependencies: ["ApusCore", "LoopbackServer", "Locking"], path: "Sources/Testing",
            swiftSettings: settings),
        .target(name: "LoopbackServer", dependencies: ["Locking"], swiftSettings: settings),
        .executableTarget(
            name: "Demo", dependencies: ["Apus", "ApusPromise", "ApusObservable", "Locking", "LoopbackServer"],
            swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["Locking"], path: "Tests/Support", swiftSettings: settings),
        .executableTarget(
            name: "CookieWriter", dependencies: ["ApusCore"], path: "Tests/CookieWriter", swiftSettings: settings),
        .testTarget(
            name: "ApusTests",
            dependencies: [
                "Apus", "ApusObservable", "ApusPromise", "ApusURLSession", "LoopbackServer", "Locking", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CoreTests",
            dependencies: [
                "ApusCore", "ApusDSL", "ApusTesting", "CookieWriter", "LoopbackServer", "Locking", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DSLTests", dependencies: ["ApusCore", "ApusDSL", "Locking", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "DemoTests", dependencies: ["Apus", "Demo", "LoopbackServer", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "DocsTests",
            dependencies: [
                "Apus", "ApusObservable", "ApusPromise", "ApusTesting", "LoopbackServer", "Locking", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LoopbackServerTests", dependencies: ["LoopbackServer", "Locking"], swiftSettings: settings),
        .testTarget(
            name: "PromiseTests",
            dependencies: [
                "ApusCore", "ApusDSL", "ApusPromise", "ApusTesting", "LoopbackServer", "Locking", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ObservableTests",
            dependencies: [
                "ApusCore", "ApusDSL", "ApusObservable", "ApusPromise", "ApusTesting", "ApusURLSession",
                "LoopbackServer", "Locking", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TestingTests", dependencies: ["ApusCore", "ApusTesting", "Locking"], swiftSettings: settings),
        .testTarget(
            name: "URLSessionTransportTests",
            dependencies: ["ApusCore", "ApusURLSession", "ApusTesting", "LoopbackServer", "Locking"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// libcurl's loop waits with epoll, so its transport is for Linux. It needs libcurl's headers: see Scripts/setup.
#if os(Linux)
package.products.append(.library(name: "ApusCurl", targets: ["ApusCurl"]))
package.targets += [
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(
        name: "ApusCurl", dependencies: ["ApusCore", "CCurl", "Locking"], path: "Sources/CurlTransport",
        swiftSettings: settings),
    .testTarget(
        name: "CurlTransportTests",
        dependencies: ["ApusCurl", "ApusCore", "ApusDSL", "ApusTesting", "LoopbackServer", "Locking", "TestSupport"],
        swiftSettings: settings),
]
for target in package.targets where ["Apus", "ApusTests"].contains(target.name) {
    target.dependencies.append(.target(name: "ApusCurl", condition: .when(traits: ["Curl"])))
}
#endif
