import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { buildEvent, type EventContext } from '../events/build-event.ts'
import type { RevocationCause } from '../events/event-types.ts'
import type { SignIn } from './asserted-fields.ts'
import type { Session } from './session.ts'

export type Revocation = EventContext & { cause: RevocationCause }

const methodNames = new Map<number, string>(
  Object.entries(ProofMethod).map(([name, method]) => [method, name.toLowerCase()]),
)

export function createdEvent(
  { accountId, idHash, proof }: Session,
  context: EventContext,
  { signInMethod, signInFactor }: SignIn = {},
): string {
  const methods = proof?.methods.map((method) => methodNames.get(method)).join(',')
  return buildEvent('session.created', context, {
    id: `created.${idHash}`,
    accountId,
    sessionIdHash: idHash,
    detail: {
      ...(methods && { methods }),
      ...(signInMethod && { sign_in: signInMethod }),
      ...(signInFactor && { factor: signInFactor }),
    },
  })
}

/** Without id and session, which the script sets for each revoked session. */
export function revokedEvent(accountId: string, { cause, ...context }: Revocation): string {
  return buildEvent('session.revoked', context, { id: '', accountId, detail: { cause } })
}
