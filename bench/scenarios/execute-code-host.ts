import { mongo } from 'mongoose'
import { examplePush } from '../example-push.ts'
import { formatProcessorTime, interleave } from '../interleave.ts'
import { freshId, soundLoad } from '../load.ts'
import { perSecond, pidsOf, type Scenario } from '../scenario.ts'

const connections = 32

/** A durable `POST …/code-host` of a real push against the raw insert of the same document, same write concern. */
export const executeCodeHost: Scenario = {
  name: 'execute-code-host',
  async run(target, seconds) {
    const { id, token } = target.seeded.webhook
    const post = {
      url: `${target.gateway}/webhooks/${id}/${token}/code-host`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-github-event': 'push', 'x-github-delivery': freshId },
      body: await examplePush(),
      connections,
    } as const
    const client = await mongo.MongoClient.connect(target.mongodb)
    try {
      const { ours, raw } = await interleave(seconds, {
        ours: {
          run: (duration) => soundLoad({ ...post, seconds: duration }),
          pids: pidsOf(target, ['gateway', 'webhook-service', 'mongodb', 'redis']),
        },
        raw: {
          run: async (duration) => ({ perSecond: await rawInsertsPerSecond(client, duration) }),
          pids: pidsOf(target, ['mongodb']),
        },
      })
      return [
        {
          scenario: `code-host push, ${connections} connections, p99 ${ours.p99.toFixed(0)} ms`,
          measured: `${perSecond(ours.perSecond, 'executions')} (${formatProcessorTime(ours)})`,
          limit: `raw ${perSecond(raw.perSecond, 'inserts')} (${formatProcessorTime(raw)})`,
          ratio: ours.perSecond / raw.perSecond,
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
