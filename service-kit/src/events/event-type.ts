/** A line of the table of events of a service; docs/events.md is made of these. */
export type EventType = {
  meaning: string
  /** The words its `detail` may have. */
  detail: Record<string, string>
}
