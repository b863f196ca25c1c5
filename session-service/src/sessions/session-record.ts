import type { Origin, Proof, Session } from './session.ts'
import type { SessionKey } from './session-token.ts'

/**
 * A session as Redis keeps it: three lines, each changed for a reason of its own, so that a script can replace one
 * without reading the others (session-scripts.ts).
 *
 *     <last used, ms> <created, ms>
 *     <proof as JSON, or nothing>
 *     <origin as JSON>
 */
export function toRecord(session: Omit<Session, keyof SessionKey>): string {
  const times = `${session.lastUsedAt} ${session.createdAt}`
  return `${times}\n${writeProof(session.proof)}\n${writeOrigin(session.origin)}`
}

/** The second line of a record. */
export function writeProof(proof: Proof | null): string {
  return proof ? JSON.stringify(proof) : ''
}

/** The third line of a record. */
export function writeOrigin(origin: Origin): string {
  return JSON.stringify(origin)
}

export function fromRecord(address: SessionKey, record: string): Session {
  const timesEnd = record.indexOf('\n')
  const proofEnd = record.indexOf('\n', timesEnd + 1)
  const space = record.indexOf(' ')
  const proof = record.slice(timesEnd + 1, proofEnd)
  return {
    idHash: address.idHash,
    accountId: address.accountId,
    lastUsedAt: Number(record.slice(0, space)),
    createdAt: Number(record.slice(space + 1, timesEnd)),
    // Only writeRecord and the scripts write records, so the shapes are known.
    proof: proof === '' ? null : (JSON.parse(proof) as Proof),
    origin: JSON.parse(record.slice(proofEnd + 1)) as Origin,
  }
}
