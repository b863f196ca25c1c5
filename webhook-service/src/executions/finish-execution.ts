import type { FormatName } from '@gatehouse/proto/executions/formats'
import { resultText } from '@gatehouse/proto/executions/results'
import { type ExecutionOutcome, ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { Deduplication } from '../messages/deduplication-queries.ts'
import { deliveryRetentionMs, type RecordedRequest } from '../messages/delivery.ts'
import type { DeliveryRecord } from '../messages/delivery-document.ts'
import { composeMessage, type Source } from '../messages/message.ts'
import type { MessageInsert } from '../messages/message-document.ts'
import { messageStreamEntry } from '../messages/message-stream-entry.ts'
import { presentMessage } from '../messages/present-message.ts'
import type { Webhook } from '../webhooks/webhook.ts'

export type Execution = {
  webhook: Pick<Webhook, 'id' | 'channelId' | 'guildId' | 'name' | 'avatar'>
  format: FormatName
  rendering: FilteredRendering
  senderDeliveryId: string | null
  deduplication: Deduplication | null
  isMessageWanted: boolean
  /** Null for a dry run or a preview: nothing is stored. */
  requestToRecord: { request: RecordedRequest; replayOf: string | null } | null
}

/** `recordId` is null if nothing is stored. */
export type FinishedExecution = { outcome: ExecutionOutcome; recordId: string | null }

type Context = Pick<
  WebhookContext,
  'messages' | 'unpostedExecutions' | 'messageRelay' | 'trims' | 'newId' | 'clock'
>

export async function finishExecution(ctx: Context, execution: Execution): Promise<FinishedExecution> {
  const { rendering, webhook, requestToRecord } = execution
  const id = ctx.newId()
  const outcome =
    rendering.kind === 'rendered'
      ? await finishRendered(ctx, id, execution, rendering)
      : await finishUnposted(ctx, id, execution, rendering)
  if (!requestToRecord) return { outcome, recordId: null }
  if (outcome.result === ExecutionResult.DUPLICATE) await insertUnposted(ctx, id, execution, { outcome })
  ctx.trims.count(webhook.id, requestToRecord.request.body.length)
  return { outcome, recordId: id }
}

type Rendered = Extract<FilteredRendering, { kind: 'rendered' }>
type Unposted = Exclude<FilteredRendering, { kind: 'rendered' }>

async function finishRendered(
  ctx: Context,
  id: string,
  execution: Execution,
  { draft, detail }: Rendered,
): Promise<ExecutionOutcome> {
  const { webhook, isMessageWanted, requestToRecord } = execution
  const message = composeMessage({ id, now: ctx.clock.now(), webhook, draft, source: sourceOf(execution) })
  const outcome = {
    result: ExecutionResult.RENDERED,
    detail,
    message: isMessageWanted ? presentMessage(message) : undefined,
  }
  if (!requestToRecord) return outcome
  const delivery = deliveryOf(ctx, requestToRecord, outcome)
  const isNew = await storeIfNew(ctx, execution, {
    store: ctx.messages,
    other: ctx.unpostedExecutions,
    rememberKey: true,
    insert: (deduplication) => insertMessage(ctx, { message, delivery, deduplication }),
  })
  return isNew ? outcome : { result: ExecutionResult.DUPLICATE }
}

async function insertMessage(ctx: Context, parts: Omit<MessageInsert, 'lease'>): Promise<boolean> {
  const { message } = parts
  const lease = ctx.messageRelay.lease()
  const isNew = await ctx.messages.insert({ ...parts, lease })
  if (isNew)
    ctx.messageRelay.enqueue({
      id: message.id,
      fields: messageStreamEntry(message),
      leaseUntil: lease.leaseUntil,
    })
  return isNew
}

async function finishUnposted(
  ctx: Context,
  id: string,
  execution: Execution,
  unposted: Unposted,
): Promise<ExecutionOutcome> {
  const outcome = outcomeOf(unposted)
  if (!execution.requestToRecord) return outcome
  const isNew = await storeIfNew(ctx, execution, {
    store: ctx.unpostedExecutions,
    other: ctx.messages,
    rememberKey: isFinalResult(unposted),
    insert: (deduplication) => insertUnposted(ctx, id, execution, { outcome, deduplication }),
  })
  return isNew ? outcome : { result: ExecutionResult.DUPLICATE }
}

async function insertUnposted(
  ctx: Context,
  id: string,
  { requestToRecord, webhook, ...execution }: Execution,
  { outcome, deduplication = null }: { outcome: ExecutionOutcome; deduplication?: Deduplication | null },
): Promise<boolean> {
  if (!requestToRecord) throw new Error('A dry run stores nothing.')
  const delivery = deliveryOf(ctx, requestToRecord, outcome)
  const source = sourceOf(execution)
  return ctx.unpostedExecutions.insert({ id, webhookId: webhook.id, source, delivery, deduplication })
}

function deliveryOf(
  { clock }: Pick<Context, 'clock'>,
  { request, replayOf }: NonNullable<Execution['requestToRecord']>,
  outcome: ExecutionOutcome,
): DeliveryRecord {
  return {
    request,
    replayOf,
    result: resultText(outcome),
    detail: outcome.detail ?? null,
    expiresAt: clock.now() + deliveryRetentionMs,
  }
}

/** Filtered, unrenderable and opt-in results store no key, so that a redelivery can still post the message. */
function isFinalResult(unposted: Unposted): boolean {
  return unposted.kind === 'ignored' && unposted.ignoredUnlessNamed === undefined
}

type KeyStore = Context['messages'] | Context['unpostedExecutions']

type NewResult = {
  store: KeyStore
  other: KeyStore
  rememberKey: boolean
  insert: (deduplication: Deduplication | null) => Promise<boolean>
}

/**
 * Stores a result unless its delivery is stored already. If two executions run at the same time, the unique index lets only one
 * insert succeed. The index covers one collection, so the other collection is read first. Copies that run at the same time and end
 * differently (one posts, one is ignored) can both be stored. An expired key is removed and the insert repeated.
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

function sourceOf({
  format,
  rendering,
  senderDeliveryId,
}: Pick<Execution, 'format' | 'rendering' | 'senderDeliveryId'>): Source {
  return { format, event: rendering.event, action: rendering.action, senderDeliveryId }
}

function outcomeOf(unposted: Unposted): ExecutionOutcome {
  switch (unposted.kind) {
    case 'ignored': {
      const { ignoredEvent } = unposted
      const detail = `Nothing is shown for ${ignoredEvent}.`
      return { result: ExecutionResult.IGNORED, ignoredEvent, detail }
    }
    case 'unrenderable': {
      const missing = `The payload cannot be shown without ${unposted.path}.`
      const detail = [missing, unposted.hint].filter(Boolean).join(' ')
      return { result: ExecutionResult.UNRENDERABLE, missingPath: unposted.path, detail }
    }
    case 'filtered':
      return { result: ExecutionResult.FILTERED, detail: unposted.reason }
  }
}
