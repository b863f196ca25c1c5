import type { RecordProofRequest, RecordProofResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { SessionContext } from '../context.ts'
import { assertAccountId, assertProofMethods } from './asserted-fields.ts'

type ProofContext = Pick<SessionContext, 'sessions' | 'touches' | 'clock' | 'logRecords'>

export async function recordProof(
  ctx: ProofContext,
  request: RecordProofRequest,
): Promise<RecordProofResponse> {
  const { accountId, idHash } = request
  assertAccountId(accountId)
  if (request.methods.length === 0) throw invalidFields({ methods: 'REQUIRED' })
  assertProofMethods('methods', request.methods)

  // The session may be live only because of a buffered use, so that is stored first.
  await ctx.touches.flushAccount(accountId)
  const proof = { at: ctx.clock.now(), methods: [...new Set(request.methods)] }
  if (!(await ctx.sessions.prove({ accountId, idHash }, proof))) throw new ServiceError('UNAUTHORIZED')
  ctx.logRecords.proved(accountId, idHash)
  return {}
}
