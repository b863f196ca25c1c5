import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { SsoPerson } from '../accounts/sso-link.ts'
import type { KnownAccount } from './import-store.ts'
import type { Imported } from './read-imported.ts'

type Comparison = { existing: string } | { problem: Record<string, FieldCode> } | 'new'

export function knownAccounts(known: KnownAccount[]) {
  const byEmail = new Map(known.map((account) => [account.emailKey, account]))
  const byExternalId = new Map(known.map((account) => [account.externalId, account]))
  const byPerson = new Map(known.map((account) => [personKey(account.sso), account]))

  return {
    /** An account that was registered with the same address is not the imported one: its owner is unknown. */
    compare({ email, externalId, sso }: Imported): Comparison {
      const sameEmail = byEmail.get(email.key)
      if (sameEmail?.isImported && sameEmail.externalId === externalId) return { existing: sameEmail.id }
      if (sameEmail) return { problem: { email: 'EMAIL_ALREADY_IN_USE' } }
      const isTaken = externalId !== null && byExternalId.has(externalId)
      if (isTaken) return { problem: { external_id: 'EXTERNAL_ID_ALREADY_IN_USE' } }
      const isLinked = sso !== null && byPerson.has(personKey(sso))
      return isLinked ? { problem: { sso: 'SSO_IDENTITY_ALREADY_IN_USE' } } : 'new'
    },

    add(id: string, { email, externalId, sso }: Imported): void {
      const known = { id, emailKey: email.key, externalId, sso, isImported: true }
      byEmail.set(email.key, known)
      if (externalId !== null) byExternalId.set(externalId, known)
      if (sso !== null) byPerson.set(personKey(sso), known)
    },
  }
}

function personKey(person: SsoPerson | null): string | null {
  return person && JSON.stringify([person.issuer, person.subject])
}
