import { isDeepStrictEqual } from 'node:util'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { Transactions } from '@gatehouse/service-kit/storage/transactions'
import type mongoose from 'mongoose'
import { type EventActor, serviceActor } from '../domain-events/event-actor.ts'
import type { EmitEvents } from '../domain-events/event-emitter.ts'
import type { WebhookDomainEvent } from '../domain-events/webhook-event.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { fromDocument, settingsToDocument, webhookCollection } from '../webhooks/webhook-document.ts'
import type { Disabled, WebhookSettings } from '../webhooks/webhook-settings.ts'

export type SettingsStore = ReturnType<typeof settingsStore>

export function settingsStore(options: {
  connection: mongoose.Connection
  inTransaction: Transactions
  emitEvents: EmitEvents
}) {
  const { inTransaction, emitEvents } = options
  const collection = webhookCollection(options.connection)

  return {
    /** Changes the settings in a transaction, so that concurrent changes are both applied. Null if the webhook does not exist. */
    change: (id: string, { settings: change, enable, eventActor }: Change) =>
      inTransaction(async (transaction): Promise<Webhook | null> => {
        const found = await collection.findOne({ _id: toSortable(id) }, { session: transaction })
        if (!found) return null
        const before = fromDocument(found)
        const after = { ...before, settings: change(before.settings), ...(enable && enabled) }
        const isMoved = before.settings.expiresAt !== after.settings.expiresAt
        await collection.updateOne(
          { _id: found._id },
          {
            $set: { settings: settingsToDocument(after.settings) },
            $unset: {
              ...(enable && ({ disabled: '', rejections: '' } as const)),
              ...(isMoved && ({ expiryNoticeFor: '' } as const)),
            },
          },
          { session: transaction },
        )
        await emitEvents(transaction, settingsEvents(before, after, eventActor))
        return after
      }),

    async countRejection(id: string): Promise<number> {
      const counted = await collection.findOneAndUpdate(
        { _id: toSortable(id) },
        { $inc: { rejections: 1 } },
        { returnDocument: 'after', projection: { rejections: 1 } },
      )
      return counted?.rejections ?? 0
    },

    async resetRejections(id: string): Promise<void> {
      await collection.updateOne({ _id: toSortable(id) }, { $unset: { rejections: '' } })
    },

    disable: (id: string, disabled: Disabled) =>
      inTransaction(async (transaction): Promise<boolean> => {
        const found = await collection.findOneAndUpdate(
          { _id: toSortable(id), disabled: { $exists: false } },
          { $set: { disabled } },
          { session: transaction },
        )
        if (!found) return false
        const detail = { reason: disabled.reason }
        await emitEvents(transaction, [
          { type: 'webhook.disabled', webhook: fromDocument(found), eventActor: serviceActor, detail },
        ])
        return true
      }),
  }
}

type Change = {
  settings: (before: WebhookSettings) => WebhookSettings
  enable: boolean
  eventActor: EventActor
}

const enabled = { disabled: null, rejections: 0 }

const words = {
  signingSecret: 'signing_secret',
  signatureToleranceSeconds: 'signature_tolerance_seconds',
  eventFilter: 'event_filter',
  deduplicate: 'deduplicate',
  allowedFormats: 'allowed_formats',
  expiresAt: 'expires_at',
} as const

function settingsEvents(before: Webhook, after: Webhook, eventActor: EventActor): WebhookDomainEvent[] {
  const keys = Object.keys(words) as (keyof typeof words)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before.settings[key], after.settings[key]))
  const fields: string[] = changed.map((key) => words[key])
  if (before.disabled && !after.disabled) fields.push('disabled')
  if (fields.length === 0) return []
  return [
    { type: 'webhook.settings_changed', webhook: after, eventActor, detail: { fields: fields.join(' ') } },
  ]
}
