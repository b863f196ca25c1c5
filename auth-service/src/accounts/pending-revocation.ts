import { randomUUID } from 'node:crypto'

/** A change of an account after which sessions must end, stored with the change until they have ended. */
export type PendingRevocation = { id: string; since: Date }

export function newPendingRevocation(since: Date): PendingRevocation {
  return { id: randomUUID(), since }
}
