import type { ExecuteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { Deduplication } from '../deliveries/deduplication-queries.ts'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import { composeMessage, type Message, messageJson, type Source } from '../messages/message.ts'
import { messageFields } from '../outbox/message-relay.ts'
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

type Context = Pick<WebhookContext, 'messages' | 'ignoredExecutions' | 'messageRelay' | 'newId' | 'clock'>
type Outcome = Omit<ExecuteResponse, 'rateLimit'>

const ignoredRetentionMs = 7 * 24 * 3600 * 1000

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
  const { webhook, isMessageWanted } = execution
  const now = ctx.clock.now()
  const message = composeMessage({ id: ctx.newId(), now, webhook, draft, source: sourceOf(execution) })
  const json = messageJson(message)
  if (!execution.isDryRun) {
    const isNew = await storeIfNew(ctx, execution, {
      store: ctx.messages,
      other: ctx.ignoredExecutions,
      rememberKey: true,
      insert: (deduplication) => insertMessage(ctx, message, json, deduplication),
    })
    if (!isNew) return { result: 'duplicate' }
  }
  return { result: 'rendered', ...(isMessageWanted && { messageJson: json }), ...(detail && { detail }) }
}

async function insertMessage(
  ctx: Context,
  message: Message,
  json: string,
  deduplication: Deduplication | null,
): Promise<boolean> {
  const lease = ctx.messageRelay.lease()
  const isNew = await ctx.messages.insert({ message, lease, deduplication })
  const fields = messageFields(message, json)
  if (isNew) ctx.messageRelay.enqueue({ id: message.id, fields, leaseUntil: lease.leaseUntil })
  return isNew
}

async function recordIgnored(ctx: Context, execution: Execution, ignored: Ignored): Promise<Outcome> {
  const { result, detail } = describeIgnored(ignored)
  if (!execution.isDryRun) {
    const { webhook } = execution
    const now = ctx.clock.now()
    const record = {
      id: ctx.newId(),
      webhookId: webhook.id,
      channelId: webhook.channelId,
      source: sourceOf(execution),
      result,
      receivedAt: now,
      expiresAt: now + ignoredRetentionMs,
    }
    const isNew = await storeIfNew(ctx, execution, {
      store: ctx.ignoredExecutions,
      other: ctx.messages,
      rememberKey: isFinalResult(ignored),
      insert: (deduplication) => ctx.ignoredExecutions.insert({ ...record, deduplication }),
    })
    if (!isNew) return { result: 'duplicate' }
  }
  return { result, detail }
}

/** Filtered, unrenderable and opt-in results store no key, so that a redelivery can still post the message. */
function isFinalResult(ignored: Ignored): boolean {
  return ignored.kind === 'ignored' && ignored.optIn === undefined
}

type KeyStore = Context['messages'] | Context['ignoredExecutions']

type NewResult = {
  store: KeyStore
  other: KeyStore
  rememberKey: boolean
  insert: (deduplication: Deduplication | null) => Promise<boolean>
}

/**
 * Stores a result unless its delivery is stored already. Of two executions at the same time the unique index lets one insert
 * succeed. It holds within one collection, so the other one is read first. An expired key is removed and the insert repeated.
 */
async function storeIfNew(
  { clock }: Context,
  { webhook, deduplication }: Execution,
  { store, other, rememberKey, insert }: NewResult,
): Promise<boolean> {
  if (!deduplication) return insert(null)
  const isDuplicateIn = (each: KeyStore) => each.isDuplicate(webhook.id, deduplication.key, clock.now())
  if (!rememberKey) {
    const areDuplicates = await Promise.all([store, other].map(isDuplicateIn))
    return !areDuplicates.includes(true) && insert(null)
  }
  if (await isDuplicateIn(other)) return false
  if (await insert(deduplication)) return true
  const isExpired = await store.removeExpiredKey(webhook.id, deduplication.key, clock.now())
  return isExpired && insert(deduplication)
}

function sourceOf({ format, rendering, deliveryId }: Execution): Source {
  return { format, event: rendering.event, action: rendering.action, senderDeliveryId: deliveryId }
}

function describeIgnored(ignored: Ignored): { result: string; detail: string } {
  switch (ignored.kind) {
    case 'ignored':
      return {
        result: `ignored:${ignored.ignoredEvent}`,
        detail: `Nothing is shown for ${ignored.ignoredEvent}.`,
      }
    case 'unrenderable':
      return {
        result: `unrenderable:${ignored.path}`,
        detail: `The payload cannot be shown without ${ignored.path}.`,
      }
    case 'filtered':
      return { result: 'filtered', detail: ignored.reason }
  }
}
