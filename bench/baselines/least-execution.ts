// The least that an execution needs: two limits, the webhook, the signature, a message of the commits, and its insert with the delivery.
// Inserts are grouped while one is in flight. In one process, or in two that call each other as gateway and webhook-service do. A limit for
// the product, not a product.
import { createHmac, randomUUID } from 'node:crypto'
import express from 'express'
import { serveCalls, startCalled } from './least-calls.ts'
import { digestOf, grouped, openDatabase, openRedis, takeLimits } from './least-work.ts'
import { ready, sendReady } from './ready.ts'
import type { Calls } from './start-baseline.ts'

type Commit = { id: string; url: string; message: string; author: { name: string } }
type Execute = (execution: { text: string }) => Promise<object>

const { LEAST_PART: part, LEAST_CALLS: calls = 'unary' } = process.env
if (part === 'webhooks') {
  const url = await serveCalls(await executor())
  sendReady({ url, token: '', pids: { webhooks: process.pid } })
} else if (part === 'gateway') {
  const webhooks = await startCalled<{ text: string }, object>('webhooks', calls as Calls) // set by startLeast
  listen(webhooks.call, { gateway: process.pid, ...webhooks.pids })
} else {
  listen(await executor())
}

function listen(execute: Execute, pids?: Record<string, number>): void {
  const redis = openRedis()
  const app = express()
  app.post('/', express.text({ type: '*/*', limit: '1mb' }), async (request, response) => {
    if ((await takeLimits(redis, 'w')) !== 1) return void response.status(429).end()
    await execute({ text: request.body })
    response.status(204).end()
  })
  const server = app.listen(0, '127.0.0.1', () => ready(server, '', pids))
}

async function executor(): Promise<Execute> {
  const db = await openDatabase()
  const webhooks = db.collection<{ _id: string; secret: string }>('webhooks')
  const messages = db.collection('least_messages', { writeConcern: { w: 'majority' } })
  await webhooks.updateOne({ _id: 'w' }, { $set: { secret: 'secret' } }, { upsert: true })
  await messages.createIndexes([{ key: { hook: 1, at: -1 } }, { key: { lease: 1 } }, { key: { dedupe: 1 } }])
  const find = grouped(
    async (ids: string[]) => {
      const found = await webhooks.find({ _id: { $in: [...new Set(ids)] } }).toArray()
      return ids.map((id) => found.find(({ _id }) => _id === id))
    },
    { maxInFlight: Number.POSITIVE_INFINITY },
  )
  const insert = grouped(
    async (documents: object[]) => {
      await messages.insertMany(documents, { ordered: false })
      return documents
    },
    { maxInFlight: 1 },
  )
  return async ({ text }) => {
    const webhook = await find('w')
    const signature = createHmac('sha256', webhook?.secret ?? '')
      .update(text)
      .digest('hex')
    const push: { commits?: Commit[]; repository?: { full_name: string } } = JSON.parse(text)
    const lines = (push.commits ?? []).map(lineOf)
    const message = {
      title: push.repository?.full_name,
      description: lines.join('\n'),
      digest: digestOf(text),
    }
    const delivery = { event: 'push', signature, body: Buffer.from(text) }
    await insert({ hook: 'w', at: new Date(), lease: new Date(), dedupe: randomUUID(), message, delivery })
    return {}
  }
}

function lineOf({ id, url, message, author }: Commit): string {
  return `[\`${id.slice(0, 7)}\`](${url}) ${message.split('\n')[0]} - ${author.name}`
}
