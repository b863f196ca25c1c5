import { dropIndex, ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import { idempotencyKeyModel } from '@gatehouse/service-kit/storage/idempotency-keys'
import type { Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { avatarChunkModel, avatarFileModel } from './avatars/avatar-document.ts'
import { unpostedExecutionCollection, unpostedExecutionModel } from './deliveries/unposted-execution-store.ts'
import { directorySchema } from './directory.ts'
import { eventModel } from './domain-events/event-document.ts'
import { formerDeliveryIndex } from './messages/delivery-document.ts'
import { messageCollection, messageModel } from './messages/message-document.ts'
import { webhookCountModel } from './webhooks/webhook-counts.ts'
import { webhookModel } from './webhooks/webhook-document.ts'

const models = [
  idempotencyKeyModel,
  webhookModel,
  webhookCountModel,
  messageModel,
  unpostedExecutionModel,
  eventModel,
  avatarFileModel,
  avatarChunkModel,
]

/**
 * With the collections of its guild directory. Version 5 added the mark of cleaned avatars with its index, and compressed
 * bodies with their size in the index of deliveries.
 */
export const webhookSchema: Schema = {
  owner: 'webhook-service',
  version: 5,
  oldestCode: 1,
  async apply(connection) {
    await ensureIndexes(models.map((model) => model(connection)))
    for (const collection of [messageCollection(connection), unpostedExecutionCollection(connection)])
      await dropIndex(collection, formerDeliveryIndex)
    await directorySchema.apply(connection)
  },
}
