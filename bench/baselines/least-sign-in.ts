// The least that a sign-in needs, in one process: two limits, the account, the attempt, the hash, the session with its domain event, and the
// audit record made from the event, in groups. No validation, devices, mails, metrics or logs: a limit for the product, not a product.
import { setTimeout as pause } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import express from 'express'
import type { Redis } from 'ioredis'
import type { mongo } from 'mongoose'
import { digestOf, newToken, openDatabase, openRedis, takeLimits } from './least-work.ts'
import { ready } from './ready.ts'

const events = 'bench:sign-in-events'
const groupMs = 100

const db = await openDatabase()
const redis = openRedis()
const accounts = db.collection<{ email: string; hash: string }>('accounts')
await accounts.createIndex({ email: 1 }, { unique: true })

const app = express()
app.post('/auth/login', express.json(), async (request, response) => {
  const { email, password } = request.body
  if ((await takeLimits(redis, request.ip ?? '')) !== 1) return void response.status(429).end()
  const [account] = await Promise.all([accounts.findOne({ email }), redis.countAttempt(attemptsOf(email))])
  if (account === null || !(await verify(account.hash, password))) return void response.status(401).end()
  response.json(await addSession(String(account._id), email, request.get('user-agent') ?? ''))
})

async function addSession(account: string, email: string, client: string) {
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

void recordAudit(openRedis(), db.collection('audit'))
const server = app.listen(0, '127.0.0.1', () => ready(server, ''))
