import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import { truncateText } from '../formats/text/truncate.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { senderDeliveryIdOf } from './deduplication.ts'
import type { FormatRules } from './formats.ts'
import { recordedRequest } from './recorded-request.ts'

type Context = Pick<WebhookContext, 'unpostedExecutions' | 'arrivalLimiter' | 'trims' | 'newId' | 'clock'>
type Rejected = { webhook: Webhook; head: ExecuteHead; format: FormatRules; error: unknown }

const retentionMs = 24 * 3600 * 1000
/** A sender that ignores its limit would fill the log. */
const tooManyLimit = { bucket: 'webhook:recorded-429', limit: 1, windowSeconds: 60 }
const maxDetailLength = 500
const maxFields = 3

/**
 * Stores an execution with the right token that was rejected with a 4xx, without its body: senders show errors to nobody, so the owner
 * of the webhook finds them in its log. A failure to store is only logged, so that the sender receives the original error.
 */
export async function recordRejection(
  ctx: Context,
  { webhook, head, format, error }: Rejected,
  log: Logger,
): Promise<void> {
  if (!(error instanceof ServiceError) || !isClientError(error)) return
  try {
    if (error.code === 'RATE_LIMITED') {
      const { allowed } = await ctx.arrivalLimiter.take([{ ...tooManyLimit, key: webhook.id }])
      if (!allowed) return
    }
    await ctx.unpostedExecutions.insertRejection({
      id: ctx.newId(),
      webhookId: webhook.id,
      source: {
        format: format.name,
        event: null,
        action: null,
        senderDeliveryId: senderDeliveryIdOf(format, head.headers),
      },
      delivery: {
        result: `rejected:${error.code}`,
        detail: detailOf(error),
        replayOf: null,
        request: {
          ...recordedRequest(head, format, { chunks: [], size: 0 }),
          isTruncated: true,
          path: head.path,
          addressPrefix: addressNetwork(head.webhook?.client?.address ?? ''),
        },
        expiresAt: ctx.clock.now() + retentionMs,
      },
      deduplication: null,
    })
    ctx.trims.count(webhook.id, 0)
  } catch (cause) {
    log.warn({ err: cause, webhook_id: webhook.id }, 'rejected execution not recorded')
  }
}

/** UNKNOWN_WEBHOOK: the webhook was deleted, or its token changed, while the body arrived. */
function isClientError({ code }: ServiceError): boolean {
  if (code === 'UNKNOWN_WEBHOOK') return false
  const { http } = kinds[errors[code].kind]
  return http >= 400 && http < 500 && http !== 408
}

function detailOf({ message, fields }: ServiceError): string {
  const problems = fields.slice(0, maxFields).map((field) => `${field.path}: ${field.message}`)
  return truncateText([message, ...problems].join(' '), maxDetailLength)
}
