import type { Session as SessionMessage } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { expiryOf, type Lifetime, type Session } from './session.ts'

/** Without address and User-Agent, which are personal data. */
export function sessionMessage(session: Session, lifetime: Lifetime): SessionMessage {
  const { client, proof } = session
  return {
    idHash: session.idHash,
    accountId: session.accountId,
    createdAt: new Date(session.createdAt),
    lastUsedAt: new Date(session.lastUsedAt),
    browser: client.browser ?? undefined,
    os: client.os ?? undefined,
    platform: client.platform ?? undefined,
    addressPrefix: client.addressPrefix ?? undefined,
    location: client.location ?? undefined,
    provedAt: proof ? new Date(proof.at) : undefined,
    proofMethods: proof?.methods ?? [],
    expiresAt: new Date(expiryOf(session, lifetime)),
  }
}
