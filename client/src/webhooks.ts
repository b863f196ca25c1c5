import type { WebhookTokenResponse } from './gen/api.ts'

export type WebhookFormat = 'code-host' | 'error-tracker' | 'chat-compat'

const signatureHeaders = {
  'code-host': { name: 'X-Hub-Signature-256', prefix: 'sha256=' },
  'error-tracker': { name: 'Sentry-Hook-Signature', prefix: '' },
} as const

/** The URL to enter at the sender. It contains the token of the webhook: everybody who has it can post. */
export function webhookUrl(
  baseUrl: string,
  { id, token }: Pick<WebhookTokenResponse, 'id' | 'token'>,
  format: WebhookFormat,
): string {
  return `${baseUrl.replace(/\/+$/, '')}/webhooks/${id}/${token}/${format}`
}

/** The header that proves to a webhook with a signing secret who sent `body`. Chat senders cannot sign. */
export async function signatureHeader(
  format: keyof typeof signatureHeaders,
  secret: string,
  body: string | Uint8Array,
): Promise<Record<string, string>> {
  const { name, prefix } = signatureHeaders[format]
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
  return { [name]: prefix + Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}
