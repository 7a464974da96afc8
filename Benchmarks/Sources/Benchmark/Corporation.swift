/// The 176-byte document.
struct Corporation: Decodable, Sendable {
    let name: String
    let address: String
    let zipcode: String
    let tel: String
    let fax: String
    let id: Int
}
