import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { AssertStepUpRequest, AssertStepUpResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import { emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { attemptPassword } from '../throttle/attempt-password.ts'
import type { ThrottleContext } from '../throttle/emit-throttle-event.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'

export type StepUpContext = ThrottleContext &
  Pick<AuthContext, 'accounts' | 'passwords' | 'sessions' | 'clock'>

type PasswordProof = { actor: Actor | undefined; client: Client; password: string }

const proofTtlMs = 5 * 60_000

/** A password that is sent is checked even if the proof of the session is recent. */
export async function assertStepUp(
  ctx: StepUpContext,
  { actor, client, password }: WithClient<AssertStepUpRequest>,
  call: Call,
): Promise<AssertStepUpResponse> {
  const account = await signedInAccount(ctx, actor)
  if (password === undefined) assertFreshProof(ctx, account, actor)
  else rejectFields({ password: await passwordProofProblem(ctx, account, { actor, client, password }, call) })
  return {}
}

export function assertFreshProof(
  ctx: Pick<AuthContext, 'clock'>,
  account: Account,
  actor: Actor | undefined,
): void {
  if (account.passwordHash === null || isFresh(actor, ctx.clock.now())) return
  throw new ServiceError('SUDO_MODE_REQUIRED', { data: { has_mfa: false, methods: ['password'] } })
}

/** The problem with the current password as a proof, or null. A valid proof is stored with the session. */
export async function passwordProofProblem(
  ctx: StepUpContext,
  account: Account,
  { actor, client, password }: PasswordProof,
  call: Call,
): Promise<FieldCode | null> {
  if (account.passwordHash === null) return 'PASSWORD_NOT_SET'
  const matches = await attemptOwnPassword(ctx, account, { client, password }, call)
  const event = { type: 'account.step_up', detail: { method: 'password' }, client } as const
  const of = { accountId: account.id, sessionIdHash: actor?.sessionIdHash }
  await emitEvent(ctx, call, { ...event, ...of, outcome: matches ? 'ok' : 'failed' })
  if (!matches) return 'INVALID_PASSWORD'
  await recordProof(ctx, actor, call)
  return null
}

/** All sessions of an account share one budget: otherwise each handoff would add one. */
function attemptOwnPassword(
  ctx: StepUpContext,
  account: Account,
  { client, password }: Pick<PasswordProof, 'client' | 'password'>,
  call: Call,
): Promise<boolean> {
  const of = { attemptKey: accountAttemptKey(account), accountId: account.id }
  const attempt = { ...of, source: { signedIn: true }, client } as const
  const check = () => ctx.passwords.matches(password, account.passwordHash, requesterOf(client, call))
  return attemptPassword(ctx, attempt, check, call)
}

async function recordProof(ctx: StepUpContext, actor: Actor | undefined, call: Call): Promise<void> {
  const { accountId = '', sessionIdHash: idHash = '' } = actor ?? {}
  await ctx.sessions.recordProof({ accountId, idHash, methods: [ProofMethod.PASSWORD] }, call)
}

/** A proof from the future, after the clock was set back, is not valid for longer. */
function isFresh(actor: Actor | undefined, now: number): boolean {
  return actor?.provedAt !== undefined && Math.abs(now - actor.provedAt.getTime()) <= proofTtlMs
}
