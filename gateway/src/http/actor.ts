import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod, type Session } from '@gatehouse/proto/gen/sessions/v1/sessions'

const secondFactors: ReadonlySet<ProofMethod> = new Set([
  ProofMethod.TOTP,
  ProofMethod.SMS,
  ProofMethod.WEBAUTHN,
  ProofMethod.BACKUP_CODE,
])

export function actorOf({ accountId, idHash, provedAt, proofMethods }: Session): Actor {
  const provedWithSecondFactor = proofMethods.some((method) => secondFactors.has(method))
  return { accountId, sessionIdHash: idHash, provedAt, provedWithSecondFactor }
}
