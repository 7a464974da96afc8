// swift-tools-version: 6.1
import PackageDescription

// Apart from the package of the library, so that nothing here reaches who uses it. For Linux: see README.md.
let swiftSettings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]
let cSettings: [CSetting] = [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Apus", path: "..")],
    targets: [
        .executableTarget(
            name: "Benchmark",
            dependencies: [
                "AllocationCount",
                .product(name: "Apus", package: "Apus"),
                .product(name: "ApusCurl", package: "Apus"),
                .product(name: "ApusObservable", package: "Apus"),
                .product(name: "ApusPromise", package: "Apus"),
                .product(name: "ApusURLSession", package: "Apus"),
            ], swiftSettings: swiftSettings),
        .executableTarget(
            name: "Startup", dependencies: [.product(name: "Apus", package: "Apus")], swiftSettings: swiftSettings),
        .executableTarget(name: "CurlMulti", cSettings: cSettings, linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(name: "Stopwatch", cSettings: cSettings),
        .target(name: "AllocationCount", cSettings: cSettings),
    ],
    swiftLanguageModes: [.v6]
)
