import { resultText } from '@gatehouse/proto/executions/results'
import { type ExecutionOutcome, ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { Deduplication } from '../deliveries/deduplication-queries.ts'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import { composeMessage, type Message, type Source } from '../messages/message.ts'
import { presentMessage } from '../messages/present-message.ts'
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

const ignoredRetentionMs = 7 * 24 * 3600 * 1000

export function recordExecution(ctx: Context, execution: Execution): Promise<ExecutionOutcome> {
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
): Promise<ExecutionOutcome> {
  const { webhook, isMessageWanted } = execution
  const now = ctx.clock.now()
  const message = composeMessage({ id: ctx.newId(), now, webhook, draft, source: sourceOf(execution) })
  if (!execution.isDryRun) {
    const isNew = await storeIfNew(ctx, execution, {
      store: ctx.messages,
      other: ctx.ignoredExecutions,
      rememberKey: true,
      insert: (deduplication) => insertMessage(ctx, message, deduplication),
    })
    if (!isNew) return { result: ExecutionResult.DUPLICATE }
  }
  return {
    result: ExecutionResult.RENDERED,
    detail,
    message: isMessageWanted ? presentMessage(message) : undefined,
  }
}

async function insertMessage(
  ctx: Context,
  message: Message,
  deduplication: Deduplication | null,
): Promise<boolean> {
  const lease = ctx.messageRelay.lease()
  const isNew = await ctx.messages.insert({ message, lease, deduplication })
  if (isNew)
    ctx.messageRelay.enqueue({
      id: message.id,
      fields: messageFields(message),
      leaseUntil: lease.leaseUntil,
    })
  return isNew
}

async function recordIgnored(
  ctx: Context,
  execution: Execution,
  ignored: Ignored,
): Promise<ExecutionOutcome> {
  const outcome = outcomeOf(ignored)
  if (!execution.isDryRun) {
    const { webhook } = execution
    const now = ctx.clock.now()
    const record = {
      id: ctx.newId(),
      webhookId: webhook.id,
      channelId: webhook.channelId,
      source: sourceOf(execution),
      result: resultText(outcome),
      receivedAt: now,
      expiresAt: now + ignoredRetentionMs,
    }
    const isNew = await storeIfNew(ctx, execution, {
      store: ctx.ignoredExecutions,
      other: ctx.messages,
      rememberKey: isFinalResult(ignored),
      insert: (deduplication) => ctx.ignoredExecutions.insert({ ...record, deduplication }),
    })
    if (!isNew) return { result: ExecutionResult.DUPLICATE }
  }
  return outcome
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

function outcomeOf(ignored: Ignored): ExecutionOutcome {
  switch (ignored.kind) {
    case 'ignored': {
      const { ignoredEvent } = ignored
      const detail = `Nothing is shown for ${ignoredEvent}.`
      return { result: ExecutionResult.IGNORED, ignoredEvent, detail }
    }
    case 'unrenderable': {
      const detail = `The payload cannot be shown without ${ignored.path}.`
      return { result: ExecutionResult.UNRENDERABLE, missingPath: ignored.path, detail }
    }
    case 'filtered':
      return { result: ExecutionResult.FILTERED, detail: ignored.reason }
  }
}
