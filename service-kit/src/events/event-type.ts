/** An entry of the event table of a service, from which docs/events.md is generated. */
export type EventType = {
  meaning: string
  detail: Record<string, string>
}
