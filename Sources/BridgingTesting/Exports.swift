// A test of a log needs no other import for the types of the log.
@_exported public import Bridging
