import CCurl

/// The addresses of hosts that are not looked up, as libcurl's list; it has to outlive the handles that it is set on.
final class ResolveList {
    let first: UnsafeMutablePointer<curl_slist>?

    init(_ addresses: [String: [String]]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for (host, addresses) in addresses {
            list = curl_slist_append(list, "\(host):\(addresses.joined(separator: ","))") ?? list
        }
        first = list
    }

    deinit {
        curl_slist_free_all(first)
    }
}
