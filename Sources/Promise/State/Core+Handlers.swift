extension Core {
    /// Settles with what a handler gives or throws.
    func settle(_ make: () throws(Failure) -> Value) {
        do throws(Failure) {
            settle(.fulfilled(try make()))
        } catch {
            settle(.failed(error))
        }
    }

    /// Takes over the outcome of the promise that a handler gives, or fails with what it throws.
    func adopt(_ make: () throws(Failure) -> Promise<Value, Failure>) {
        do throws(Failure) {
            let promise = try make()
            adopt(promise.core)
            withExtendedLifetime(promise) {}
        } catch {
            settle(.failed(error))
        }
    }
}
