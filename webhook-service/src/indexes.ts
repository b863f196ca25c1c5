import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import { idempotencyKeyModel } from '@gatehouse/service-kit/storage/idempotency-keys'
import type mongoose from 'mongoose'
import { ignoredExecutionModel } from './deliveries/ignored-execution-store.ts'
import { createDirectoryIndexes } from './directory.ts'
import { eventModel } from './events/event-document.ts'
import { messageModel } from './messages/message-document.ts'
import { webhookCountModel } from './webhooks/webhook-counts.ts'
import { webhookModel } from './webhooks/webhook-document.ts'

const models = [
  idempotencyKeyModel,
  webhookModel,
  webhookCountModel,
  messageModel,
  ignoredExecutionModel,
  eventModel,
]

/** Creates the collections and indexes of this service and of its guild directory; repeatable. */
export async function createIndexes(connection: mongoose.Connection): Promise<void> {
  await ensureIndexes(models.map((model) => model(connection)))
  await createDirectoryIndexes(connection)
}
