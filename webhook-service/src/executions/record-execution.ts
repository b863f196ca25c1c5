import type { ExecuteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Deduplication } from '../deliveries/delivery-guard.ts'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import { composeMessage, type Message, messageJson, type Source } from '../messages/message.ts'
import { messageFields } from '../outbox/message-stream.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { ExecuteContext } from './execute.ts'

/** An execution whose payload was read, ready to be recorded. */
export type Execution = {
  webhook: Pick<Webhook, 'id' | 'channelId' | 'guildId' | 'name' | 'avatar'>
  format: Source['format']
  rendering: FilteredRendering
  deliveryId: string | null
  deduplication: Deduplication | null
  isMessageWanted: boolean
  isDryRun: boolean
}

type Context = Pick<ExecuteContext, 'messages' | 'deliveries' | 'outbox' | 'newId' | 'clock'>
type Outcome = Omit<ExecuteResponse, 'rateLimit'>

/** How long a delivery is kept (webhooks.md F, delivery log). */
const keptMs = 7 * 24 * 3600 * 1000

/** Makes the outcome durable, unless it is a dry run, and says what it is (contract.md 8, X-Webhook-Result). */
export function recordExecution(ctx: Context, execution: Execution): Promise<Outcome> {
  const { rendering } = execution
  return rendering.kind === 'rendered'
    ? recordMessage(ctx, execution, rendering)
    : recordIgnored(ctx, execution, rendering)
}

type Rendered = Extract<FilteredRendering, { kind: 'rendered' }>
type Silent = Exclude<FilteredRendering, { kind: 'rendered' }>

async function recordMessage(
  ctx: Context,
  execution: Execution,
  { draft, detail }: Rendered,
): Promise<Outcome> {
  const { webhook, deduplication, isMessageWanted } = execution
  const now = ctx.clock.now()
  const message = composeMessage({ id: ctx.newId(), now, webhook, draft, source: sourceOf(execution) })
  const json = messageJson(message)
  if (!execution.isDryRun) {
    const isNew = await storeOnce(ctx, execution, ctx.messages, () =>
      postMessage(ctx, message, json, deduplication),
    )
    if (!isNew) return { result: 'duplicate' }
  }
  return { result: 'rendered', ...(isMessageWanted && { messageJson: json }), ...(detail && { detail }) }
}

async function postMessage(
  ctx: Context,
  message: Message,
  json: string,
  deduplication: Deduplication | null,
): Promise<boolean> {
  const lease = ctx.outbox.lease()
  const deliveryExpiresAt = message.timestamp + keptMs
  const isNew = await ctx.messages.post({ message, lease, deduplication, deliveryExpiresAt })
  const fields = messageFields(message, json)
  if (isNew) ctx.outbox.offer({ id: message.id, fields, leaseUntil: lease.leaseUntil })
  return isNew
}

async function recordIgnored(ctx: Context, execution: Execution, silent: Silent): Promise<Outcome> {
  const { result, detail } = wordsOf(silent)
  if (!execution.isDryRun) {
    const { webhook } = execution
    const deduplication = usesUpDelivery(silent) ? execution.deduplication : null
    const now = ctx.clock.now()
    const delivery = {
      id: ctx.newId(),
      webhookId: webhook.id,
      channelId: webhook.channelId,
      source: sourceOf(execution),
      result,
      receivedAt: now,
      expiresAt: now + keptMs,
      deduplication,
    }
    const record = () => ctx.deliveries.record(delivery)
    const isNew = await (deduplication
      ? storeOnce(ctx, execution, ctx.deliveries, record)
      : storeUnlessTaken(ctx, execution, record))
    if (!isNew) return { result: 'duplicate' }
  }
  return { result, detail }
}

/**
 * Whether the sender's next delivery under the same id is a duplicate. Not where the webhook's filter, or what we know of the
 * payload, may have changed until then: redelivering is how its message is had after all.
 */
function usesUpDelivery(silent: Silent): boolean {
  return silent.kind === 'ignored' && silent.optIn === undefined
}

/**
 * Stores unless this delivery was stored before, as a message or without one. The unique index of the collection
 * decides races; a key it still holds past its time is freed and the insert tried once more.
 */
async function storeOnce(
  { messages, deliveries, clock }: Context,
  { webhook, deduplication }: Execution,
  place: Context['messages'] | Context['deliveries'],
  insert: () => Promise<boolean>,
): Promise<boolean> {
  if (!deduplication) return insert()
  const other = place === messages ? deliveries : messages
  if (await other.isGuarding(webhook.id, deduplication.key, clock.now())) return false
  if (await insert()) return true
  const isFreed = await place.freeExpired(webhook.id, deduplication.key, clock.now())
  return isFreed && insert()
}

/** Stores what does not use its delivery up, unless the delivery was used up before. */
async function storeUnlessTaken(
  { messages, deliveries, clock }: Context,
  { webhook, deduplication }: Execution,
  insert: () => Promise<boolean>,
): Promise<boolean> {
  if (!deduplication) return insert()
  const isTaken = await Promise.all(
    [messages, deliveries].map((place) => place.isGuarding(webhook.id, deduplication.key, clock.now())),
  )
  return !isTaken.includes(true) && insert()
}

function sourceOf({ format, rendering, deliveryId }: Execution): Source {
  return { format, event: rendering.event, action: rendering.action, senderDeliveryId: deliveryId }
}

function wordsOf(silent: Silent): { result: string; detail: string } {
  switch (silent.kind) {
    case 'ignored':
      return { result: `ignored:${silent.what}`, detail: `Nothing is shown for ${silent.what}.` }
    case 'unrenderable':
      return {
        result: `unrenderable:${silent.path}`,
        detail: `The payload cannot be shown without ${silent.path}.`,
      }
    case 'filtered':
      return { result: 'filtered', detail: silent.reason }
  }
}
