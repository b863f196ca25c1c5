import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import { type SignatureCheck, signatureCheck } from '../signatures/signature-check.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { senderDeliveryIdOf } from './deduplication.ts'
import type { FormatRules } from './formats.ts'
import type { Body } from './read-body.ts'

type Context = Pick<WebhookContext, 'signingSecrets' | 'clock'>

export type ExecutionRequest = { head: ExecuteHead; format: FormatRules; log: Logger }

/** Bytes hashed in one turn of the event loop. */
const maxTurnBytes = 1024 * 1024

/**
 * Rejects a missing signature or a timestamp out of tolerance before the body is read. Checked again in verifyAndIdentify, because
 * the secrets can change while the body arrives.
 */
export function assertSignatureHeaders(ctx: Context, request: ExecutionRequest, webhook: Webhook): void {
  openSignature(ctx, request, webhook)
}

/**
 * Verifies the signature of a complete body with the current secrets of the webhook, and returns the delivery id of the sender,
 * or a digest of the body if there is none; both detect repeated deliveries.
 */
export async function verifyAndIdentify(
  ctx: Context,
  request: ExecutionRequest,
  { webhook, body }: { webhook: Webhook; body: Body },
): Promise<{ senderDeliveryId: string | null; digest: string | null }> {
  const { head, format } = request
  const senderDeliveryId = senderDeliveryIdOf(format, head.headers)
  const needsDigest =
    senderDeliveryId === null && format.headers.delivery !== null && webhook.settings.deduplicate
  const hash = needsDigest ? createHash('sha256') : null
  const signature = openSignature(ctx, request, webhook)
  const hashes = [hash, signature].filter((each) => each !== null)
  if (hashes.length > 0) await updateAll(hashes, body.chunks)
  signature?.assertMatches()
  return { senderDeliveryId, digest: hash?.digest('base64url') ?? null }
}

async function updateAll(hashes: { update(bytes: Uint8Array): void }[], chunks: Uint8Array[]): Promise<void> {
  let turnBytes = 0
  for (const chunk of chunks) {
    for (const hash of hashes) hash.update(chunk)
    turnBytes += chunk.length
    if (turnBytes < maxTurnBytes) continue
    turnBytes = 0
    await setImmediate()
  }
}

/**
 * Fails with INVALID_SIGNATURE if the header is missing or the timestamp is out of tolerance. Null if the webhook has no secret or the
 * format has no signatures. Log records name the header and the versions, no value.
 */
function openSignature(
  { signingSecrets, clock }: Context,
  { head, format, log }: ExecutionRequest,
  { id, settings }: Webhook,
): SignatureCheck | null {
  if (!format.signature) return null
  const now = clock.now()
  const secrets = signingSecrets.valid(id, settings, now)
  if (secrets.length === 0) return null
  const input = {
    scheme: format.signature,
    headers: head.headers,
    secrets,
    toleranceSeconds: settings.signatureToleranceSeconds,
    now,
  }
  return logged(log, id, () => {
    const check = signatureCheck(input)
    return { ...check, assertMatches: () => logged(log, id, check.assertMatches) }
  })
}

function logged<T>(log: Logger, webhookId: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof ServiceError)
      log.info({ webhook_id: webhookId, reason: error.message }, 'signature rejected')
    throw error
  }
}
