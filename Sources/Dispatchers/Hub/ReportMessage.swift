/// A message that reports something to the app: if nothing receives it, the dead letter has its description.
package protocol ReportMessage: CustomStringConvertible {}
