import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'

export async function recordProof(
  ctx: Pick<AuthContext, 'sessions'>,
  actor: Actor | undefined,
  methods: ProofMethod[],
  call: Call,
): Promise<void> {
  const { accountId = '', sessionIdHash: idHash = '' } = actor ?? {}
  await ctx.sessions.recordProof({ accountId, idHash, methods }, call)
}
