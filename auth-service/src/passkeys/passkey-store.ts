import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from '../accounts/account.ts'
import { fromDocument } from '../accounts/account-document.ts'
import type { AccountDocument } from '../accounts/account-schema.ts'
import type { Passkey, StoredBackupCode } from '../accounts/factors.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import { factorUpdate } from '../factors/factor-update.ts'

export const maxPasskeys = 25

type Revoking = { revocation: PendingRevocation | null }

/** Queries use `_id` or the index `factors.passkeys.id`. Null: the account or its passkeys changed meanwhile. */
export function passkeyStore(model: Model<AccountDocument>) {
  const { update, pushOf } = factorUpdate(model)

  return {
    async findByPasskey(credentialId: string): Promise<Account | null> {
      return fromDocument(await model.findOne({ 'factors.passkeys.id': credentialId }).lean())
    },

    /** Null also if the account has the maximum number of passkeys. */
    async addPasskey(
      id: string,
      { passkey, revocation }: Revoking & { passkey: Passkey },
      transaction: StoreSession,
    ): Promise<Account | null> {
      const filter = {
        _id: id,
        [`factors.passkeys.${maxPasskeys - 1}`]: mongoose.trusted({ $exists: false }),
        'factors.passkeys.id': mongoose.trusted({ $ne: passkey.id }),
      }
      const $push = { 'factors.passkeys': passkey, ...pushOf(revocation).$push }
      try {
        return await update(filter, { $push }, transaction)
      } catch (error) {
        if (isDuplicateKeyError(error, 'factors.passkeys.id'))
          throw new ServiceError('INVALID_WEBAUTHN_CREDENTIAL')
        throw error
      }
    },

    /** Null also if it is required without a passkey. The codes replace those that the account has. */
    requirePasskey: (
      id: string,
      {
        required,
        revocation,
        backupCodes,
      }: Revoking & { required: boolean; backupCodes?: StoredBackupCode[] | undefined },
      transaction: StoreSession,
    ) =>
      required
        ? update(
            { _id: id, 'factors.passkeys.0': mongoose.trusted({ $exists: true }) },
            {
              $set: {
                'factors.requirePasskey': true,
                ...(backupCodes && { 'factors.backupCodes': backupCodes }),
              },
              ...pushOf(revocation),
            },
            transaction,
          )
        : update(
            { _id: id },
            { $unset: { 'factors.requirePasskey': 1 }, ...pushOf(revocation) },
            transaction,
          ),

    renamePasskey: (
      id: string,
      { passkeyId, name }: { passkeyId: string; name: string },
      transaction: StoreSession,
    ) =>
      update(
        { _id: id, 'factors.passkeys.id': passkeyId },
        { $set: { 'factors.passkeys.$.name': name } },
        transaction,
      ),

    removePasskey: (
      id: string,
      { passkeyId, revocation }: Revoking & { passkeyId: string },
      transaction: StoreSession,
    ) =>
      update(
        { _id: id, 'factors.passkeys.id': passkeyId },
        {
          $pull: { 'factors.passkeys': { id: passkeyId } },
          ...pushOf(revocation),
        },
        transaction,
      ),

    /**
     * WebAuthn L3, 6.1.1: the counter of an authenticator that has one increases with each use. Null also if this one
     * did not.
     */
    usePasskey(
      id: string,
      {
        passkeyId,
        counter,
        backedUp,
        at,
      }: { passkeyId: string; counter: number; backedUp: boolean; at: Date },
    ) {
      const earlier = counter === 0 ? 0 : { $lt: counter }
      const unused = mongoose.trusted({ $elemMatch: { id: passkeyId, counter: earlier } })
      const $set = {
        'factors.passkeys.$.counter': counter,
        'factors.passkeys.$.backedUp': backedUp,
        'factors.passkeys.$.lastUsedAt': at,
      }
      return update({ _id: id, 'factors.passkeys': unused }, { $set })
    },
  }
}
