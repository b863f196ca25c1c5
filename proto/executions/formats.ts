const mebibyte = 1024 * 1024

/** Code hosts and error trackers share one bucket for each webhook. */
const senderLimit = { bucket: 'webhook:code-host', limit: 200, windowSeconds: 60 }

export type ExecutionFormat = {
  /** Limits the body as it arrives and after it is inflated. */
  maxBytes: number
  /** For each webhook. */
  limit: { bucket: string; limit: number; windowSeconds: number }
  /** The headers of the sender that the gateway forwards. */
  headers: readonly string[]
}

/** The payload formats of webhook executions, by the last segment of their path. */
export const executionFormats = {
  'code-host': {
    maxBytes: 25 * mebibyte,
    limit: senderLimit,
    headers: ['X-GitHub-Event', 'X-GitHub-Delivery', 'X-Hub-Signature-256'],
  },
  'error-tracker': {
    maxBytes: mebibyte,
    limit: senderLimit,
    headers: [
      'Sentry-Hook-Resource',
      'X-Sentry-Event',
      'Request-ID',
      'Sentry-Hook-Signature',
      'Sentry-App-Signature',
      'Sentry-Hook-Timestamp',
    ],
  },
  'chat-compat': {
    maxBytes: mebibyte / 4,
    limit: { bucket: 'webhook:execute', limit: 60, windowSeconds: 60 },
    headers: [],
  },
} as const satisfies Record<string, ExecutionFormat>

/** For each channel, over all formats. */
export const channelLimit = { bucket: 'channel:execute', limit: 300, windowSeconds: 60 }
