import type { RegisterRequest, RegisterResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { type CreateRequest, ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { mapFields, registrationFields } from '@gatehouse/proto/profile-fields'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import {
  createOnce,
  type IdempotentRequest,
  keyReused,
} from '@gatehouse/service-kit/storage/idempotency-keys'
import { createAccount } from '../account-changes/create-account.ts'
import type { Account } from '../accounts/account.ts'
import type { NewAccount } from '../accounts/account-document.ts'
import { isOpen } from '../accounts/account-status.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { randomUsername } from '../field-rules/random-username.ts'
import { usernameCandidates } from '../field-rules/username-candidates.ts'
import type { HashRequester } from '../passwords/hashing-pool.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { newSession } from '../sign-in/new-session.ts'
import { redeemInvite } from '../sign-in/redeem-invite.ts'
import { type DeviceOwner, rememberNewAccountDevice } from '../throttle/remember-device.ts'
import { checkRegistration } from './check-registration.ts'
import type { Registration } from './registration.ts'

export function register(
  ctx: AuthContext,
  request: WithClient<RegisterRequest>,
  call: Call,
): Promise<RegisterResponse> {
  const idempotent = idempotentRequest(request)
  return createOnce(ctx.idempotencyKeys, idempotent, {
    create: () => registerAccount(ctx, request, idempotent, call),
    replay: (accountId) => signInAgain(ctx, accountId, request, call),
  })
}

/** What a repeated registration must have too: a field that is not compared does not compile. */
type Compared = Record<
  Exclude<keyof RegisterRequest, 'client' | 'deviceToken' | 'idempotencyKey'>,
  string | boolean | undefined
>

/** Clients without an account are distinguished by address. */
function idempotentRequest(request: WithClient<RegisterRequest>): IdempotentRequest | null {
  const { idempotencyKey: key, client, consent, dateOfBirth, email, inviteCode, password, username } = request
  if (key === undefined) return null
  const profile = mapFields(registrationFields, (field) => request[field])
  const content: Compared = { consent, dateOfBirth, email, ...profile, inviteCode, password, username }
  return { key, scope: `register ${addressPrefix(client.address)}`, content }
}

/** The session is created first: if that fails, no account exists and the registration can be retried. */
async function registerAccount(
  ctx: AuthContext,
  request: WithClient<RegisterRequest>,
  idempotent: IdempotentRequest | null,
  call: Call,
): Promise<RegisterResponse> {
  const registration = await checkRegistration(ctx, request, call)
  const account = await newAccount(ctx, registration, requesterOf(request.client, call))
  return newSession(ctx, sessionOf(account.id, request), call, {
    async finish({ token }) {
      await createAccount(ctx, account, { client: request.client, idempotent }, call)
      return signedIn(ctx, { ...account, email: account.email?.address ?? null }, { token, request }, call)
    },
  })
}

/** The response of a repeated registration has a session of its own, because tokens are not stored. */
async function signInAgain(
  ctx: AuthContext,
  accountId: string,
  request: WithClient<RegisterRequest>,
  call: Call,
): Promise<RegisterResponse> {
  await findUnchanged(ctx, accountId)
  return newSession(ctx, sessionOf(accountId, request), call, {
    async finish({ token }) {
      // Again, since a second factor or a new password ends only sessions that exist.
      const account = await findUnchanged(ctx, accountId)
      return signedIn(ctx, account, { token, request }, call)
    },
  })
}

/** Throws IDEMPOTENCY_KEY_REUSED if the registration alone no longer proves the identity. */
async function findUnchanged(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  accountId: string,
): Promise<Account> {
  const account = await ctx.accounts.find(accountId)
  const passwordChangedAt = account?.passwordChangedAt ?? account?.createdAt
  const isSamePassword = passwordChangedAt?.getTime() === account?.createdAt.getTime()
  const isUnchanged = isSamePassword && account !== null && !hasSecondFactor(account)
  if (!isUnchanged || !isOpen(account, ctx.clock.now())) throw keyReused()
  return account
}

function sessionOf(accountId: string, { client }: WithClient<RegisterRequest>): CreateRequest {
  return { accountId, client, proofMethods: [ProofMethod.REGISTRATION] }
}

async function signedIn(
  ctx: Pick<AuthContext, 'deadlines' | 'guilds' | 'throttle'>,
  account: DeviceOwner,
  { token, request }: { token: string; request: RegisterRequest },
  call: Call,
): Promise<RegisterResponse> {
  await redeemInvite(ctx, request.inviteCode, account.id, call)
  const deviceToken = await rememberNewAccountDevice(ctx, account, request, call)
  return { signedIn: { token, accountId: account.id, deviceToken } }
}

async function newAccount(
  ctx: AuthContext,
  registration: Registration,
  requester: HashRequester,
): Promise<NewAccount> {
  const { email, profile, username, password, dateOfBirth } = registration
  const passwordHash = password === null ? null : await ctx.passwords.hash(password, requester)
  const createdAt = new Date(ctx.clock.now())
  return {
    id: ctx.newId(),
    email,
    ...profile,
    dateOfBirth,
    passwordHash,
    createdAt,
    username: username ?? (await derivedUsername(ctx, profile.globalName ?? null)),
    passwordChangedAt: passwordHash === null ? null : createdAt,
    verified: false,
    status: 'active',
  }
}

async function derivedUsername(
  ctx: Pick<AuthContext, 'accounts' | 'productName'>,
  globalName: string | null,
): Promise<string> {
  const [derived] = globalName === null ? [] : usernameCandidates(globalName, ctx.productName)
  const usable = derived !== undefined && !(await ctx.accounts.isUsernameExhausted(derived))
  return usable ? derived : randomUsername()
}
