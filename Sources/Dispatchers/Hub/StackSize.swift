#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Returns the size of the current thread's stack, in bytes.
///
/// On Linux the function that finds it out is not in the headers that Swift reads, and is looked up by its name. If that is not
/// possible, as in a static executable, the size is assumed to be 512 KiB.
func currentStackSize() -> Int {
    #if canImport(Darwin)
        return pthread_get_stacksize_np(pthread_self())
    #else
        typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
        guard let symbol = unsafe dlsym(nil, "pthread_getattr_np") else { return 512 * 1_024 }
        // Sound, since the function has this type in every C library that has it.
        let getAttributes = unsafe unsafeBitCast(symbol, to: GetAttributes.self)
        var attributes = pthread_attr_t()
        guard unsafe getAttributes(pthread_self(), &attributes) == 0 else { return 512 * 1_024 }
        var size = 0
        unsafe pthread_attr_getstacksize(&attributes, &size)
        unsafe pthread_attr_destroy(&attributes)
        return size
    #endif
}
