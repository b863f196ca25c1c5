import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { serialQueue } from '@gatehouse/service-kit/queues/serial-queue'
import { batchedFindById } from '@gatehouse/service-kit/storage/batched-find-by-id'
import type { IdempotencyKeys, IdempotentRequest } from '@gatehouse/service-kit/storage/idempotency-keys'
import type { StoreSession, Transactions } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { AvatarStore, UploadedAvatar } from '../avatars/avatar-store.ts'
import { directoryActor, type EventActor } from '../domain-events/event-actor.ts'
import type { EmitEvents } from '../domain-events/event-emitter.ts'
import type { WebhookDomainEvent } from '../domain-events/webhook-event.ts'
import type { Webhook, WebhookLimits } from './webhook.ts'
import { type Place, webhookCounts } from './webhook-counts.ts'
import {
  fromDocument,
  toDocument,
  type WebhookDocument,
  webhookCollection,
  webhookModel,
} from './webhook-document.ts'

export type WebhookChange = { name?: string; avatar?: UploadedAvatar | null; channelId?: string }

export type TokenRotation = Pick<Webhook, 'tokenDigest' | 'sealedToken'> & { previousUntil: number | null }

/** The `size` webhooks after the id `after`, of which the store reads one more, so that `toPage` knows whether more follow. */
export type WebhookPage = { size: number; after: string }

/** Concurrent creations in one guild; the rate limit is far below. */
const maxCreations = 256

export type WebhookStore = ReturnType<typeof webhookStore>

