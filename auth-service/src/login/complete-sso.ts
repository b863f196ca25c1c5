import type { CompleteRequest, CompleteResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import type { AuthContext } from '../context.ts'
import { signInOrIssueTicket } from '../sign-in/sign-in-or-issue-ticket.ts'
import { takeAuthorization } from '../single-sign-on/authorization-request.ts'
import { callbackFailure } from '../single-sign-on/callback-failure.ts'
import { fetchIdentity } from '../single-sign-on/fetch-identity.ts'
import { logFailure, openProvider } from '../single-sign-on/provider-failure.ts'
import type { Identity } from '../single-sign-on/read-identity.ts'
import type { PendingSso } from '../single-sign-on/sso-states.ts'
import { isRecentProof } from '../step-up/assert-step-up.ts'
import { accountOfIdentity } from './account-of-identity.ts'

export async function completeSso(
  ctx: AuthContext,
  request: WithClient<CompleteRequest>,
  call: Call,
): Promise<CompleteResponse> {
  return logFailure(call, () => complete(ctx, request, call))
}

async function complete(
  ctx: AuthContext,
  request: WithClient<CompleteRequest>,
  call: Call,
): Promise<CompleteResponse> {
  const isExpected = (pending: PendingSso) =>
    !pending.connects && !pending.tests && isSameBrowser(pending, request)
  const { config, pending } = await takeAuthorization(ctx, request.state, isExpected)
  if (request.error !== undefined) throw callbackFailure(request.error, request.errorDescription)
  const provider = await openProvider(ctx, config)
  const { code, state, iss, client } = request
  const identity = await fetchIdentity(provider, pending, { code, state, iss })
  const account = await accountOfIdentity(ctx, config, { identity, client }, call)
  await assertSignInAllowed(ctx, account, request, call)
  if (pending.isFresh) await ctx.accounts.noteAuthTime(account, identity.authTime !== null)
  const { deviceToken } = request
  const { issuer, subject, sid, issuedAt } = identity
  const sso = { issuer, subject, sid, issuedAt }
  const signIn = { client, method: 'sso', inviteCode: undefined, deviceToken, sso } as const
  const outcome = await signInOrIssueTicket(ctx, account, { ...signIn, proof: proofOf(ctx, identity) }, call)
  return { outcome, redirectTo: pending.redirectTo }
}

/** Otherwise an attacker could sign a victim in to the account of the attacker (RFC 9700, section 4.7). */
function isSameBrowser(pending: PendingSso, { verifier, fromBrowser }: CompleteRequest): boolean {
  if (!pending.fromBrowser && !fromBrowser) return true
  return sameSecret(digestText(verifier ?? ''), pending.verifierDigest)
}

async function assertSignInAllowed(
  ctx: Pick<AuthContext, 'audit' | 'clock'>,
  account: Account,
  { client }: WithClient<CompleteRequest>,
  call: Call,
): Promise<void> {
  try {
    assertMaySignIn(account, ctx.clock.now())
  } catch (error) {
    const detail = { method: 'sso', reason: 'suspended' }
    await ctx.audit.emit(call, 'account.sign_in', { accountId: account.id, client, failed: true, detail })
    throw error
  }
}

/** A recent proof at the provider is one here (OpenID Connect Core 1.0, `auth_time`). */
function proofOf(ctx: Pick<AuthContext, 'clock'>, { authTime }: Identity): ProofMethod[] {
  return isRecentProof(authTime, ctx.clock.now()) ? [ProofMethod.SSO] : []
}
