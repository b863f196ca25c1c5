import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { PublicationLease } from '@gatehouse/service-kit/outbox/publication'
import type mongoose from 'mongoose'
import type { Message } from './message.ts'
import {
  fromDocument,
  type MessageDocument,
  messageCollection,
  messageProjection,
  notDeleted,
} from './message-document.ts'

/** The message of a webhook in its channel. */
export type MessageReference = { id: string; webhookId: string; channelId: string }

export type MessageEdit = Pick<Message, 'content' | 'embeds' | 'mentions'>

type Terms = { now: number; lease: PublicationLease }

/** `busy`: the last change is not published yet, or another change came first. */
export type Changed = { message: Message } | 'unknown' | 'busy'

/** Longer than the deduplication of deliveries, so that a redelivery does not post a deleted message again. */
const deletedRetentionMs = 7 * 24 * 3600 * 1000

export type MessageEdits = ReturnType<typeof messageEdits>

/**
 * A change and its outbox state are one update of the document. It needs the outbox state that was read, so that concurrent changes
 * are applied one after the other and each is published, in this order.
 */
export function messageEdits(connection: mongoose.Connection) {
  const collection = messageCollection(connection)
  const options = { projection: messageProjection }

  async function change(
    reference: MessageReference,
    { lease }: Terms,
    updateOf: (before: Message) => { $set: Partial<MessageDocument>; $unset?: { mentions: '' } },
  ): Promise<Changed> {
    const before = await collection.findOne(filterOf(reference), options)
    if (!before) return 'unknown'
    if (before.outbox.state === 'pending') return 'busy'
    const { $set, ...rest } = updateOf(fromDocument(before))
    const after = await collection.findOneAndUpdate(
      { ...filterOf(reference), outbox: before.outbox },
      { $set: { ...$set, outbox: { state: 'pending', ...lease } }, ...rest },
      { ...options, returnDocument: 'after' },
    )
    return after ? { message: fromDocument(after) } : 'busy'
  }

  return {
    async find(reference: MessageReference): Promise<Message | null> {
      const found = await collection.findOne(filterOf(reference), options)
      return found && fromDocument(found)
    },

    edit: (reference: MessageReference, terms: Terms, edit: (before: Message) => MessageEdit) =>
      change(reference, terms, (before) => {
        const { mentions, ...edited } = edit(before)
        const $set = { ...edited, change: 'updated', editedTimestamp: terms.now } as const
        return mentions ? { $set: { ...$set, mentions } } : { $set, $unset: { mentions: '' } }
      }),

    delete: (reference: MessageReference, terms: Terms) =>
      change(reference, terms, () => {
        const purgeAt = new Date(terms.now + deletedRetentionMs)
        return { $set: { content: '', embeds: [], change: 'deleted', purgeAt }, $unset: { mentions: '' } }
      }),
  }
}

function filterOf({ id, webhookId, channelId }: MessageReference) {
  return {
    _id: toSortable(id),
    webhookId: toSortable(webhookId),
    channelId: toSortable(channelId),
    ...notDeleted,
  }
}
