import { isDeepStrictEqual } from 'node:util'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { Transactions } from '@gatehouse/service-kit/storage/transactions'
import type mongoose from 'mongoose'
import { type EventActor, service } from '../events/event-actor.ts'
import type { EventLog } from '../events/event-log.ts'
import type { WebhookDomainEvent } from '../events/webhook-event.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { fromStored, webhookCollection } from '../webhooks/webhook-document.ts'
import type { Disabled, WebhookSettings } from './webhook-settings.ts'

export type SettingsStore = ReturnType<typeof settingsStore>

/** What webhooks carry beside their shape: settings, refused posts in a row, and why they are switched off. */
export function settingsStore(options: {
  connection: mongoose.Connection
  inTransaction: Transactions
  events: EventLog
}) {
  const { inTransaction, events } = options
  const collection = webhookCollection(options.connection)

  return {
    /**
     * The webhook with what `change` makes of its settings, switched on again when that is asked; null when it is gone. Two
     * changes at once both count.
     */
    change: (id: string, { settings: change, enable, eventActor }: Change) =>
      inTransaction(async (session): Promise<Webhook | null> => {
        const found = await collection.findOne({ _id: toSortable(id) }, { session })
        if (!found) return null
        const before = fromStored(found)
        const after = { ...before, settings: change(before.settings), ...(enable && switchedOn) }
        const $unset = enable ? { $unset: { disabled: '', refusals: '' } as const } : {}
        await collection.updateOne(
          { _id: found._id },
          { $set: { settings: after.settings }, ...$unset },
          { session },
        )
        await events.add(session, settingsActs(before, after, eventActor))
        return after
      }),

    /** Counts a refused post; answers how many there were in a row. */
    async countRefusal(id: string): Promise<number> {
      const counted = await collection.findOneAndUpdate(
        { _id: toSortable(id) },
        { $inc: { refusals: 1 } },
        { returnDocument: 'after', projection: { refusals: 1 } },
      )
      return counted?.refusals ?? 0
    },

    async forgetRefusals(id: string): Promise<void> {
      await collection.updateOne({ _id: toSortable(id) }, { $unset: { refusals: '' } })
    },

    /** Switches a webhook off, and tells. False when it was off already. */
    disable: (id: string, disabled: Disabled) =>
      inTransaction(async (session): Promise<boolean> => {
        const found = await collection.findOneAndUpdate(
          { _id: toSortable(id), disabled: { $exists: false } },
          { $set: { disabled } },
          { session },
        )
        if (!found) return false
        const detail = { reason: disabled.reason }
        await events.add(session, [
          { type: 'webhook.disabled', webhook: fromStored(found), eventActor: service, detail },
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

const switchedOn = { disabled: null, refusals: 0 }

/** What the wire calls the settings. The other parts of a secret change with it. */
const words = {
  signingSecret: 'signing_secret',
  signatureToleranceSeconds: 'signature_tolerance_seconds',
  eventFilter: 'event_filter',
  deduplicate: 'deduplicate',
  expiresAt: 'expires_at',
} as const

/** What there is to tell of a change; nothing when all is as before. */
function settingsActs(before: Webhook, after: Webhook, eventActor: EventActor): WebhookDomainEvent[] {
  const keys = Object.keys(words) as (keyof typeof words)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before.settings[key], after.settings[key]))
  const fields: string[] = changed.map((key) => words[key])
  if (before.disabled && !after.disabled) fields.push('disabled')
  if (fields.length === 0) return []
  return [
    { type: 'webhook.settings_changed', webhook: after, eventActor, detail: { fields: fields.join(' ') } },
  ]
}
