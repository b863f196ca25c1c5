import { type OutboxStore, outboxStore } from '@gatehouse/service-kit/outbox/outbox-store'
import type mongoose from 'mongoose'
import { messageJson } from '../messages/message.ts'
import { fromDocument, messageCollection } from '../messages/message-document.ts'
import { messageFields } from './message-stream.ts'

export function messageOutbox(connection: mongoose.Connection): OutboxStore {
  return outboxStore(messageCollection(connection), (document) => {
    const message = fromDocument(document)
    return messageFields(message, messageJson(message))
  })
}
