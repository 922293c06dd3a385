// A user of this module needs no other import for the types that the libraries share.
@_exported public import SignalboxCore
