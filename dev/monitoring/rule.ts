/** `page` wakes somebody, `ticket` can wait until the next working day. */
export type AlertRule = {
  alert: string
  severity: 'page' | 'ticket'
  summary: string
  expr: string
  for?: string
}

export type RecordingRule = { record: string; labels: Record<string, string>; expr: string }
