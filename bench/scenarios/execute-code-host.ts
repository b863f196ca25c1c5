import { mongo } from 'mongoose'
import { examplePush } from '../example-push.ts'
import { load } from '../load.ts'
import { perSecond, type Scenario } from '../scenario.ts'

const connections = 32

/** A durable `POST …/code-host` of a real push against the raw insert of the same document, same write concern. */
export const executeCodeHost: Scenario = {
  name: 'execute-code-host',
  async run({ gateway, mongodb, seeded }, seconds) {
    const { id, token } = seeded.webhook
    const ours = await load({
      url: `${gateway}/webhooks/${id}/${token}/code-host`,
      method: 'POST',
      // autocannon writes a fresh value for [<id>] into every request, so that none is a duplicate delivery.
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': '[<id>]',
      },
      body: await examplePush(),
      connections,
      seconds,
    })
    if (ours.failed > 0) throw new Error(`${ours.failed} executions failed under load.`)
    const client = await mongo.MongoClient.connect(mongodb)
    try {
      const raw = await rawInsertsPerSecond(client, seconds)
      return [
        {
          scenario: `code-host push, ${connections} connections, p99 ${ours.p99} ms`,
          measured: perSecond(ours.perSecond, 'executions'),
          limit: `raw ${perSecond(raw, 'inserts')}`,
          ratio: ours.perSecond / raw,
          goal: '>= 0.7',
        },
      ]
    } finally {
      await client.close()
    }
  },
}

async function rawInsertsPerSecond(client: mongo.MongoClient, seconds: number): Promise<number> {
  const stored = await client.db('gatehouse_webhooks').collection('messages').findOne({})
  if (stored === null) throw new Error('No execution was stored.')
  const { _id, ...document } = stored
  const inserts = client.db('gatehouse_bench').collection('inserts')
  const until = performance.now() + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: connections }, () => insertUntil(inserts, document, until)),
  )
  await inserts.drop()
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

async function insertUntil(inserts: mongo.Collection, document: object, until: number): Promise<number> {
  let count = 0
  while (performance.now() < until) {
    await inserts.insertOne({ ...document }, { writeConcern: { w: 'majority' } })
    count += 1
  }
  return count
}
