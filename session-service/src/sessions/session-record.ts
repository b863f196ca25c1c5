import type { ClientInfo } from '../client-info.ts'
import type { Proof, Session } from './session.ts'
import type { SessionKey } from './session-token.ts'

type StoredClient = ClientInfo & { parent?: string }

/**
 * A session as stored in Redis: three lines, so that a script can replace one without parsing the others (session-scripts.ts).
 *
 *     <last used, ms> <created, ms>
 *     <proof as JSON, or nothing>
 *     <client as JSON, with the parent>
 */
export function toRecord(session: Omit<Session, keyof SessionKey>): string {
  const times = `${session.lastUsedAt} ${session.createdAt}`
  return `${times}\n${proofLine(session.proof)}\n${clientLine(session.client, session.parent)}`
}

export function proofLine(proof: Proof | null): string {
  return proof ? JSON.stringify(proof) : ''
}

/** The parent has no line of its own, because older versions read three lines. Its scripts find it as `parentLua` does. */
export function clientLine(client: ClientInfo, parent: string | null = null): string {
  return JSON.stringify({ ...client, ...(parent !== null && { parent }) })
}

export function fromRecord(key: SessionKey, record: string): Session {
  const timesEnd = record.indexOf('\n')
  const proofEnd = record.indexOf('\n', timesEnd + 1)
  const space = record.indexOf(' ')
  const proof = record.slice(timesEnd + 1, proofEnd)
  // Written only by toRecord and the scripts. On the hot path, so not validated again.
  const { parent = null, ...client } = JSON.parse(record.slice(proofEnd + 1)) as StoredClient
  return {
    idHash: key.idHash,
    accountId: key.accountId,
    lastUsedAt: Number(record.slice(0, space)),
    createdAt: Number(record.slice(space + 1, timesEnd)),
    parent,
    proof: proof === '' ? null : (JSON.parse(proof) as Proof),
    client,
  }
}
