import type { ExecuteHead, ExecuteRequest, ExecuteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { WebhookContext } from '../context.ts'
import type { Asking } from '../guilds/directory.ts'
import { unlessOptIn } from '../messages/translation.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { type Body, collectBody } from './collect-body.ts'
import { deduplicationOf, deliveryIdOf } from './deduplication.ts'
import { takeExecution, withRateLimit } from './execution-limits.ts'
import { type FormatRules, formatRules } from './formats.ts'
import { formOf } from './read-payload.ts'
import { type Execution, recordExecution } from './record-execution.ts'
import { splitHead } from './split-head.ts'

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
>

/**
 * Takes what a sender posted: token, limits, body, rendering, one insert, answer (contract.md 9, Execution path). What is
 * answered is stored; publishing comes later.
 */
export async function execute(
  ctx: ExecuteContext,
  requests: AsyncIterable<ExecuteRequest>,
  call: Asking,
): Promise<ExecuteResponse> {
  const { head, data } = await splitHead(requests)
  const format = formatRules(head.format)
  const webhook = await ctx.tokenGuard.admit(head.webhook)
  await assertTakesMessages(ctx, webhook, call)
  const rateLimit = await takeExecution(ctx.limiter, format, webhook)
  try {
    const execution = await render(ctx, { head, format, webhook, data })
    return { ...(await recordExecution(ctx, execution)), rateLimit }
  } catch (error) {
    throw withRateLimit(error, rateLimit)
  }
}

/** A webhook whose channel is gone is gone with it (contract.md 8 rows 18, 25 and 38). */
async function assertTakesMessages(
  { guilds }: Pick<ExecuteContext, 'guilds'>,
  webhook: Webhook,
  call: Asking,
): Promise<void> {
  const channel = await guilds.findChannel(webhook.channelId, call)
  if (!channel) throw new ServiceError('UNKNOWN_WEBHOOK')
  if (channel.archived) throw new ServiceError('CHANNEL_ARCHIVED')
}

type Arrival = { head: ExecuteHead; format: FormatRules; webhook: Webhook; data: AsyncIterable<Uint8Array> }

async function render(ctx: ExecuteContext, { head, format, webhook, data }: Arrival): Promise<Execution> {
  using share = ctx.bytesInFlight.open()
  const deliveryId = deliveryIdOf(format, head.headers)
  const body = await readBody(data, { head, format, take: share.take, isHashed: !deliveryId })
  const event = format.eventHeader === null ? '' : (head.headers[format.eventHeader] ?? '')
  const job = { format: format.name, contentType: head.contentType, event }
  const translation = unlessOptIn(await ctx.renderer.render(job, body.chunks, body.size))
  const deduplication = deduplicationOf(format, { deliveryId, digest: body.digest, now: ctx.clock.now() })
  return { webhook, format: format.name, translation, deliveryId, deduplication, ...wishesOf(head) }
}

function wishesOf({ wait, dryRun }: ExecuteHead) {
  return { isMessageWanted: wait || dryRun, isDryRun: dryRun }
}

type Reading = { head: ExecuteHead; format: FormatRules; take: (bytes: number) => void; isHashed: boolean }

async function readBody(
  data: AsyncIterable<Uint8Array>,
  { head, format, take, isHashed }: Reading,
): Promise<Body> {
  try {
    // Before the body is read: nobody should send 25 MiB of what we cannot read.
    formOf(head.contentType)
    const encoding = head.contentEncoding
    return await collectBody(data, {
      maxBytes: format.maxBytes,
      encoding,
      take,
      isHashed: isHashed && format.deliveryHeader !== null,
    })
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'UNSUPPORTED_MEDIA_TYPE'
      ? format.unreadable(error)
      : error
  }
}
