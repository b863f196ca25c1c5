import type { Transactions } from '@gatehouse/service-kit/storage/transactions'
import type mongoose from 'mongoose'
import { serviceActor } from '../domain-events/event-actor.ts'
import type { EmitEvents } from '../domain-events/event-emitter.ts'
import { fromDocument, webhookCollection } from '../webhooks/webhook-document.ts'

const noticeMs = 3 * 24 * 3600 * 1000
/** A sweep must not delay the end of the process for long. */
const maxPerSweep = 500

export type ExpiryNotices = ReturnType<typeof expiryNotices>

type Options = { connection: mongoose.Connection; inTransaction: Transactions; emitEvents: EmitEvents }

export function expiryNotices({ connection, inTransaction, emitEvents }: Options) {
  const collection = webhookCollection(connection)

  /** One transaction stores the event and `expiryNoticeFor`, so only one replica emits the event, and only if the expiry date is unchanged. */
  const emit = (_id: string, expiresAt: number) =>
    inTransaction(async (transaction) => {
      const marked = await collection.findOneAndUpdate(
        { _id, 'settings.expiresAt': expiresAt, expiryNoticeFor: { $ne: expiresAt } },
        { $set: { expiryNoticeFor: expiresAt } },
        { session: transaction },
      )
      if (!marked) return
      const detail = { expires_at: new Date(expiresAt).toISOString() }
      await emitEvents(transaction, [
        { type: 'webhook.expiring', webhook: fromDocument(marked), eventActor: serviceActor, detail },
      ])
    })

  return {
    /** Emits `webhook.expiring` for the webhooks that expire within three days. */
    async emitDue(now: number): Promise<void> {
      const isDue = {
        expiryNoticeFor: { $exists: false },
        'settings.expiresAt': { $gt: now, $lte: now + noticeMs },
      }
      const due = await collection.find(isDue).sort({ 'settings.expiresAt': 1 }).limit(maxPerSweep).toArray()
      for (const { _id, settings } of due) if (settings?.expiresAt) await emit(_id, settings.expiresAt)
    },
  }
}
