// The least that a sign-in needs: two limits, the account, the attempt, the hash, the session with its domain event, and the audit record
// made from the event, in groups. In one process, or in three that call each other as gateway, auth-service and session-service do. No
// validation, devices, mails, metrics or logs: a limit for the product, not a product.
import { setTimeout as pause } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import express from 'express'
import type { Redis } from 'ioredis'
import type { mongo } from 'mongoose'
import { serveCalls, startCalled } from './least-calls.ts'
import { digestOf, newToken, openDatabase, openRedis, takeLimits } from './least-work.ts'
import { ready, sendReady } from './ready.ts'
import type { Calls } from './start-baseline.ts'

type Credentials = { email: string; password: string; client: string }
type NewSession = { account: string; email: string; client: string }
type Signed = { token: string; user_id: string }

const groupMs = 100
const { LEAST_PART: part, LEAST_CALLS: calls = 'unary' } = process.env
/** Of each form its own, since each reads all of its events. */
const events = `bench:sign-in-events:${part ? calls : 'one'}`

const redis = openRedis()
await parts()[part ?? 'all']?.()

function parts(): Record<string, () => Promise<void>> {
  return {
    all: async () => listen(await signIn(addSession)),
    gateway: async () => {
      const accounts = await startCalled<Credentials, Signed | null>('accounts', calls as Calls) // set by startLeast
      listen(accounts.call, { gateway: process.pid, ...accounts.pids })
    },
    accounts: async () => {
      const sessions = await startCalled<NewSession, Signed>('sessions', calls as Calls) // set by startLeast
      const url = await serveCalls(await signIn(sessions.call))
      sendReady({ url, token: '', pids: { accounts: process.pid, ...sessions.pids } })
    },
    sessions: async () => {
      sendReady({ url: await serveCalls(addSession), token: '', pids: { sessions: process.pid } })
    },
  }
}

function listen(run: (credentials: Credentials) => Promise<Signed | null>, pids?: Record<string, number>) {
  const app = express()
  app.post('/auth/login', express.json(), async (request, response) => {
    if ((await takeLimits(redis, request.ip ?? '')) !== 1) return void response.status(429).end()
    const signed = await run({ ...request.body, client: request.get('user-agent') ?? '' })
    response.status(signed ? 200 : 401).json(signed)
  })
  const server = app.listen(0, '127.0.0.1', () => ready(server, '', pids))
}

async function signIn(add: (session: NewSession) => Promise<Signed>) {
  const db = await openDatabase()
  const accounts = db.collection<{ email: string; hash: string }>('accounts')
  await accounts.createIndex({ email: 1 }, { unique: true })
  void recordAudit(openRedis(), db.collection('audit'))
  return async ({ email, password, client }: Credentials): Promise<Signed | null> => {
    const [account] = await Promise.all([accounts.findOne({ email }), redis.countAttempt(attemptsOf(email))])
    if (account === null || !(await verify(account.hash, password))) return null
    return add({ account: String(account._id), email, client })
  }
}

async function addSession({ account, email, client }: NewSession): Promise<Signed> {
  const token = newToken()
  const [id, now] = [digestOf(token), Date.now()]
  const event = JSON.stringify({ type: 'session.created', account, client, at: now })
  const keys = [`bench:session:${id}`, `bench:sessions:${account}`, events, attemptsOf(email)]
  await redis.addSession(...keys, account, now, client, id, event)
  return { token, user_id: account }
}

function attemptsOf(email: string): string {
  return `bench:attempts:${email}`
}

async function recordAudit(stream: Redis, audit: mongo.Collection): Promise<void> {
  for (let last = '$'; ; ) {
    const [read] = (await stream.xread('COUNT', 200, 'BLOCK', 1000, 'STREAMS', events, last)) ?? []
    if (!read) continue
    const [, entries] = read
    await audit.insertMany(
      entries.map(([, [, event = '{}']]) => JSON.parse(event)),
      { writeConcern: { w: 'majority' } },
    )
    last = entries.at(-1)?.[0] ?? last
    await pause(groupMs)
  }
}
