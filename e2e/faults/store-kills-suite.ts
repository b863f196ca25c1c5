import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { rest } from '@gatehouse/admin/rest'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { FaultStack } from './fault-stack.ts'

type AuditRecord = { id: string; type: string; outcome: string; session_id_hash: string | null }
type Request = () => Promise<number>

const lanes = 8
const kills = 3

export function storeKillsSuite(stack: FaultStack): void {
  describe('when a store is killed', () => {
    const request = async (method: string, path: string, call: Parameters<typeof rest>[3] = {}) => {
      const { token } = stack.account()
      return (await rest(stack.stack().gateway, method, path, { token, ...call })).status
    }
    const login = async (): Promise<string> => {
      const { email, password } = stack.account()
      const response = await rest<{ token: string }>(stack.stack().gateway, 'POST', '/auth/login', {
        body: { email, password },
      })
      expect(response.status).to.equal(200)
      return response.body.token
    }
    const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

    async function auditLog(): Promise<AuditRecord[]> {
      const found: AuditRecord[] = []
      for (;;) {
        const before = found.at(-1)?.id
        const path = `/users/@me/audit?limit=100${before === undefined ? '' : `&before=${before}`}`
        const { token } = stack.account()
        const { body } = await rest<AuditRecord[]>(stack.stack().gateway, 'GET', path, { token })
        found.push(...body)
        if (body.length < 100) return found
      }
    }
    const missing = async (type: string, tokens: string[]) => {
      const records = (await auditLog()).filter((record) => record.type === type && record.outcome === 'ok')
      const hashes = new Set(records.map(({ session_id_hash }) => session_id_hash))
      return tokens.map(hashOf).filter((hash) => !hashes.has(hash))
    }

    async function untilRecorded(type: string, tokens: string[]): Promise<void> {
      const assertComplete = async () =>
        expect(await missing(type, tokens), `missing ${type} records`).to.deep.equal([])
      await until(assertComplete, { timeoutMs: 90_000, everyMs: 500 })
    }

    it('keeps the audit record of a logout that was answered while MongoDB was down', async () => {
      const tokens = await Promise.all(Array.from({ length: 5 }, login))
      await stack.stack().kill('mongodb')
      const statuses = await Promise.all(tokens.map((token) => request('POST', '/auth/logout', { token })))
      expect(statuses).to.deep.equal(tokens.map(() => 204))
      // Long enough for the events to be read and their insertion to fail.
      await pause(4000)
      await stack.stack().restart('mongodb')
      await stack.recovered()
      await untilRecorded('session.revoked', tokens)
    })

    it('keeps the record of every sign-in that was answered before auth-service was killed', async () => {
      const signedIn: string[] = []
      const isKilled = Promise.withResolvers<void>()
      const signIn = async () => {
        const token = await login()
        signedIn.push(token)
        if (signedIn.length === 10) isKilled.resolve(stack.stack().kill('auth-service'))
      }
      const settled = Promise.allSettled(Array.from({ length: 30 }, signIn))
      await isKilled.promise
      await settled
      await stack.stack().restart('auth-service')
      await stack.recovered()
      await untilRecorded('account.sign_in', signedIn)
      await untilRecorded('session.created', signedIn)
    })

    for (const store of ['mongodb', 'redis']) {
      it(`answers 503 or 504 and keeps every record of a sign-in: ${store}`, async function () {
        this.timeout(150_000)
        const statuses = new Map<string, number>()
        const signedIn: string[] = []
        let isOn = true
        const count = (route: string, status: number | string) => {
          const key = `${route} ${status}`
          statuses.set(key, (statuses.get(key) ?? 0) + 1)
        }
        const requests = requestsOf(signedIn)
        const lane = async (offset: number) => {
          for (let turn = offset; isOn; turn += 1) {
            const [route, request] = requests[turn % requests.length] ?? []
            if (route && request) count(route, await request().catch(() => 'no answer'))
            await pause(200)
          }
        }
        const running = Array.from({ length: lanes }, (_, index) => lane(index * 3))
        for (let kill = 0; kill < kills; kill += 1) {
          await pause(500 + Math.random() * 1500)
          await stack.stack().kill(store)
          await pause(Math.random() * 3000)
          await stack.stack().restart(store)
        }
        await stack.recovered()
        isOn = false
        await Promise.all(running)

        const figures = Object.fromEntries([...statuses].toSorted())
        const unexpected = Object.entries(figures).filter(([key]) => !/ (2\d\d|503|504)$/.test(key))
        expect(unexpected, JSON.stringify(figures)).to.deep.equal([])
        if (store === 'redis') return
        await untilRecorded('account.sign_in', signedIn)
        await untilRecorded('session.created', signedIn)
      })
    }

    /** Requests that are answered 2xx while all stores run. Tokens of sign-ins go to `signedIn`. */
    function requestsOf(signedIn: string[]): [string, Request][] {
      const { email, password } = stack.account()
      const { gateway } = stack.stack()
      const { id, token: webhookToken } = stack.webhook()
      const channel = stack.channel()
      const execute = (format: string, body: unknown, headers = {}) =>
        request('POST', `/webhooks/${id}/${webhookToken}/${format}`, { body, headers })
      return [
        ['POST /auth/login', () => signIn()],
        ['GET /users/@me', () => request('GET', '/users/@me')],
        ['POST code-host', () => execute('code-host', { zen: 'x' }, { 'x-github-event': 'ping' })],
        ['POST /auth/register', register],
        ['GET /auth/sessions', () => request('GET', '/auth/sessions')],
        ['POST chat-compat', () => execute('chat-compat', { text: `text ${crypto.randomUUID()}` })],
        ['POST /auth/login', () => signIn()],
        [
          'PATCH /users/@me',
          () => request('PATCH', '/users/@me', { body: { global_name: `Ann ${Math.random()}` } }),
        ],
        ['GET /channels/messages', () => request('GET', `/channels/${channel}/messages?limit=5`)],
        [
          'POST /auth/logout',
          async () => request('POST', '/auth/logout', { token: signedIn.at(-1) ?? 'none' }),
        ],
        ['GET /users/@me/audit', () => request('GET', '/users/@me/audit?limit=5')],
        [
          'PATCH /webhooks',
          () => request('PATCH', `/webhooks/${id}`, { body: { name: `Builds ${Math.random()}` } }),
        ],
        ['POST /auth/login', () => signIn()],
        ['POST /auth/handoff/initiate', () => request('POST', '/auth/handoff/initiate')],
        ['GET /webhooks/settings', () => request('GET', `/webhooks/${id}/settings`)],
        ['POST code-host push', () => stack.post(crypto.randomUUID()).then(({ status }) => status)],
      ]

      async function signIn(): Promise<number> {
        const response = await rest<{ token: string }>(gateway, 'POST', '/auth/login', {
          body: { email, password },
        })
        if (response.status === 200) signedIn.push(response.body.token)
        return response.status
      }

      async function register(): Promise<number> {
        const body = {
          email: `${crypto.randomUUID()}@gatehouse.test`,
          password: 'violet-anchor-17',
          consent: true,
          date_of_birth: '1990-01-01',
        }
        return (await rest(gateway, 'POST', '/auth/register', { body })).status
      }
    }
  })
}
