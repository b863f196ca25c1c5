import type { LoginRequest, LoginResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { assertMayComeIn } from '../accounts/standing.ts'
import { type Act, recordAct } from '../audit/record-act.ts'
import type { AuthContext } from '../context.ts'
import { askedBy } from '../passwords/password-hash.ts'
import { type SignInContext, signIn } from '../sign-in/sign-in.ts'
import type { Trier } from '../throttle/password-tries.ts'
import type { ThrottleContext } from '../throttle/record-throttle.ts'
import { tryPassword } from '../throttle/try-password.ts'
import { renewHash } from './renew-hash.ts'

type LoginContext = SignInContext & ThrottleContext & Pick<AuthContext, 'passwords'>

/**
 * Exchanges email and password for a session. What else an account asks for before it lets anyone in comes between its
 * standing and the session.
 */
export async function login(ctx: LoginContext, request: LoginRequest, call: Call): Promise<LoginResponse> {
  // First, so that what will be turned away in a storm costs no more than that.
  ctx.passwords.assertRoom(request.client?.address)
  const account = await provePassword(ctx, request, call)
  await assertWelcome(ctx, account, request, call)
  await renewHash(ctx, account, request, call)

  const { client, inviteCode, deviceToken } = request
  const proofMethods = [ProofMethod.PASSWORD]
  const method = 'password'
  const signedIn = await signIn(ctx, account, { client, proofMethods, method, inviteCode, deviceToken }, call)
  return { outcome: { $case: 'signedIn', value: signedIn } }
}

/** The account that email and password belong to. Every way to be wrong is one refusal. */
async function provePassword(
  ctx: LoginContext,
  { email, password, client, deviceToken }: LoginRequest,
  call: Call,
): Promise<Account> {
  const address = readEmailAddress(email)
  const account = address && (await ctx.accounts.findByEmail(address))
  // An unknown email costs the same hash as a wrong password, so timing does not reveal which it was. Guarded by "answers
  // an unknown email exactly like a wrong password".
  const check = () => ctx.passwords.matches(password, account?.passwordHash ?? null, askedBy(client, call))
  const trier = trierOf(ctx, account, client?.address ?? '', deviceToken)
  const matches = await tryPassword(
    ctx,
    { email, trier, accountId: account?.id ?? null, client },
    check,
    call,
  )
  if (!account || !matches) {
    // Kept alike whether there is an account or not, so that timing does not reveal that either.
    await recordAct(ctx, call, refusedSignIn(account, client))
    throw wrongEmailOrPassword()
  }
  return account
}

/** A ban is told only after a right password (contract.md 7 row 37), and that somebody had that is kept. */
async function assertWelcome(
  ctx: LoginContext,
  account: Account,
  { client }: LoginRequest,
  call: Call,
): Promise<void> {
  try {
    assertMayComeIn(account, ctx.clock.now())
  } catch (refusal) {
    await recordAct(ctx, call, refusedSignIn(account, client, 'suspended'))
    throw refusal
  }
}

function refusedSignIn(account: Account | null, client: Client | undefined, reason?: string): Act {
  const detail = { method: 'password', ...(reason !== undefined && { reason }) }
  return { type: 'account.sign_in', outcome: 'failed', accountId: account?.id ?? null, client, detail }
}

function trierOf(
  { throttle }: LoginContext,
  account: Account | null,
  address: string,
  deviceToken: string | undefined,
): Trier {
  const deviceId = account && throttle.devices.deviceOf(deviceToken, account)
  return deviceId === null ? { address } : { deviceId }
}

function wrongEmailOrPassword(): ServiceError {
  return invalidFields({ email: 'INVALID_EMAIL_OR_PASSWORD', password: 'INVALID_EMAIL_OR_PASSWORD' })
}
