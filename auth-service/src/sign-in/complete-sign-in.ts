import type { SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { type CreateResponse, ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { toServiceError } from '@gatehouse/service-kit/errors/to-service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import type { ProviderSession } from '../accounts/sso-link.ts'
import type { AuthContext } from '../context.ts'
import { rejectionNotRecorded } from '../log-events.ts'
import { preferredLanguage } from '../mails/mail-language.ts'
import { assertAllowed, isEnforced } from '../single-sign-on/enforcement.ts'
import { revokeSessions } from '../single-sign-on/revoke-sessions.ts'
import { codeProofs } from '../step-up/prove-with-code.ts'
import { msSinceSignIn, rememberDevice, renewDevice } from '../throttle/remember-device.ts'
import { newSession } from './new-session.ts'
import { redeemInvite } from './redeem-invite.ts'
import { reopen } from './reopen.ts'

export type SignIn = {
  client: Client
  method: keyof typeof methodProofs
  factor?: keyof typeof factorProofs
  /** The credential id, if a passkey was used. */
  passkeyId?: string
  inviteCode: string | undefined
  deviceToken: string | undefined
  /** If it was read: when the client address was authorized. */
  addressAddedAt?: Date | undefined
  /** If it was read: how long ago the account signed in from the client address; null if that is unknown. */
  sinceMs?: number | null | undefined
  /** Of a sign-in with the identity provider. */
  proof?: ProofMethod[]
  sso?: ProviderSession | undefined
  /** Stores the result in the transaction that emits the event. */
  store?: (created: Created, transaction: StoreSession) => Promise<void>
}

type Created = { signedIn: SignedIn; sessionIdHash: string | undefined }

type Source = Pick<SignIn, 'client' | 'method' | 'deviceToken' | 'addressAddedAt'> & {
  passkeyId: string | undefined
  sinceMs: number | null
}

/** A reset or revert sets the password, so it proves as much as a sign-in with it. */
const methodProofs = {
  password: [ProofMethod.PASSWORD],
  passkey: [ProofMethod.WEBAUTHN],
  reset: [ProofMethod.PASSWORD],
  revert: [ProofMethod.PASSWORD],
  ip_authorization: [],
  /** Depends on how recent the sign-in at the provider is, so the caller passes it as `proof`. */
  sso: [],
}

const factorProofs = { ...codeProofs, webauthn: ProofMethod.WEBAUTHN } as const

/** The account at the time of the proof; compared again when the session exists. */
export type ProvedAccount = Pick<Account, 'id' | 'passwordChangedAt' | 'signInsEndedAt'> &
  Partial<Pick<Account, 'phone' | 'sso'>>

/** Creates a session for an authenticated account. */
export async function completeSignIn(
  ctx: AuthContext,
  account: Account,
  signIn: SignIn,
  call: Call,
): Promise<SignedIn> {
  // First, because it ends all sessions. If a later step fails, the account stays open and the owner can
  // retry.
  await reopen(ctx, account, signIn.client, call)
  return signInOpenAccount(ctx, account, signIn, call)
}

/**
 * Creates a session for an account that was open at the time of the proof. If the account was closed since, or a later
 * step fails, the session ends.
 */
export async function signInOpenAccount(
  ctx: AuthContext,
  proved: ProvedAccount,
  signIn: SignIn,
  call: Call,
): Promise<SignedIn> {
  const { client, method, factor, passkeyId, inviteCode, deviceToken: presented, proof = [] } = signIn
  const { sso, store, addressAddedAt } = signIn
  const accountId = proved.id
  const proofs = [...methodProofs[method], ...proof, ...(factor ? [factorProofs[factor]] : [])]
  const about = { accountId, client, detail: { method, factor } }
  // What a transaction stores has its audit record there.
  const recorded = store ? {} : { signInMethod: method, signInFactor: factor }
  const creation = { accountId, client, proofMethods: proofs, ...recorded }
  const finish = async ({ token, session, hasSignIn }: CreateResponse) => {
    if (sso) await assertNotLoggedOut(ctx, sso, { accountId, idHash: session?.idHash }, call)
    const account = await findUnchanged(ctx, proved, { method, factor, passkeyId })
    const { sinceMs = await msSinceSignIn(ctx, account, client) } = signIn
    const source = { client, method, passkeyId, deviceToken: presented, addressAddedAt, sinceMs }
    // Before rememberSource: otherwise a sign-in that is cancelled between them makes the device known, and its owner gets no mail.
    await mailIfUnknownSource(ctx, account, source)
    await keepLanguage(ctx, account, source)
    const deviceToken = await rememberSource(ctx, account, source)
    await redeemInvite(ctx, inviteCode, accountId, call)
    assertNotCancelled(call)
    const actor = session && { sessionIdHash: session.idHash }
    const signedIn = { token, accountId, deviceToken }
    if (store)
      await ctx.inTransaction(async (transaction) => {
        await store({ signedIn, sessionIdHash: session?.idHash }, transaction)
        await ctx.audit.emit(call, 'account.sign_in', { ...about, actor }, transaction)
      })
    else if (!hasSignIn) await ctx.audit.emit(call, 'account.sign_in', { ...about, actor })
    return signedIn
  }
  /** The record of the sign-in says that it succeeded, since it is made with the session. */
  const onUndelivered = (error: unknown, created: CreateResponse | null) => {
    if (store || (created && !created.hasSignIn)) return
    const actor = created?.session && { sessionIdHash: created.session.idHash }
    const detail = { method, factor, reason: 'undelivered', problem: toServiceError(error).code }
    const emit = () => ctx.audit.emit(call, 'account.sign_in', { ...about, actor, failed: true, detail })
    void ctx.background.run(emit, (failure) => rejectionNotRecorded(call, accountId, failure))
  }
  return newSession(ctx, creation, call, { finish, onUndelivered })
}

/** The provider may have sent the logout before this session existed. */
async function assertNotLoggedOut(
  ctx: Pick<AuthContext, 'sessions' | 'sso'>,
  sso: ProviderSession,
  { accountId, idHash }: { accountId: string; idHash: string | undefined },
  call: Call,
): Promise<void> {
  // A logout could not end a session without its hash.
  if (!idHash) throw unavailable('the session has no hash')
  const { sessions } = ctx.sso
  const excess = await sessions.add(sso, { accountId, idHash })
  if (excess.length > 0) {
    await revokeSessions(ctx, excess, call)
    await sessions.remove(sso, excess)
  }
  if (await sessions.isEnded(sso)) throw unavailable('the provider ended the session')
}

/**
 * A reset sends `password_change`, a revert sends `email_revert`, and the owner approves an IP authorization with the link of
 * a mail. Single sign-on leaves unknown devices to the provider, and sends `sso_linked` when it links an account.
 */
async function mailIfUnknownSource(
  ctx: Pick<AuthContext, 'mails' | 'throttle'>,
  account: Account,
  source: Source,
): Promise<void> {
  const { client, method } = source
  if (method !== 'password' && method !== 'passkey') return
  if (isKnown(ctx, account, source)) return
  const passkey = account.factors.passkeys?.find(({ id }) => id === source.passkeyId)?.name
  const variables = { ...ctx.mails.causeOf(client), passkey: method === 'passkey' ? passkey : undefined }
  await ctx.mails.add(await ctx.mails.prepare({ kind: 'sign_in', account, client, variables }))
}

function isKnown(
  { throttle }: Pick<AuthContext, 'throttle'>,
  account: Account,
  { deviceToken, sinceMs }: Source,
): boolean {
  return sinceMs !== null || throttle.devices.deviceOf(deviceToken, account) !== null
}

/** Of an account from before the language was kept at its registration, or of an import. */
async function keepLanguage(
  ctx: Pick<AuthContext, 'accounts' | 'throttle'>,
  account: Account,
  source: Source,
): Promise<void> {
  const language = account.locale === null ? preferredLanguage(source.client.acceptLanguage) : null
  if (language && isKnown(ctx, account, source)) await ctx.accounts.setFirstLocale(account.id, language)
}

/** After a reset or revert, only the device that used its token becomes known, not the client address. */
async function rememberSource(
  ctx: Pick<AuthContext, 'authorizedAddresses' | 'throttle'>,
  account: Account,
  { client, method, deviceToken, addressAddedAt, sinceMs }: Source,
): Promise<string | undefined> {
  if (method === 'reset' || method === 'revert') return renewDevice(ctx, account, undefined)
  const { authorizedAddresses } = ctx
  const addedAt = addressAddedAt ?? (await authorizedAddresses.addedAt(account.id, client.address))
  await authorizedAddresses.renew(account.id, client.address, addedAt)
  return rememberDevice(ctx, account, { client, deviceToken }, sinceMs)
}

/** The account may have been closed, or its password or factors changed, before this session existed. */
async function findUnchanged(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  proved: ProvedAccount,
  {
    method,
    factor,
    passkeyId,
  }: Pick<SignIn, 'method'> & {
    factor: SignIn['factor'] | undefined
    passkeyId: string | undefined
  },
): Promise<Account> {
  await assertAllowed(ctx, method)
  const account = await ctx.accounts.find(proved.id)
  assertMaySignIn(account, ctx.clock.now())
  const isSamePassword = account.passwordChangedAt?.getTime() === proved.passwordChangedAt?.getTime()
  const lacksFactor =
    passkeyId === undefined
      ? factor === undefined && (await needsSecondFactor(ctx, account, method))
      : !account.factors.passkeys?.some(({ id }) => id === passkeyId)
  const isOtherPhone = factor === 'sms' && account.phone?.number !== proved.phone?.number
  const isOtherPerson = method === 'sso' && account.sso?.subject !== proved.sso?.subject
  const isEnded = account.signInsEndedAt?.getTime() !== proved.signInsEndedAt?.getTime()
  const isChanged = !isSamePassword || isEnded || lacksFactor || isOtherPhone || isOtherPerson
  if (account.closedAt !== null || isChanged) throw unavailable('the account changed during the sign-in')
  return account
}

/** While single sign-on is enforced, the provider decides about second factors. */
export async function needsSecondFactor(
  ctx: Pick<AuthContext, 'sso'>,
  account: Account,
  method: string,
): Promise<boolean> {
  return hasSecondFactor(account) && !(method === 'sso' && (await isEnforced(ctx)))
}

/** A caller that no longer waits would not receive the token. */
function assertNotCancelled({ signal }: Call): void {
  if (signal.aborted) throw new ServiceError('UPSTREAM_TIMEOUT', { cause: signal.reason })
}
