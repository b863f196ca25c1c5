import { randomUUID } from 'node:crypto'

/** A change of an account after which sessions must end, stored with the change until they have ended. */
export type PendingRevocation = {
  id: string
  /** When the change was made: sessions created later stay. */
  since: Date
  /** A session that stays, if any. */
  exceptIdHash?: string
}

export function newPendingRevocation(since: Date, exceptIdHash = ''): PendingRevocation {
  return { id: randomUUID(), since, ...(exceptIdHash && { exceptIdHash }) }
}
