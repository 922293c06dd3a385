// A user of this module needs no other import for the centers that a bridge connects.
@_exported public import Dispatchers
