import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Phone } from '../accounts/account.ts'
import type { AccountDocument } from '../accounts/account-schema.ts'
import type { SmsFactor } from '../accounts/factors.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import { factorUpdate } from '../factors/factor-update.ts'

type Revoking = { revocation: PendingRevocation | null }

const absent = mongoose.trusted({ $exists: false })
const present = mongoose.trusted({ $exists: true })

/** Queries use `_id` or the index `phone.number`. Null: the account was erased, or its factors changed meanwhile. */
export function smsStore(model: Model<AccountDocument>) {
  const { update, pushOf } = factorUpdate(model)

  return {
    /** Whether another account than `except` has it. */
    async isPhoneTaken(number: string, except: string): Promise<boolean> {
      const owner = { 'phone.number': number, _id: mongoose.trusted({ $ne: except }) }
      return (await model.exists(owner)) !== null
    },

    async setPhone(
      id: string,
      { phone, revocation }: Revoking & { phone: Phone },
      transaction: StoreSession,
    ) {
      try {
        return await update({ _id: id }, { $set: { phone }, ...pushOf(revocation) }, transaction)
      } catch (error) {
        if (isDuplicateKeyError(error, 'phone.number')) throw new ServiceError('PHONE_ALREADY_USED')
        throw error
      }
    },

    removePhone: (id: string, { revocation }: Revoking, transaction: StoreSession) =>
      update(
        { _id: id, 'factors.sms': absent },
        { $unset: { phone: 1 }, ...pushOf(revocation) },
        transaction,
      ),

    enableSms: (
      id: string,
      { sms, number, revocation }: Revoking & { sms: SmsFactor; number: string },
      transaction: StoreSession,
    ) =>
      update(
        { _id: id, 'phone.number': number, 'factors.totp': present },
        { $set: { 'factors.sms': sms }, ...pushOf(revocation) },
        transaction,
      ),

    disableSms: (id: string, { revocation }: Revoking, transaction: StoreSession) =>
      update({ _id: id }, { $unset: { 'factors.sms': 1 }, ...pushOf(revocation) }, transaction),
  }
}
