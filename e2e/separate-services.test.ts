import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { authSchema } from '@gatehouse/auth-service/schema'
import { readStream } from '@gatehouse/dev/examples/read-stream'
import { callers, type Identity, identities } from '@gatehouse/proto/callers'
import { errors } from '@gatehouse/proto/errors/catalog'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { applySchema } from '@gatehouse/service-kit/storage/schema/schema'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { Client, credentials, type StatusObject, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack } from './dev-stack.ts'
import { migrationUrl } from './network-databases.ts'
import { certificateOf, tlsOf } from './network-tls.ts'

const codeName = (error: mongoose.mongo.MongoServerError) => error.codeName

describe('services with separate certificates, store users and key rings', () => {
  const stack = openDevStack({
    settings: { NODE_ENV: 'development', GATEHOUSE_TEST_CLOCK: '1', GATEHOUSE_SMS_CARRIER: 'console' },
    // As during a key rotation.
    settingsOf: () => ({ GATEHOUSE_KEYS: testKeys('new', 'old') }),
  })

  before(() => stack.network().expectRejections())

  it('serve every feature without a denied Redis command', async () => {
    const ann = await stack.register('ann')
    const wrong = await stack.post('/auth/login', { body: { email: ann.email, password: 'not my password' } })
    expect(wrong.status).to.equal(400)
    const token = await stack.signIn(ann)
    const guildChannel = await stack.createGuildChannel(ann)
    const webhook = await stack.createWebhook(guildChannel)
    expect((await stack.postChat(webhook, { text: 'built' })).status).to.equal(200)
    expect(await stack.listMessages(guildChannel)).to.have.length(1)

    const begun = await stack.post<{ code: string }>('/auth/handoff/initiate')
    const { code } = begun.body
    const wrongCode = { code: 'ZZZZ-ZZZZ', token: ann.token, user_id: ann.user_id }
    expect((await stack.post('/auth/handoff/complete', { body: wrongCode })).status).to.equal(400)
    const completed = await stack.post('/auth/handoff/complete', { body: { ...wrongCode, code } })
    expect(completed.status).to.equal(204)
    const headers = { 'x-handoff-secret': begun.headers.get('x-handoff-secret') ?? '' }
    const handed = await stack.get<{ token: string }>(`/auth/handoff/${code}/status`, { headers })
    expect((await stack.get('/users/@me', { token: handed.body.token })).status).to.equal(200)

    expect((await stack.get('/auth/sessions', { token })).status).to.equal(200)
    expect((await stack.post('/auth/logout', { token })).status).to.equal(204)
    expect((await stack.get('/users/@me', { token })).status).to.equal(401)
    await stack.network().settle()
    const isTold = async () => {
      const { body } = await stack.get<{ type: string }[]>('/users/@me/audit', { token: ann.token })
      const types = body.map(({ type }) => type)
      return types.includes('session.revoked') && types.includes('webhook.created')
    }
    await until(isTold)
    // Later events of other kinds may still be on their way.
    await until(async () => {
      const { 'auth-service': metrics } = await stack.network().metrics()
      expect(metrics)
        .to.contain('gatehouse_events_lag{source="sessions"} 0')
        .and.contain('gatehouse_events_lag{source="webhooks"} 0')
    })
  })

  it('serve second factors without a denied Redis command', async () => {
    const bea = await stack.register('bea')
    const app = authenticatorApp(stack)
    const { secret } = await app.enable(bea)
    const ticket = await app.ticketFor(bea)
    const complete = (code: string) => stack.post('/auth/login/mfa/totp', { body: { ticket, code } })
    expect((await complete('000000')).status).to.equal(400)
    expect((await complete(await app.freshCodeOf(secret))).status).to.equal(200)
    const options = await stack.post<{ challenge: string }>('/auth/webauthn/authentication-options')
    const assertion = { challenge: options.body.challenge, response: {} }
    expect((await stack.post('/auth/webauthn/authenticate', { body: assertion })).status).to.equal(401)
    const phone = '+12025550123'
    const post = (path: string, body: unknown) => stack.post(path, { token: bea.token, body })
    expect((await post('/users/@me/phone/send-verification', { phone })).status).to.equal(204)
    const wrong = await post('/users/@me/phone/verify', { phone, code: '00000' })
    expect(wrong.body.code).to.equal('INVALID_PHONE_VERIFICATION_CODE')
    expect((await post('/users/@me/phone', { phone_token: 'x' })).body.code).to.equal(
      'PHONE_VERIFICATION_REQUIRED',
    )
  })

  it('are administered only with the certificate of admin', async () => {
    const { email } = await stack.register('cleo')
    const deleteAs = (identity: Identity) => {
      const env = { ...stack.network().env, ...certificateOf(identity) }
      return adminOutput(['account', 'delete', email], { env, stdin: process.stdin })
    }
    const rejected = await deleteAs('gateway')
    expect(rejected.code).to.equal(1)
    expect(rejected.err).to.contain('CALLER_NOT_ALLOWED')
    expect((await deleteAs('admin')).err).to.equal('')
  })

  it('publish events that the platform can read but not write', async () => {
    const { redisUrlOf, stores } = stack.network()
    const redisUrl = redisUrlOf('platform')
    const types: string[] = []
    const reading = readStream({
      redisUrl,
      stream: eventStreamKey(stores.accounts.redisPrefix, 'sessions'),
      group: 'platform',
      consumer: 'one',
      onEntry: async ({ type = '' }) => void types.push(type),
    })
    await stack.register('bob')
    await until(() => types.includes('session.created'))
    await reading.stop()
    expect(
      await denials('platform', [
        ['xadd', eventStreamKey(stores.accounts.redisPrefix, 'auth'), '*', 'a', 'b'],
      ]),
    ).to.deep.equal([true])
  })

  it('cannot use the keys, channels and commands of each other', async () => {
    const own: Record<string, string[]> = {
      gateway: ['limit:gateway:{a}:b'],
      'auth-service': ['limit:auth:{a}:b', 'password-attempts:{a}', 'events:auth'],
      'session-service': [
        'sessions:{1}',
        'handoff:{a}',
        'handoff-wrong:{a}',
        'events:sweeper',
        'events:sessions',
      ],
      'webhook-service': ['limit:webhooks:{a}:b', 'messages', 'events:webhooks'],
    }
    const prefix = stack.network().stores.accounts.redisPrefix
    for (const user of Object.keys(own)) {
      const foreign = Object.entries(own).flatMap(([owner, keys]) => (owner === user ? [] : keys))
      const commands = [
        ...foreign.flatMap((key) => [
          ['eval', "return redis.call('GET', KEYS[1])", '1', `${prefix}${key}`],
          ['eval', "return redis.call('SET', KEYS[1], 'x')", '1', `${prefix}${key}`],
        ]),
        ...foreign.map((key) => ['xadd', `${prefix}${key}`, '*', 'a', 'b']),
        ...['flushall', 'keys *', 'config get *', 'acl list', 'monitor'].map((line) => line.split(' ')),
        ...(user === 'session-service'
          ? []
          : [
              ['publish', `${prefix}revocations`, '1'],
              ['subscribe', `${prefix}revocations`],
            ]),
      ]
      expect(await denials(user, commands), user).to.deep.equal(commands.map(() => true))
    }
  })

  it('include a Redis user for diagnosis without access to keys', async () => {
    const allowed = ['slowlog get 1', 'acl log', 'info memory', 'latency latest', 'client list']
    const denied = ['get gatehouse:x', 'xlen gatehouse:messages', 'keys *', 'config get *', 'flushall']
    const commands = [...allowed, ...denied].map((line) => line.split(' '))
    expect(await denials('operator', commands)).to.deep.equal([
      ...allowed.map(() => false),
      ...denied.map(() => true),
    ])
  })

  it('cannot change collections, or read the database of each other', async () => {
    const { accounts, webhooks } = stack.network().stores
    const stored = [
      { ...accounts, find: 'accounts' },
      { ...webhooks, find: 'webhooks' },
    ]
    for (const { serviceUrl, database } of stored) {
      const foreign = stored.filter((other) => other.database !== database)
      const commands: [string, mongoose.mongo.Document][] = [
        ...foreign.map((other) => [other.database, { find: other.find }] as [string, { find: string }]),
        [database, { createIndexes: 'schema_versions', indexes: [{ key: { a: 1 }, name: 'a' }] }],
        [database, { drop: 'schema_versions' }],
        [database, { dropDatabase: 1 }],
        ['admin', { usersInfo: 1 }],
      ]
      const client = new mongoose.mongo.MongoClient(serviceUrl)
      const outcomes = await Promise.all(
        commands.map(([of, command]) =>
          client
            .db(of)
            .command(command)
            .then(() => 'allowed', codeName),
        ),
      ).finally(() => client.close())
      expect(outcomes, database).to.deep.equal(commands.map(() => 'Unauthorized'))
    }
  })

  it('have migrations that only read and write the database of their service', async () => {
    for (const schema of [authSchema, webhookSchema]) {
      const store = tempStore()
      const url = await migrationUrl(store)
      const { connection, close } = await openMongo({ ...store, url, log: logLines().log, operationMs: 0 })
      try {
        await applySchema(connection, schema)
      } finally {
        await close()
        await store.drop()
      }
    }
  })

  it('allow each rpc only to the identities of the table', async () => {
    const rpcs = servedRpcs()
    const table: Record<string, Record<string, readonly string[]>> = callers
    for (const identity of [...Object.keys(identities), 'nobody', null]) {
      const { isAllowed, close } = prober(identity)
      const allowed = await Promise.all(rpcs.map(isAllowed)).finally(close)
      const expected = rpcs.map(
        ({ service, rpc }) => table[service]?.[rpc]?.includes(identity ?? '') ?? false,
      )
      const namesOf = (responses: boolean[]) =>
        rpcs.map(({ service, rpc }, at) => `${service}/${rpc} ${responses[at]}`)
      expect(namesOf(allowed), `${identity}`).to.deep.equal(namesOf(expected))
    }
  })

  function servedRpcs() {
    const { GATEHOUSE_AUTH_ADDR, GATEHOUSE_SESSIONS_ADDR, GATEHOUSE_WEBHOOKS_ADDR } = stack.network().env
    const served = [
      [GATEHOUSE_AUTH_ADDR, AuthService, AuthAdminService, ClockService],
      [GATEHOUSE_SESSIONS_ADDR, SessionsService, HandoffsService, ClockService],
      [GATEHOUSE_WEBHOOKS_ADDR, WebhooksService, DeliveriesService, GuildsService, ClockService],
    ] as const
    return served.flatMap(([address, ...definitions]) =>
      definitions
        .flatMap((definition) => Object.values(definition).map(({ path }) => path))
        .concat('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo')
        .map((path) => {
          const [, service = '', rpc = ''] = path.split('/')
          return { address, path, service, rpc }
        }),
    )
  }

  /** The commands that Redis denies to a user. */
  async function denials(user: string, commands: string[][]): Promise<boolean[]> {
    const redis = new Redis(stack.network().redisUrlOf(user), { enableReadyCheck: false })
    try {
      return await Promise.all(
        commands.map(([name = '', ...args]) =>
          redis.call(name, ...args).then(
            () => false,
            (error: Error) => /NOPERM|No permissions|can't access/i.test(error.message),
          ),
        ),
      )
    } finally {
      redis.disconnect()
    }
  }

  /** Whether a call with an empty message reaches the handler. */
  function prober(identity: string | null) {
    const { ca, key, cert } = tlsOf(identity ?? 'nobody')
    const tls = identity === null ? credentials.createSsl(ca) : credentials.createSsl(ca, key, cert)
    const clients = new Map<string, Client>()
    const clientOf = (address: string) => {
      const client = clients.get(address) ?? new Client(address, tls)
      clients.set(address, client)
      return client
    }
    return {
      async isAllowed({ address, path }: { address: string; path: string }): Promise<boolean> {
        const asIs = (bytes: Buffer) => bytes
        const call = clientOf(address).makeBidiStreamRequest(path, asIs, asIs, {
          deadline: Date.now() + 3000,
        })
        call.on('error', () => {})
        // A stream that sends something is allowed; some streams do not end.
        call.on('data', () => call.cancel())
        call.end(Buffer.alloc(0))
        const { code, details } = await new Promise<StatusObject>((resolve) => call.on('status', resolve))
        if (code === status.UNAUTHENTICATED) return details !== 'A client certificate is required.'
        return code !== status.PERMISSION_DENIED || details !== errors.CALLER_NOT_ALLOWED.message
      },
      close() {
        for (const client of clients.values()) client.close()
      },
    }
  }
})
