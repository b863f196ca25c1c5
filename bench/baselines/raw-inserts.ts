import { randomUUID } from 'node:crypto'
import type { mongo } from 'mongoose'

/**
 * Raw inserts of what an execution stores, with the same indexes and write concern: the newest document, because older ones lost their
 * delivery. Each has an id, a deduplication key and a lease of its own, so that the indexes grow as they do in the product.
 */
export async function rawInserts(client: mongo.MongoClient, connections: number) {
  const messages = client.db('gatehouse_webhooks').collection('messages')
  const stored = await messages.findOne({ delivery: { $exists: true } }, { sort: { _id: -1 } })
  if (stored === null) throw new Error('No execution was stored.')
  const { _id, ...document } = stored
  const lease = { state: 'pending', leaseUntil: Date.now(), owner: randomUUID() }
  const indexes = (await messages.indexes()).filter(({ name }) => name !== '_id_')

  return async (seconds: number): Promise<number> => {
    const inserts = client.db('gatehouse_bench').collection<mongo.Document & { _id: string }>('inserts')
    await inserts.drop()
    await inserts.createIndexes(indexes.map(({ v: _, ...index }) => index as mongo.IndexDescription))
    const until = performance.now() + seconds * 1000
    const insertUntil = async () => {
      let count = 0
      while (performance.now() < until) {
        const fresh = { _id: randomUUID(), dedupeKey: randomUUID(), outbox: lease }
        await inserts.insertOne({ ...document, ...fresh }, { writeConcern: { w: 'majority' } })
        count += 1
      }
      return count
    }
    const counts = await Promise.all(Array.from({ length: connections }, insertUntil))
    return counts.reduce((sum, count) => sum + count, 0) / seconds
  }
}