export function webhookStore(options: {
  connection: mongoose.Connection
  inTransaction: Transactions
  emitEvents: EmitEvents
  avatars: Pick<AvatarStore, 'replace' | 'release'>
  limits: WebhookLimits
  idempotencyKeys: IdempotencyKeys
}) {
  const model = webhookModel(options.connection)
  const counts = webhookCounts(options.connection, options.limits)
  const find = batchedFindById(webhookCollection(options.connection))
  const { inTransaction, emitEvents, avatars } = options
  const inTurn = serialQueue({ maxSize: maxCreations })

  async function list(filter: Record<string, string>, { size, after }: WebhookPage): Promise<Webhook[]> {
    const newer = after === '' ? {} : { _id: mongoose.trusted({ $gt: toSortable(after) }) }
    const found = await model
      .find({ ...filter, ...newer })
      .sort({ _id: 1 })
      .limit(size + 1)
      .lean<WebhookDocument[]>()
    return found.map(fromDocument)
  }

  async function removeAll(transaction: StoreSession, filter: Record<string, string>): Promise<number> {
    const found = await model.find(filter, null, { session: transaction }).lean<WebhookDocument[]>()
    await model.deleteMany(filter, { session: transaction })
    const removed = found.map(fromDocument)
    await avatars.release(transaction, removed)
    await emitEvents(
      transaction,
      removed.map((webhook) => ({ type: 'webhook.deleted', webhook, eventActor: directoryActor })),
    )
    return removed.length
  }

  return {
    async findById(id: string): Promise<Webhook | null> {
      const found = await find(toSortable(id))
      return found && fromDocument(found)
    },

    listByChannel: (channelId: string, page: WebhookPage) => list({ channelId: toSortable(channelId) }, page),

    listByGuild: (guildId: string, page: WebhookPage) => list({ guildId: toSortable(guildId) }, page),

    /**
     * Fails with MAX_WEBHOOKS_PER_GUILD, MAX_WEBHOOKS_PER_CHANNEL. Each transaction writes the count of the guild, so creations in
     * one guild run in turn instead of aborting each other. Between replicas the write conflict decides.
     */
    add: (
      { webhook, avatar }: { webhook: Webhook; avatar: UploadedAvatar | null },
      eventActor: EventActor,
      idempotent: IdempotentRequest | null,
    ) =>
      inTurn(webhook.guildId, async () => {
        await counts.assertCapacity(webhook)
        await inTransaction(async (transaction) => {
          if (idempotent) await options.idempotencyKeys.take(idempotent, webhook.id, transaction)
          await counts.take(transaction, webhook)
          await model.create([toDocument(webhook)], { session: transaction })
          await avatars.replace(transaction, { id: webhook.id, avatar: null }, avatar)
          await emitEvents(transaction, [{ type: 'webhook.created', webhook, eventActor }])
        })
      }),

    /** Returns the changed webhook, null if it does not exist. Fails with MAX_WEBHOOKS_PER_CHANNEL. */
    change: (id: string, change: WebhookChange, eventActor: EventActor) =>
      inTransaction(async (transaction): Promise<Webhook | null> => {
        const before = await model
          .findById(toSortable(id), null, { session: transaction })
          .lean<WebhookDocument>()
        if (!before) return null
        const from = fromSortable(before.channelId)
        if (change.channelId !== undefined && change.channelId !== from) {
          await counts.takeChannel(transaction, change.channelId)
          await counts.releaseChannel(transaction, from)
        }
        if (change.avatar !== undefined)
          await avatars.replace(transaction, { id, avatar: before.avatar }, change.avatar)
        const after = await model
          .findOneAndUpdate(
            { _id: before._id },
            { $set: changeToDocument(change) },
            { session: transaction, returnDocument: 'after' },
          )
          .lean<WebhookDocument>()
        if (!after) return null
        await emitEvents(transaction, updateEvents(fromDocument(before), fromDocument(after), eventActor))
        return fromDocument(after)
      }),

    /** Returns the webhook with its new token, null if it does not exist. The token that it replaces is valid before `previousUntil`. */
    rotateToken: (
      id: string,
      { tokenDigest, sealedToken, previousUntil }: TokenRotation,
      eventActor: EventActor,
    ) =>
      inTransaction(async (transaction): Promise<Webhook | null> => {
        const session = { session: transaction }
        const before = await model.findById(toSortable(id), null, session).lean<WebhookDocument>()
        if (!before) return null
        const replaced = { tokenDigest, sealedToken }
        const after = await model
          .findOneAndUpdate(
            { _id: before._id },
            previousUntil === null
              ? { $set: replaced, $unset: { previousToken: '' } }
              : {
                  $set: { ...replaced, previousToken: { digest: before.tokenDigest, until: previousUntil } },
                },
            { ...session, returnDocument: 'after' },
          )
          .lean<WebhookDocument>()
        if (!after) return null
        const webhook = fromDocument(after)
        const detail = previousUntil === null ? {} : { previous_until: new Date(previousUntil).toISOString() }
        await emitEvents(transaction, [{ type: 'webhook.token_rotated', webhook, eventActor, detail }])
        return webhook
      }),

    remove: (id: string, eventActor: EventActor) =>
      inTransaction(async (transaction): Promise<boolean> => {
        const removed = await model
          .findByIdAndDelete(toSortable(id), { session: transaction })
          .lean<WebhookDocument>()
        if (!removed) return false
        const webhook = fromDocument(removed)
        await counts.release(transaction, webhook)
        await avatars.release(transaction, [webhook])
        await emitEvents(transaction, [{ type: 'webhook.deleted', webhook, eventActor }])
        return true
      }),

    /** Called in the transactions of the guild directory: webhooks are deleted together with their channel or guild. */
    directoryHooks: {
      guildPut: (transaction: StoreSession, guildId: string) => counts.open(transaction, { guildId }),
      channelCreated: (transaction: StoreSession, channelId: string) =>
        counts.open(transaction, { channelId }),

      async channelDeleted(transaction: StoreSession, place: Place): Promise<void> {
        const removed = await removeAll(transaction, { channelId: toSortable(place.channelId) })
        await counts.closeChannel(transaction, place, removed)
      },

      async guildDeleted(transaction: StoreSession, guildId: string, channelIds: string[]): Promise<void> {
        await removeAll(transaction, { guildId: toSortable(guildId) })
        await counts.closeGuild(transaction, guildId, channelIds)
      },
    },
  }
}

function changeToDocument({ channelId, avatar, ...rest }: WebhookChange) {
  return {
    ...rest,
    ...(avatar !== undefined && { avatar: avatar?.hash ?? null }),
    ...(channelId !== undefined && { channelId: toSortable(channelId) }),
  }
}

const changeable = { name: 'name', avatar: 'avatar', channelId: 'channel_id' } as const

function updateEvents(before: Webhook, after: Webhook, eventActor: EventActor): WebhookDomainEvent[] {
  const keys = Object.keys(changeable) as (keyof typeof changeable)[]
  const changed = keys.filter((key) => before[key] !== after[key])
  if (changed.length === 0) return []
  const isMoved = before.channelId !== after.channelId
  const fields = changed.map((key) => changeable[key]).join(' ')
  const detail = { fields, ...(isMoved && { from_channel_id: before.channelId }) }
  return [{ type: 'webhook.updated', webhook: after, eventActor, detail }]
}
