export type EventType = {
  meaning: string
  detail: Record<string, string>
}
