import { randomUUID } from 'node:crypto'

export type PendingRevocation = {
  id: string
  /** Time of the change, by the clock of the process that made it. */
  since: Date
  exceptIdHash?: string
}

export function newPendingRevocation(since: Date, exceptIdHash = ''): PendingRevocation {
  return { id: randomUUID(), since, ...(exceptIdHash && { exceptIdHash }) }
}
