import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { buildEvent, type EventSource } from '../events/build-event.ts'
import type { RevocationCause } from '../events/event-types.ts'
import type { Session } from './session.ts'

/** What ends sessions, and why. */
export type Revocation = EventSource & { cause: RevocationCause }

const methodNames = new Map<number, string>(
  Object.entries(ProofMethod).map(([name, method]) => [method, name.toLowerCase()]),
)

export function createdEvent({ accountId, idHash, proof }: Session, act: EventSource): string {
  const methods = proof?.methods.map((method) => methodNames.get(method)).join(',')
  return buildEvent('session.created', act, {
    id: `created.${idHash}`,
    accountId,
    sessionIdHash: idHash,
    detail: methods ? { methods } : {},
  })
}

/** Without the id and the session, which the script puts in for each that ends. */
export function revokedEvent(accountId: string, { cause, ...act }: Revocation): string {
  return buildEvent('session.revoked', act, { id: '', accountId, detail: { cause } })
}
