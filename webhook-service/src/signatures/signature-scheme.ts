import { executionFormats } from '@gatehouse/proto/executions/formats'

/** Signatures are the hex HMAC-SHA256 of the inflated body. */
export type SignatureScheme = {
  /** The first of these headers that is present counts. */
  headers: readonly string[]
  prefix: string
  /** Unix seconds. */
  timestampHeader: string | null
}

export const codeHostScheme: SignatureScheme = {
  headers: executionFormats['code-host'].headers.signature,
  prefix: 'sha256=',
  timestampHeader: null,
}

export const errorTrackerScheme: SignatureScheme = {
  headers: executionFormats['error-tracker'].headers.signature,
  prefix: '',
  timestampHeader: executionFormats['error-tracker'].headers.timestamp,
}
