// A user of this module needs no other import for the centers.
@_exported public import Dispatchers
