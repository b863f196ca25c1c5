import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import { type SignatureCheck, signatureCheck } from '../signatures/signature-check.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { FormatRules } from './formats.ts'

type Context = Pick<WebhookContext, 'signingSecrets' | 'clock'>
type Posting = { head: ExecuteHead; format: FormatRules; webhook: Webhook; log: Logger }

/**
 * The check of a body's signature; null where none is asked for: the webhook has no secret, or its senders cannot sign.
 * Refusals are logged with their header and the versions of the secrets, never with a value.
 */
export function openSignature(
  { signingSecrets, clock }: Context,
  { head, format, webhook, log }: Posting,
): SignatureCheck | null {
  const now = clock.now()
  const secrets = format.signature ? signingSecrets.valid(webhook.id, webhook.settings, now) : []
  if (!format.signature || secrets.length === 0) return null
  const scheme = format.signature
  const toleranceSeconds = webhook.settings.signatureToleranceSeconds
  return logged(log, webhook.id, () => {
    const check = signatureCheck({ scheme, headers: head.headers, secrets, toleranceSeconds, now })
    return { ...check, assertFits: () => logged(log, webhook.id, check.assertFits) }
  })
}

function logged<T>(log: Logger, webhookId: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof ServiceError)
      log.info({ webhook_id: webhookId, reason: error.message }, 'signature refused')
    throw error
  }
}
