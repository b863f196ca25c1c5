/** How the senders of a format sign: hex HMAC-SHA256 of the raw body (webhooks.md B1, C1). */
export type SignatureScheme = {
  /** Any of these headers carries it; the first that is there counts. */
  headers: readonly string[]
  /** What stands before the hex digits. */
  prefix: string
  /** Unix seconds, for senders that tell when they posted. */
  timestampHeader: string | null
}

/** `X-Hub-Signature` beside it is SHA-1 and proves nothing (contract.md 8 row 12). */
export const codeHostScheme: SignatureScheme = {
  headers: ['X-Hub-Signature-256'],
  prefix: 'sha256=',
  timestampHeader: null,
}

/** Requests of alert actions carry the second one. */
export const errorTrackerScheme: SignatureScheme = {
  headers: ['Sentry-Hook-Signature', 'Sentry-App-Signature'],
  prefix: '',
  timestampHeader: 'Sentry-Hook-Timestamp',
}
