import { setTimeout as pause } from 'node:timers/promises'
import { hasInfo } from '@gatehouse/dev/testing/redis/redis-nodes'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from '../dev-stack.ts'
import { persistentRedis } from './persistent-redis.ts'

type Handoff = { code: string; secret: string }

describe('a restart of Redis with the shipped users and an append-only file', () => {
  let server: Awaited<ReturnType<typeof persistentRedis>>
  before(async () => {
    server = await persistentRedis()
  })
  const { log, lines } = logLines('warn')
  const stack = openDevStack({
    log,
    settingsOf: (identity) => ({
      ...server.settingsOf(identity),
      // So that few wrong passwords delay the next attempt, and registrations can be repeated.
      ...(identity === 'auth-service' && {
        GATEHOUSE_LIMITS_SCALE: '1',
        GATEHOUSE_LIMITS: JSON.stringify({ 'auth:register:address': { limit: 100, window_seconds: 60 } }),
      }),
    }),
  })

  after(() => server?.stop())

  const persists = (line: string) => until(() => hasInfo(server.master, 'persistence', line))
  const login = ({ email }: TestAccount, password: string) =>
    stack.post<{ retry_after?: number }>('/auth/login', { body: { email, password } })
  const sessionStatus = async (token: string) => (await stack.get('/users/@me', { token })).status
  const handoffStatus = async ({ code, secret }: Handoff) =>
    (
      await stack.get<{ status: string }>(`/auth/handoff/${code}/status`, {
        headers: { 'x-handoff-secret': secret },
      })
    ).body.status

  /** Repeated: on a busy machine the replica may confirm too late. */
  const register = (name: string) => until(() => stack.register(name), { everyMs: 200 })
  const signIn = (account: TestAccount) => until(() => stack.signIn(account), { everyMs: 200 })

  /** What the server said of each of these before it was restarted. */
  async function storedState(name: string) {
    const bob = await register(`${name}-delayed`)
    // The delay after wrong passwords doubles.
    for (let delay = 0; delay < 60; ) {
      delay = (await login(bob, 'not my password')).body.retry_after ?? 0
      if (delay < 60) await stack.network().clock.advance(delay * 1000)
    }
    const ann = await register(name)
    const revoked = await signIn(ann)
    // Only the commands after it are replayed.
    await server.master.redis.bgrewriteaof()
    await persists('aof_rewrite_in_progress:0')
    await until(async () => (await stack.post('/auth/logout', { token: revoked })).status === 204, {
      everyMs: 200,
    })
    const valid = await signIn(ann)
    const { headers, body } = await stack.post<{ code: string }>('/auth/handoff/initiate')
    const handoff = { code: body.code, secret: headers.get('x-handoff-secret') ?? '' }
    await persists('aof_buffer_length:0')
    const responses = async () => ({
      revoked: await sessionStatus(revoked),
      valid: await sessionStatus(valid),
      handoff: await handoffStatus(handoff),
      delayed: (await login(bob, bob.password)).status,
    })
    expect(await responses()).to.deep.equal({ revoked: 401, valid: 200, handoff: 'pending', delayed: 429 })
    return { valid, responses }
  }

  for (const [how, end] of [
    ['SIGTERM', () => server.master.process.stop()],
    ['SIGKILL', () => server.master.process.kill()],
  ] as const) {
    it(`restores no ended session and loses none, under traffic, after ${how}`, async () => {
      const { valid, responses } = await storedState(how.toLowerCase())
      const before = await responses()
      const during = new Set<number>()
      let isOn = true
      const traffic = (async () => {
        for (; isOn; await pause(100)) during.add(await sessionStatus(valid))
      })()
      await end()
      await server.master.process.start()
      await server.replicaFollows()
      await until(async () => expect(await responses()).to.deep.equal(before), { everyMs: 200 })
      isOn = false
      await traffic
      expect([...during].filter((status) => status !== 200 && status !== 503)).to.deep.equal([])
      expect(await server.master.redis.acl('LOG')).to.deep.equal([])
    })
  }

  describe('a sign-in or handoff that the replica does not confirm', () => {
    let ann: TestAccount
    before(async () => {
      ann = await register('unconfirmed')
    })
    const sessionIds = async () => {
      const { body } = await stack.get<{ id_hash: string }[]>('/auth/sessions', { token: ann.token })
      return body.map(({ id_hash }) => id_hash)
    }
    const signsInAgain = () => until(async () => (await login(ann, ann.password)).status === 200)
    const reasons = () => JSON.stringify(lines.map(({ reason }) => reason))

    it('is 503 and leaves no session if the replica hangs', async () => {
      const before = await sessionIds()
      const { body: handoff } = await stack.post<{ code: string }>('/auth/handoff/initiate')
      const pid = server.replica.process.pid() ?? 0
      process.kill(pid, 'SIGSTOP')
      try {
        // Redis counts it as following for two more seconds.
        expect((await login(ann, ann.password)).status).to.equal(503)
        const { token, user_id } = ann
        const given = await stack.post('/auth/handoff/complete', {
          body: { code: handoff.code, token, user_id },
        })
        expect(given.status).to.equal(503)
        await until(async () => expect(await sessionIds()).to.deep.equal(before))
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      expect(reasons()).to.contain('0 of 1 replicas confirmed within 500 ms')
      await signsInAgain()
    })

    it('is 503 and leaves no session while the replica is away, and the log says what is missing', async () => {
      const before = await sessionIds()
      await server.replica.process.stop()
      await until(() => hasInfo(server.master, 'replication', 'connected_slaves:0'))
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const { status, headers } = await login(ann, ann.password)
        expect([status, headers.get('retry-after')]).to.deep.equal([503, '1'])
      }
      expect(await sessionIds()).to.deep.equal(before)
      const { 'session-service': ready } = await stack.network().readiness()
      expect(ready).to.deep.equal({ status: 'ready', unavailable: ['replicas'] })
      expect(reasons()).to.contain('NOREPLICAS 0 of 1 replicas follow in time')
      await server.replica.process.start()
      await server.replicaFollows()
      await signsInAgain()
    })
  })
})
