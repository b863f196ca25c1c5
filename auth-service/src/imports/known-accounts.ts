import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { KnownAccount } from './import-store.ts'
import type { Imported } from './read-imported.ts'

type Comparison = { existing: string } | { problem: Record<string, FieldCode> } | 'new'

export function knownAccounts(known: KnownAccount[]) {
  const byEmail = new Map(known.map((account) => [account.emailKey, account]))
  const byExternalId = new Map(known.map((account) => [account.externalId, account]))

  return {
    /** An account that was registered with the same address is not the imported one: its owner is unknown. */
    compare({ email, externalId }: Imported): Comparison {
      const sameEmail = byEmail.get(email.key)
      if (sameEmail?.isImported && sameEmail.externalId === externalId) return { existing: sameEmail.id }
      if (sameEmail) return { problem: { email: 'EMAIL_ALREADY_IN_USE' } }
      const isTaken = externalId !== null && byExternalId.has(externalId)
      return isTaken ? { problem: { external_id: 'EXTERNAL_ID_ALREADY_IN_USE' } } : 'new'
    },

    add(id: string, { email, externalId }: Imported): void {
      const known = { id, emailKey: email.key, externalId, isImported: true }
      byEmail.set(email.key, known)
      if (externalId !== null) byExternalId.set(externalId, known)
    },
  }
}
