/** Signatures are the hex HMAC-SHA256 of the inflated body. */
export type SignatureScheme = {
  /** The first of these headers that is present counts. */
  headers: readonly string[]
  /** Before the hex digits. */
  prefix: string
  /** Unix seconds. */
  timestampHeader: string | null
}

/** `X-Hub-Signature` is not accepted: it is SHA-1. */
export const codeHostScheme: SignatureScheme = {
  headers: ['X-Hub-Signature-256'],
  prefix: 'sha256=',
  timestampHeader: null,
}

/** Alert rule actions send the second header. */
export const errorTrackerScheme: SignatureScheme = {
  headers: ['Sentry-Hook-Signature', 'Sentry-App-Signature'],
  prefix: '',
  timestampHeader: 'Sentry-Hook-Timestamp',
}
