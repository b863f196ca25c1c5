import type { ExecuteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { Deduplication } from '../deliveries/deduplication-index.ts'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import { composeMessage, type Message, messageJson, type Source } from '../messages/message.ts'
import { messageFields } from '../outbox/message-stream.ts'
import type { Webhook } from '../webhooks/webhook.ts'

export type Execution = {
  webhook: Pick<Webhook, 'id' | 'channelId' | 'guildId' | 'name' | 'avatar'>
  format: Source['format']
  rendering: FilteredRendering
  deliveryId: string | null
  deduplication: Deduplication | null
  isMessageWanted: boolean
  isDryRun: boolean
}

type Context = Pick<WebhookContext, 'messages' | 'deliveries' | 'messageRelay' | 'newId' | 'clock'>
type Outcome = Omit<ExecuteResponse, 'rateLimit'>

const deliveryRetentionMs = 7 * 24 * 3600 * 1000

/** Stores the result of an execution, unless it is a dry run, and returns it. */
export function recordExecution(ctx: Context, execution: Execution): Promise<Outcome> {
  const { rendering } = execution
  return rendering.kind === 'rendered'
    ? recordMessage(ctx, execution, rendering)
    : recordIgnored(ctx, execution, rendering)
}

type Rendered = Extract<FilteredRendering, { kind: 'rendered' }>
type Ignored = Exclude<FilteredRendering, { kind: 'rendered' }>

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
    const isNew = await storeWithKey(ctx, execution, ctx.messages, () =>
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
  const lease = ctx.messageRelay.lease()
  const deliveryExpiresAt = message.timestamp + deliveryRetentionMs
  const isNew = await ctx.messages.post({ message, lease, deduplication, deliveryExpiresAt })
  const fields = messageFields(message, json)
  if (isNew) ctx.messageRelay.enqueue({ id: message.id, fields, leaseUntil: lease.leaseUntil })
  return isNew
}

async function recordIgnored(ctx: Context, execution: Execution, ignored: Ignored): Promise<Outcome> {
  const { result, detail } = describeIgnored(ignored)
  if (!execution.isDryRun) {
    const { webhook } = execution
    const deduplication = isFinalResult(ignored) ? execution.deduplication : null
    const now = ctx.clock.now()
    const delivery = {
      id: ctx.newId(),
      webhookId: webhook.id,
      channelId: webhook.channelId,
      source: sourceOf(execution),
      result,
      receivedAt: now,
      expiresAt: now + deliveryRetentionMs,
      deduplication,
    }
    const record = () => ctx.deliveries.record(delivery)
    const isNew = await (deduplication
      ? storeWithKey(ctx, execution, ctx.deliveries, record)
      : storeWithoutKey(ctx, execution, record))
    if (!isNew) return { result: 'duplicate' }
  }
  return { result, detail }
}

/**
 * Whether a repeated delivery counts as a duplicate. No for filtered, unrenderable and opt-in events: after a change of the filter
 * or of this program, a redelivery can still post the message.
 */
function isFinalResult(ignored: Ignored): boolean {
  return ignored.kind === 'ignored' && ignored.optIn === undefined
}

/**
 * Stores unless the delivery is stored already, with or without a message. If two executions run at the same time, the unique
 * index lets only one insert succeed. An expired key is removed and the insert repeated once.
 */
async function storeWithKey(
  { messages, deliveries, clock }: Context,
  { webhook, deduplication }: Execution,
  store: Context['messages'] | Context['deliveries'],
  insert: () => Promise<boolean>,
): Promise<boolean> {
  if (!deduplication) return insert()
  const other = store === messages ? deliveries : messages
  if (await other.isDuplicate(webhook.id, deduplication.key, clock.now())) return false
  if (await insert()) return true
  const isExpired = await store.removeExpiredKey(webhook.id, deduplication.key, clock.now())
  return isExpired && insert()
}

/** Stores without the key of the delivery, unless another document has the key. */
async function storeWithoutKey(
  { messages, deliveries, clock }: Context,
  { webhook, deduplication }: Execution,
  insert: () => Promise<boolean>,
): Promise<boolean> {
  if (!deduplication) return insert()
  const isTaken = await Promise.all(
    [messages, deliveries].map((store) => store.isDuplicate(webhook.id, deduplication.key, clock.now())),
  )
  return !isTaken.includes(true) && insert()
}

function sourceOf({ format, rendering, deliveryId }: Execution): Source {
  return { format, event: rendering.event, action: rendering.action, senderDeliveryId: deliveryId }
}

function describeIgnored(ignored: Ignored): { result: string; detail: string } {
  switch (ignored.kind) {
    case 'ignored':
      return { result: `ignored:${ignored.what}`, detail: `Nothing is shown for ${ignored.what}.` }
    case 'unrenderable':
      return {
        result: `unrenderable:${ignored.path}`,
        detail: `The payload cannot be shown without ${ignored.path}.`,
      }
    case 'filtered':
      return { result: 'filtered', detail: ignored.reason }
  }
}
