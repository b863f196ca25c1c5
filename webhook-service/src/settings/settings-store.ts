import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { Transactions } from '@gatehouse/service-kit/storage/transactions'
import type mongoose from 'mongoose'
import type { Webhook } from '../webhooks/webhook.ts'
import { fromStored, webhookCollection } from '../webhooks/webhook-document.ts'
import { type Disabled, defaultSettings, type WebhookSettings } from './webhook-settings.ts'

export type SettingsStore = ReturnType<typeof settingsStore>

/** What webhooks carry beside their shape: settings, refused posts in a row, and why they are switched off. */
export function settingsStore(connection: mongoose.Connection, inTransaction: Transactions) {
  const collection = webhookCollection(connection)

  return {
    /** The webhook with what `change` makes of its settings; null when it is gone. Two changes at once both count. */
    change: (id: string, change: (before: WebhookSettings) => WebhookSettings) =>
      inTransaction(async (session): Promise<Webhook | null> => {
        const found = await collection.findOne({ _id: toSortable(id) }, { session })
        if (!found) return null
        const settings = change(found.settings ?? defaultSettings)
        await collection.updateOne({ _id: found._id }, { $set: { settings } }, { session })
        return fromStored({ ...found, settings })
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

    /** Switches a webhook off. False when it was off already. */
    async disable(id: string, disabled: Disabled): Promise<boolean> {
      const { modifiedCount } = await collection.updateOne(
        { _id: toSortable(id), disabled: { $exists: false } },
        { $set: { disabled: { ...disabled, isUntold: true } } },
      )
      return modifiedCount > 0
    },

    async enable(id: string): Promise<void> {
      await collection.updateOne({ _id: toSortable(id) }, { $unset: { disabled: '', refusals: '' } })
    },

    /** Webhooks that were switched off and whose consumers were not told yet. */
    async listUntold(limit: number): Promise<(Webhook & { disabled: Disabled })[]> {
      const found = await collection.find({ 'disabled.isUntold': true }).limit(limit).toArray()
      return found.map(fromStored).filter(isDisabled)
    },

    async markTold({ id, disabled }: Webhook & { disabled: Disabled }): Promise<void> {
      await collection.updateOne(
        { _id: toSortable(id), 'disabled.at': disabled.at },
        { $unset: { 'disabled.isUntold': '' } },
      )
    },
  }
}

function isDisabled(webhook: Webhook): webhook is Webhook & { disabled: Disabled } {
  return webhook.disabled !== null
}
