import type {
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
import { readBody, readHead } from './read-body.ts'
import { type Execution, recordExecution } from './record-execution.ts'
import { countRejection, resetRejections } from './rejections.ts'
import { assertSignatureHeaders, type RequestHead, verifyBody } from './verify-body.ts'

export type ExecuteCall = CallContext & { log: Logger; readonly signal: AbortSignal }

/**
 * The webhook and channel are read again if the last read is older than this, because they can change while the body
 * arrives.
 */
const maxTargetAgeMs = 500

type ReadTarget = () => Promise<Webhook>

export type ExecuteContext = Pick<
  WebhookContext,
  | 'tokenGuard'
  | 'guilds'
  | 'limiter'
  | 'bytesInFlight'
  | 'renderer'
  | 'messages'
  | 'deliveries'
  | 'messageRelay'
  | 'newId'
  | 'clock'
  | 'settings'
  | 'signingSecrets'
>

/**
 * Executes a webhook: token, limits, body, signature, parsing, rendering, filter, deduplication, one insert. An acknowledged
 * message is stored; the relay publishes it afterwards.
 */
export async function execute(
  ctx: ExecuteContext,
  requests: AsyncIterable<ExecuteRequest>,
  call: ExecuteCall,
): Promise<ExecuteResponse> {
  const { head, data } = await readHead(requests)
  const format = formatRules(head.format)
  const readTarget = targetReader(ctx, head.webhook, call)
  const webhook = await readTarget()
  const rateLimit = await takeExecution(ctx.limiter, format, webhook)
  try {
    const execution = await readAndRender(ctx, { head, format, data, readTarget, call, log: call.log })
    const outcome = await recordExecution(ctx, execution)
    if (!head.dryRun) await resetRejections(ctx, webhook, call.log)
    return { ...outcome, rateLimit }
  } catch (error) {
    if (!head.dryRun) await countRejection(ctx, webhook, error, call.log)
    throw withRateLimit(error, rateLimit)
  }
}

/** The result authenticates the token and checks the channel. Fails with UNKNOWN_WEBHOOK, CHANNEL_ARCHIVED, RATE_LIMITED. */
function targetReader(
  ctx: Pick<ExecuteContext, 'tokenGuard' | 'guilds' | 'clock'>,
  reference: TokenReference | undefined,
  call: CallContext,
): ReadTarget {
  let last: { webhook: Webhook; at: number } | null = null
  return async () => {
    if (last && Math.abs(ctx.clock.now() - last.at) <= maxTargetAgeMs) return last.webhook
    const webhook = await ctx.tokenGuard.authenticate(reference)
    await assertChannelOpen(ctx, webhook, call)
    last = { webhook, at: ctx.clock.now() }
    return webhook
  }
}

/** A directory in another process deletes channels without deleting their webhooks. */
async function assertChannelOpen(
  { guilds }: Pick<ExecuteContext, 'guilds'>,
  webhook: Webhook,
  call: CallContext,
): Promise<void> {
  const channel = await guilds.findChannel(webhook.channelId, call)
  if (!channel) throw new ServiceError('UNKNOWN_WEBHOOK')
  if (channel.archived) throw new ServiceError('CHANNEL_ARCHIVED')
}

async function readAndRender(
  ctx: ExecuteContext,
  {
    data,
    readTarget,
    call,
    ...request
  }: RequestHead & { data: AsyncIterable<Uint8Array>; readTarget: ReadTarget; call: ExecuteCall },
): Promise<Execution> {
  const { head, format } = request
  const early = await readTarget()
  assertSignatureHeaders(ctx, request, early)
  using share = ctx.bytesInFlight.open(early.id)
  const body = await readBody(data, { head, format, acquire: share.acquire })
  const webhook = await readTarget()
  const { settings } = webhook
  const { deliveryId, digest } = await verifyBody(ctx, request, { webhook, body })
  const rendering = await ctx.renderer.render(
    {
      format: format.name,
      contentType: head.contentType,
      event: format.eventOf(head.headers),
      filter: settings.eventFilter,
    },
    body,
    { webhookId: webhook.id, signal: call.signal },
  )
  const deduplication = settings.deduplicate
    ? deduplicationOf(format, { deliveryId, digest, event: rendering.event, now: ctx.clock.now() })
    : null
  return {
    webhook: await readTarget(),
    format: format.name,
    rendering,
    deliveryId,
    deduplication,
    isMessageWanted: head.wait || head.dryRun,
    isDryRun: head.dryRun,
  }
}
