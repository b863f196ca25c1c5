import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { Known } from './import-store.ts'
import type { Imported } from './read-imported.ts'

/** How an account stands to those that are there: it is one of them, it may not be, or it is new. */
type Verdict = { existing: string } | { problem: Record<string, FieldCode> } | 'new'

/** The accounts that are there, and those that come with the same batch. */
export function knownAccounts(there: Known[]) {
  const byEmail = new Map(there.map((known) => [known.emailKey, known]))
  const byExternalId = new Map(there.map((known) => [known.externalId, known]))

  return {
    /** Whoever registered here with that address is somebody else, as far as anyone can tell. */
    evaluate({ email, externalId }: Imported): Verdict {
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
