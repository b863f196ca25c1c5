import type { AssertStepUpRequest, AssertStepUpResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'

type StepUpContext = Pick<AuthContext, 'accounts' | 'passwords' | 'sessions' | 'clock'>

/** How long a proof is good for (contract.md 3.5). */
const proofLastsMs = 5 * 60_000

/** Checks that the caller may do something sensitive. A proof that was sent is checked even when none was needed (contract.md 7 row 10). */
export async function assertStepUp(
  ctx: StepUpContext,
  { actor, password }: AssertStepUpRequest,
  call: Call,
): Promise<AssertStepUpResponse> {
  const account = await signedInAccount(ctx, actor)
  if (password !== undefined) {
    await assertPassword(ctx, account, password, call)
    await recordProof(ctx, actor, call)
  } else if (account.passwordHash !== null && !isFresh(actor, ctx.clock.now())) {
    throw new ServiceError('SUDO_MODE_REQUIRED', { data: { has_mfa: false, methods: ['password'] } })
  }
  return {}
}

async function assertPassword(
  ctx: StepUpContext,
  account: Account,
  password: string,
  call: Call,
): Promise<void> {
  if (account.passwordHash === null) throw invalidFields({ password: 'PASSWORD_NOT_SET' })
  const matches = await ctx.passwords.matches(password, account.passwordHash, call.signal)
  if (!matches) throw invalidFields({ password: 'INVALID_PASSWORD' })
}

/** The proof is kept with the session, so that the next five minutes need none. */
async function recordProof(ctx: StepUpContext, actor: Actor | undefined, call: Call): Promise<void> {
  const { accountId = '', sessionIdHash: idHash = '' } = actor ?? {}
  await ctx.sessions.recordProof({ accountId, idHash, methods: [ProofMethod.PASSWORD] }, call)
}

function isFresh(actor: Actor | undefined, now: number): boolean {
  return actor?.provedAt !== undefined && now - actor.provedAt.getTime() <= proofLastsMs
}
