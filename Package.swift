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
        .library(name: "ApusCore", targets: ["ApusCore"]),
        .library(name: "ApusDSL", targets: ["ApusDSL"]),
    ],
    targets: [
        .target(name: "ApusCore", path: "Sources/Core", swiftSettings: settings),
        .target(name: "ApusDSL", dependencies: ["ApusCore"], path: "Sources/DSL", swiftSettings: settings),
        .target(name: "LoopbackServer", swiftSettings: settings),
        .testTarget(
            name: "CoreTests", dependencies: ["ApusCore", "ApusDSL", "LoopbackServer"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
