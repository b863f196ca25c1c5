// The least that an execution needs, in one process: two limits, the webhook, the signature, a message of the commits, and its insert with
// the delivery. Inserts are grouped while one is in flight. A limit for the product, not a product.
import { createHmac, randomUUID } from 'node:crypto'
import express from 'express'
import { digestOf, grouped, openDatabase, openRedis, takeLimits } from './least-work.ts'
import { ready } from './ready.ts'

type Commit = { id: string; url: string; message: string; author: { name: string } }

const db = await openDatabase()
const redis = openRedis()
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

const app = express()
app.post('/', express.text({ type: '*/*', limit: '1mb' }), async (request, response) => {
  if ((await takeLimits(redis, 'w')) !== 1) return void response.status(429).end()
  const webhook = await find('w')
  const text: string = request.body
  const signature = createHmac('sha256', webhook?.secret ?? '')
    .update(text)
    .digest('hex')
  const push: { commits?: Commit[]; repository?: { full_name: string } } = JSON.parse(text)
  const lines = (push.commits ?? []).map(lineOf)
  const message = { title: push.repository?.full_name, description: lines.join('\n'), digest: digestOf(text) }
  const delivery = { event: 'push', signature, body: Buffer.from(text) }
  await insert({ hook: 'w', at: new Date(), lease: new Date(), dedupe: randomUUID(), message, delivery })
  response.status(204).end()
})

function lineOf({ id, url, message, author }: Commit): string {
  return `[\`${id.slice(0, 7)}\`](${url}) ${message.split('\n')[0]} - ${author.name}`
}

const server = app.listen(0, '127.0.0.1', () => ready(server, ''))
