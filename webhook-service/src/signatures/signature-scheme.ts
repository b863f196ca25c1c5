import { type ExecutionFormat, executionFormats } from '@gatehouse/proto/executions/formats'

/** Signatures are the hex HMAC-SHA256 of the inflated body, after a prefix. */
export type SignatureScheme = Pick<ExecutionFormat['headers'], 'signature' | 'timestamp'> & { prefix: string }

export const codeHostScheme: SignatureScheme = {
  ...executionFormats['code-host'].headers,
  prefix: 'sha256=',
}

export const errorTrackerScheme: SignatureScheme = {
  ...executionFormats['error-tracker'].headers,
  prefix: '',
}
