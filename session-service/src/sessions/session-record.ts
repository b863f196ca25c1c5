import type { ClientInfo, Proof, Session } from './session.ts'
import type { SessionKey } from './session-token.ts'

/**
 * A session as stored in Redis: three lines, so that a script can replace one without parsing the others (session-scripts.ts).
 *
 *     <last used, ms> <created, ms>
 *     <proof as JSON, or nothing>
 *     <client as JSON>
 */
export function toRecord(session: Omit<Session, keyof SessionKey>): string {
  const times = `${session.lastUsedAt} ${session.createdAt}`
  return `${times}\n${proofLine(session.proof)}\n${clientLine(session.client)}`
}

export function proofLine(proof: Proof | null): string {
  return proof ? JSON.stringify(proof) : ''
}

export function clientLine(client: ClientInfo): string {
  return JSON.stringify(client)
}

export function fromRecord(key: SessionKey, record: string): Session {
  const timesEnd = record.indexOf('\n')
  const proofEnd = record.indexOf('\n', timesEnd + 1)
  const space = record.indexOf(' ')
  const proof = record.slice(timesEnd + 1, proofEnd)
  return {
    idHash: key.idHash,
    accountId: key.accountId,
    lastUsedAt: Number(record.slice(0, space)),
    createdAt: Number(record.slice(space + 1, timesEnd)),
    // Written only by toRecord and the scripts. On the hot path, so not validated again.
    proof: proof === '' ? null : (JSON.parse(proof) as Proof),
    client: JSON.parse(record.slice(proofEnd + 1)) as ClientInfo,
  }
}
