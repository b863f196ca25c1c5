import type { LoginRequest, LoginResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { assertMayComeIn } from '../accounts/standing.ts'
import type { AuthContext } from '../context.ts'
import { loggedIn, loginRefused } from '../events.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { renewHash } from './renew-hash.ts'

type LoginContext = Pick<AuthContext, 'accounts' | 'passwords' | 'sessions' | 'guilds'>

/**
 * Exchanges email and password for a session. What else an account asks for before it lets anyone in comes between its
 * standing and the session.
 */
export async function login(ctx: LoginContext, request: LoginRequest, call: Call): Promise<LoginResponse> {
  const account = await provePassword(ctx, request, call)
  assertMayComeIn(account)
  await renewHash(ctx, account, request.password, call)

  const { client, inviteCode } = request
  const proofMethods = [ProofMethod.PASSWORD]
  const signedIn = await signIn(ctx, account, { client, proofMethods, inviteCode }, call)
  loggedIn(call, account.id)
  return { outcome: { $case: 'signedIn', value: signedIn } }
}

/** The account that email and password belong to. Every way to be wrong is one refusal. */
async function provePassword(
  ctx: LoginContext,
  { email, password }: LoginRequest,
  call: Call,
): Promise<Account> {
  const address = readEmailAddress(email)
  const account = address && (await ctx.accounts.findByEmail(address))
  // An unknown email costs the same hash as a wrong password, so timing does not reveal which it was. Guarded by "answers
  // an unknown email exactly like a wrong password".
  const matches = await ctx.passwords.matches(password, account?.passwordHash ?? null, call.signal)
  if (!account || !matches) {
    loginRefused(call)
    throw wrongEmailOrPassword()
  }
  return account
}

function wrongEmailOrPassword(): ServiceError {
  return invalidFields({ email: 'INVALID_EMAIL_OR_PASSWORD', password: 'INVALID_EMAIL_OR_PASSWORD' })
}
