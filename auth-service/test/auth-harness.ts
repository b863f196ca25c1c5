import type { AccountDocument } from '@gatehouse/auth-service/accounts/account-schema'
import type { AuditDocument } from '@gatehouse/auth-service/audit/audit-document'
import { authSettings } from '@gatehouse/auth-service/config'
import type { ContextOverrides } from '@gatehouse/auth-service/context'
import type { IpAuthorization } from '@gatehouse/auth-service/ip-authorization/ip-authorization-document'
import type { MailDocument } from '@gatehouse/auth-service/mails/mail-document'
import { authSchema } from '@gatehouse/auth-service/schema'
import { start } from '@gatehouse/auth-service/start'
import {
  type AccountUpdate,
  AuthService,
  type LoginResponse,
  type RegisterRequest,
  type SignedIn,
  type UpdateMeRequest,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { migratedStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient, testDeadlineMs } from '@gatehouse/service-kit/testing/test-client'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { createConnection } from 'mongoose'
import { fakeGuilds, fakeSessions } from './fake-upstreams.ts'
import { longDeadlines } from './long-deadlines.ts'

export const client: Client = {
  address: '192.0.2.7',
  userAgent: 'test',
  location: undefined,
  acceptLanguage: undefined,
  auditReason: undefined,
}

/** auth-service over gRPC with its own database, fake upstreams and cheap hashes. */
export async function openAuthHarness(env: NodeJS.ProcessEnv = {}) {
  const [store, sessions, guilds] = await Promise.all([
    migratedStore(authSchema),
    fakeSessions(),
    fakeGuilds(),
  ])
  const config = readSettings(authSettings, {
    NODE_ENV: 'test',
    GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_MONGODB_URL: store.mongodbUrl,
    GATEHOUSE_MONGODB_DATABASE: store.database,
    GATEHOUSE_REDIS_URL: store.redisUrl,
    GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
    GATEHOUSE_KEYS: testKeys(),
    GATEHOUSE_SESSIONS_ADDR: sessions.address,
    GATEHOUSE_GUILDS_ADDR: guilds.address,
    GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
    GATEHOUSE_ARGON2_PASSES: '1',
    // On a busy machine sign-ins wait for a hash instead of failing.
    GATEHOUSE_HASHING_QUEUE_MS: String(testDeadlineMs),
    GATEHOUSE_TEST_CLOCK: '1',
    GATEHOUSE_LIMITS_SCALE: '1000',
    ...env,
  })
  const clock = fakeClock()
  const logged = logLines()
  const mongodb = await createConnection(store.mongodbUrl, { dbName: store.database }).asPromise()
  const overrides = {
    clock,
    log: logged.log,
    deadlines: longDeadlines,
    redisCommandMs: testDeadlineMs,
    backgroundCalls: { pauseMs: 1 },
  }
  const stack = await start(config, overrides)
  await until(() => assertReady(stack.opsAddress))
  const auth = testClient(AuthService, stack.grpcAddress)
  const admin = testClient(AuthAdminService, stack.grpcAddress)
  const sso = testClient(SsoService, stack.grpcAddress)
  const control = testClient(ClockService, stack.grpcAddress)
  const accounts = mongodb.collection<AccountDocument>('accounts')
  const audit = mongodb.collection<AuditDocument>('audit')
  const mails = mongodb.collection<MailDocument>('mails')
  const ssoConfig = mongodb.collection('sso_config')
  const ipAuthorizations = mongodb.collection<IpAuthorization>('ip_authorizations')
  const authorizedAddresses = mongodb.collection<{ _id: string; accountId: string; expiresAt: Date }>(
    'authorized_addresses',
  )

  return {
    auth,
    admin,
    sso,
    sessions,
    guilds,
    clock,
    logged,
    accounts,
    audit,
    mails,
    ssoConfig,
    ipAuthorizations,
    authorizedAddresses,
    store,
    ops: stack.opsAddress,
    keys: config.keys,
    register: async (fields: Partial<RegisterRequest> = {}) => {
      const { signedIn } = await auth.register(registration(fields))
      return signedIn?.accountId ?? ''
    },
    /** Changes the given fields of the account, and leaves the others out of the mask. */
    updateMe: (fields: UpdateFields) => auth.updateMe(updateRequest(fields)),
    /** Starts another replica, on the same stores. */
    async replica(env: Partial<typeof config> = {}, replaced: ContextOverrides = {}) {
      const another = await start({ ...config, ...env }, { ...overrides, ...replaced })
      await until(() => assertReady(another.opsAddress))
      const client = testClient(AuthService, another.grpcAddress)
      const admin = testClient(AuthAdminService, another.grpcAddress)
      return {
        auth: client,
        admin,
        async close() {
          client.close()
          admin.close()
          await another.close()
        },
      }
    },
    /** Makes MongoDB reject the erasure of this account. */
    rejectErasing: (id: string) =>
      mongodb.db?.command({
        collMod: 'accounts',
        validator: { $nor: [{ _id: id, status: 'deleted' }] },
      }),
    /** The updates of audit records that MongoDB makes meanwhile. */
    async updatesWhile(happens: () => Promise<unknown>): Promise<{ nMatched: number }[]> {
      await mongodb.db?.command({ profile: 2 })
      await happens()
      await mongodb.db?.command({ profile: 0 })
      const ns = `${store.database}.audit`
      return mongodb.collection<{ nMatched: number }>('system.profile').find({ ns, op: 'update' }).toArray()
    },
    /** Advances the clock by `ms`, and runs the tasks that are due. */
    pass: (ms: number) => control.advance({ by: toDuration(ms) }),
    async close() {
      auth.close()
      admin.close()
      sso.close()
      control.close()
      await stack.close()
      await Promise.all([sessions.close(), guilds.close(), mongodb.close()])
      await store.drop()
    },
  }
}

async function assertReady(opsAddress: string): Promise<void> {
  const { status } = await fetch(`http://${opsAddress}/health/ready`)
  if (status !== 200) throw new Error(`auth-service is not ready: ${status}`)
}

export type AuthHarness = Awaited<ReturnType<typeof openAuthHarness>>

export const password = 'kz7!mQ2x-vbn'

/** A registration that is right in every field. */
export function registration(fields: Partial<RegisterRequest> = {}): RegisterRequest {
  return { client, consent: true, dateOfBirth: '2000-02-29', ...fields }
}

export type UpdateFields = AccountUpdate & Partial<Omit<UpdateMeRequest, 'account' | 'updateMask'>>

function updateRequest(fields: UpdateFields): UpdateMeRequest {
  const { actor, client, password, newPassword, emailToken, secondFactor, ...account } = fields
  return {
    actor,
    client,
    password,
    newPassword,
    emailToken,
    secondFactor,
    account,
    updateMask: maskOf(account),
  }
}

export function actor(accountId: string, proofAt?: number): Actor {
  return { accountId, sessionIdHash: 'hash', provedAt: proofAt === undefined ? undefined : new Date(proofAt) }
}

/** The session of a sign-in that needs no second factor. */
export function signedInOf({ outcome }: LoginResponse): SignedIn {
  if (outcome?.$case !== 'signedIn') throw new Error('The sign-in is not complete.')
  return outcome.value
}

/** The invalid fields of a rejected call, as `path:CODE`. */
export function problems(error: { fields: { path: string; code: string }[] }): string[] {
  return error.fields.map(({ path, code }) => `${path}:${code}`).toSorted()
}
