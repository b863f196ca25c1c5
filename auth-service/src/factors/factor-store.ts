import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from '../accounts/account.ts'
import type { AccountDocument } from '../accounts/account-schema.ts'
import {
  hasSecondFactor,
  type PendingTotp,
  type StoredBackupCode,
  type TotpFactor,
} from '../accounts/factors.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import { factorUpdate } from './factor-update.ts'

type Filter = mongoose.mongo.Filter<AccountDocument>
type TotpStep = { enabledAt: Date; step: number }
type Revoking = { revocation: PendingRevocation | null }

const none = { $exists: false }
const absent = mongoose.trusted({ $exists: false })
const present = mongoose.trusted({ $exists: true })

/** All queries use `_id`. Null or false: the account was erased, or its factors changed meanwhile. */
export function factorStore(model: Model<AccountDocument>) {
  const { update, pushOf } = factorUpdate(model)
  const collection = driverCollection<AccountDocument>(model.collection)

  async function markStepUsed(owner: Filter, { enabledAt, step }: TotpStep): Promise<boolean> {
    const unused = {
      ...owner,
      'factors.totp.enabledAt': enabledAt,
      'factors.totp.lastStep': { $lt: step },
    }
    const use = { $set: { 'factors.totp.lastStep': step } }
    return (await collection.updateOne(unused, use)).modifiedCount === 1
  }

  return {
    /** Keeps the one before as well. */
    async setPendingTotp(
      id: string,
      pending: PendingTotp,
      former: PendingTotp | undefined,
    ): Promise<boolean> {
      const without = { _id: id, status: 'active' as const, 'factors.totp': absent }
      const $set = {
        'factors.pendingTotp': pending,
        ...(former && { 'factors.formerPendingTotp': former }),
      }
      return (await model.updateOne(without, { $set })).matchedCount === 1
    },

    enableTotp: (
      id: string,
      { totp, backupCodes, revocation }: Revoking & { totp: TotpFactor; backupCodes: StoredBackupCode[] },
      transaction: StoreSession,
    ) =>
      update(
        { _id: id, 'factors.totp': absent },
        {
          $set: { 'factors.totp': totp, 'factors.backupCodes': backupCodes },
          $unset: { 'factors.pendingTotp': 1, 'factors.formerPendingTotp': 1 },
          ...pushOf(revocation),
        },
        transaction,
      ),

    /** Also removes codes by SMS, which require it. Backup codes: `removeUnusableBackupCodes`. */
    disableTotp: (id: string, { revocation }: Revoking, transaction: StoreSession) =>
      update(
        { _id: id, 'factors.totp': present },
        { $unset: { 'factors.totp': 1, 'factors.sms': 1 }, ...pushOf(revocation) },
        transaction,
      ),

    replaceBackupCodes: (
      id: string,
      { backupCodes, revocation }: Revoking & { backupCodes: StoredBackupCode[] },
      transaction: StoreSession,
    ) =>
      update(
        { _id: id, $or: [{ 'factors.totp': present }, { 'factors.requirePasskey': true }] },
        { $set: { 'factors.backupCodes': backupCodes }, ...pushOf(revocation) },
        transaction,
      ),

    /** After a change that can leave the account without a second factor. */
    async removeUnusableBackupCodes(changed: Account, transaction: StoreSession): Promise<void> {
      if (hasSecondFactor(changed)) return
      await update({ _id: changed.id }, { $unset: { 'factors.backupCodes': 1 } }, transaction)
    },

    resetFactors: (id: string, transaction: StoreSession) =>
      update({ _id: id }, { $unset: { factors: 1 } }, transaction),

    /** False if this or a later step of the secret was used. */
    markTotpStepUsed: (id: string, used: TotpStep) => markStepUsed({ _id: id }, used),

    /** Also false if the account was closed or suspended since, or got another password. */
    markTotpStepOfOpenUsed: (
      { id, passwordChangedAt, signInsEndedAt }: Pick<Account, 'id' | 'passwordChangedAt' | 'signInsEndedAt'>,
      used: TotpStep,
    ) =>
      markStepUsed(
        {
          ...{ _id: id, status: 'active', closedAt: none },
          ...{ passwordChangedAt: passwordChangedAt ?? none, signInsEndedAt: signInsEndedAt ?? none },
        },
        used,
      ),

    markBackupCodeUsed(id: string, { mac, at }: { mac: string; at: Date }, transaction: StoreSession) {
      const unused = mongoose.trusted({ $elemMatch: { mac, usedAt: { $exists: false } } })
      return update(
        { _id: id, 'factors.backupCodes': unused },
        { $set: { 'factors.backupCodes.$.usedAt': at } },
        transaction,
      )
    },
  }
}
