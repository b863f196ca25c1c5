import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import { idempotencyKeyModel } from '@gatehouse/service-kit/storage/idempotency-keys'
import type { Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { avatarChunkModel, avatarFileModel } from './avatars/avatar-document.ts'
import { unpostedExecutionModel } from './deliveries/unposted-execution-store.ts'
import { directorySchema } from './directory.ts'
import { eventModel } from './domain-events/event-document.ts'
import { messageModel } from './messages/message-document.ts'
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

/** With the collections of its guild directory. Version 5 added the mark of cleaned avatars with its index. */
export const webhookSchema: Schema = {
  owner: 'webhook-service',
  version: 5,
  oldestCode: 1,
  async apply(connection) {
    await ensureIndexes(models.map((model) => model(connection)))
    await directorySchema.apply(connection)
  },
}
