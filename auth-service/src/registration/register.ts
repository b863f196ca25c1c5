import type { RegisterRequest, RegisterResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { NewAccount } from '../accounts/account-document.ts'
import type { AuthContext } from '../context.ts'
import { sessionOrphaned } from '../log-events.ts'
import type { HashRequester } from '../passwords/hashing-pool.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { redeemInvite } from '../sign-in/redeem-invite.ts'
import { rememberNewAccountDevice } from '../throttle/remember-device.ts'
import { type CheckContext, checkRegistration } from './check-registration.ts'
import { type CreateContext, createAccount } from './create-account.ts'
import { randomUsername } from './random-username.ts'
import type { Registration } from './registration.ts'
import { usernameCandidates } from './username-candidates.ts'

type RegisterContext = CheckContext &
  CreateContext &
  Pick<AuthContext, 'guilds' | 'newId' | 'passwords' | 'sessions'>

/** The session is created first: if that fails, no account exists and the registration can be retried. */
export async function register(
  ctx: RegisterContext,
  request: WithClient<RegisterRequest>,
  call: Call,
): Promise<RegisterResponse> {
  const registration = await checkRegistration(ctx, request, call)
  const account = await newAccount(ctx, registration, requesterOf(request.client, call))

  const proofMethods = [ProofMethod.REGISTRATION]
  const { token } = await ctx.sessions.create(
    { accountId: account.id, client: request.client, proofMethods },
    call,
  )
  await createAccountOrEndSession(ctx, account, request, call)

  await redeemInvite(ctx, request.inviteCode, account.id, call)
  const deviceToken = await rememberDeviceOf(ctx, account, request, call)
  return { signedIn: { token, accountId: account.id, deviceToken } }
}

async function newAccount(
  ctx: RegisterContext,
  registration: Registration,
  requester: HashRequester,
): Promise<NewAccount> {
  const { email, globalName, username, password, dateOfBirth } = registration
  const passwordHash = password === null ? null : await ctx.passwords.hash(password, requester)
  const createdAt = new Date(ctx.clock.now())
  return {
    ...{ id: ctx.newId(), email, globalName, dateOfBirth, passwordHash, createdAt },
    username: username ?? (await derivedUsername(ctx, globalName)),
    passwordChangedAt: passwordHash === null ? null : createdAt,
    verified: false,
    status: 'active',
  }
}

function rememberDeviceOf(
  ctx: RegisterContext,
  { email, ...account }: NewAccount,
  request: WithClient<RegisterRequest>,
  call: Call,
): Promise<string | undefined> {
  return rememberNewAccountDevice(ctx, { ...account, email: email?.address ?? null }, request, call)
}

async function derivedUsername(ctx: RegisterContext, globalName: string | null): Promise<string> {
  const [derived] = globalName === null ? [] : usernameCandidates(globalName)
  const usable = derived !== undefined && !(await ctx.accounts.isUsernameExhausted(derived))
  return usable ? derived : randomUsername()
}

async function createAccountOrEndSession(
  ctx: RegisterContext,
  account: NewAccount,
  { client }: WithClient<RegisterRequest>,
  call: Call,
): Promise<void> {
  try {
    await createAccount(ctx, account, client, call)
  } catch (error) {
    await ctx.sessions
      .revokeAll({ accountId: account.id }, { requestId: call.requestId })
      .catch((cause: unknown) => sessionOrphaned(call, account.id, cause))
    throw error
  }
}
