@_exported import ApusCore
@_exported import ApusDSL
