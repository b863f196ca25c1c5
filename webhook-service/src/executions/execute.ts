import type {
  ExecuteHead,
  ExecuteRequest,
  ExecuteResponse,
  TokenReference,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../guilds.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { deduplicationOf } from './deduplication.ts'
import { takeExecution, withRateLimit } from './execution-limits.ts'
import { formatRules } from './formats.ts'
import { type Arrival, readSignedBody } from './read-signed-body.ts'
import { type Execution, recordExecution } from './record-execution.ts'
import { countRefusal, forgetRefusals } from './refusals.ts'
import { splitHead } from './split-head.ts'

/** The call of one execution. */
export type Executing = CallContext & { log: Logger; readonly signal: AbortSignal }

/** Bodies and rendering can take long; a webhook can end in that time. */
const maxAdmissionAgeMs = 500

export type ExecuteContext = Pick<
  WebhookContext,
  | 'tokenGuard'
  | 'guilds'
  | 'limiter'
  | 'bytesInFlight'
  | 'renderer'
  | 'messages'
  | 'deliveries'
  | 'outbox'
  | 'newId'
  | 'clock'
  | 'settings'
  | 'signingSecrets'
>

/**
 * Takes what a sender posted: token, limits, body with its signature, rendering, one insert, answer (contract.md 9,
 * Execution path). What is answered is stored; publishing comes later.
 */
export async function execute(
  ctx: ExecuteContext,
  requests: AsyncIterable<ExecuteRequest>,
  call: Executing,
): Promise<ExecuteResponse> {
  const { head, data } = await splitHead(requests)
  const format = formatRules(head.format)
  const admit = admission(ctx, head.webhook, call)
  const webhook = await admit()
  const rateLimit = await takeExecution(ctx.limiter, format, webhook)
  try {
    const arrival = { head, format, webhook, data, log: call.log }
    const execution = await render(ctx, arrival, { admit, call })
    const outcome = await recordExecution(ctx, execution)
    if (!head.dryRun) await forgetRefusals(ctx, webhook, call.log)
    return { ...outcome, rateLimit }
  } catch (error) {
    if (!head.dryRun) await countRefusal(ctx, webhook, error, call.log)
    throw withRateLimit(error, rateLimit)
  }
}

/** Returns the webhook of a token; checks it again if the last check is too old. Fails with UNKNOWN_WEBHOOK, CHANNEL_ARCHIVED. */
function admission(
  ctx: Pick<ExecuteContext, 'tokenGuard' | 'guilds' | 'clock'>,
  reference: TokenReference | undefined,
  call: CallContext,
): () => Promise<Webhook> {
  let last: { webhook: Webhook; at: number } | null = null
  return async () => {
    if (last && Math.abs(ctx.clock.now() - last.at) <= maxAdmissionAgeMs) return last.webhook
    const webhook = await ctx.tokenGuard.admit(reference)
    await assertTakesMessages(ctx, webhook, call)
    last = { webhook, at: ctx.clock.now() }
    return webhook
  }
}

/** A webhook whose channel is gone is gone with it (contract.md 8 rows 18, 25 and 38). */
async function assertTakesMessages(
  { guilds }: Pick<ExecuteContext, 'guilds'>,
  webhook: Webhook,
  call: CallContext,
): Promise<void> {
  const channel = await guilds.findChannel(webhook.channelId, call)
  if (!channel) throw new ServiceError('UNKNOWN_WEBHOOK')
  if (channel.archived) throw new ServiceError('CHANNEL_ARCHIVED')
}

async function render(
  ctx: ExecuteContext,
  arrival: Arrival,
  { admit, call }: { admit: () => Promise<Webhook>; call: Executing },
): Promise<Execution> {
  const {
    head,
    format,
    webhook: { id: webhookId },
  } = arrival
  using share = ctx.bytesInFlight.open(webhookId)
  const { body, deliveryId, digest } = await readSignedBody(ctx, arrival, share.take)
  const { settings } = await admit()
  const rendering = await ctx.renderer.render(
    {
      format: format.name,
      contentType: head.contentType,
      event: format.eventOf(head.headers),
      filter: settings.eventFilter,
    },
    body,
    { webhookId, signal: call.signal },
  )
  const deduplication = settings.deduplicate
    ? deduplicationOf(format, { deliveryId, digest, event: rendering.event, now: ctx.clock.now() })
    : null
  const webhook = await admit()
  return { webhook, format: format.name, rendering, deliveryId, deduplication, ...wishesOf(head) }
}

function wishesOf({ wait, dryRun }: ExecuteHead) {
  return { isMessageWanted: wait || dryRun, isDryRun: dryRun }
}
