import { randomUUID } from 'node:crypto'

/** Stored with a change of an account until the sessions that it requires to end have ended. */
export type PendingRevocation = {
  id: string
  /** Time of the change. Sessions created later stay. */
  since: Date
  exceptIdHash?: string
}

export function newPendingRevocation(since: Date, exceptIdHash = ''): PendingRevocation {
  return { id: randomUUID(), since, ...(exceptIdHash && { exceptIdHash }) }
}
