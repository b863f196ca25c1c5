import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from '@gatehouse/service-kit/testing/compile-cache'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { expect } from 'chai'
import mongoose from 'mongoose'

const entry = fileURLToPath(import.meta.resolve('@gatehouse/webhook-service/migrate'))

describe('the migration step', () => {
  let store: TempStore
  before(async () => {
    store = await tempStore()
  })
  after(() => store.drop())

  const migrate = () =>
    promisify(execFile)(process.execPath, ['--conditions=gatehouse-source', entry], {
      env: {
        GATEHOUSE_MONGODB_URL: store.mongodbUrl,
        GATEHOUSE_MONGODB_DATABASE: store.database,
        ...compileCache,
      },
    })

  it('creates collections and indexes with the database settings alone, and can be repeated', async () => {
    await migrate()
    const connection = await mongoose
      .createConnection(store.mongodbUrl, { dbName: store.database })
      .asPromise()
    const former = {
      ...{ webhookId: 1, _id: -1, 'delivery.expiresAt': 1, 'delivery.result': 1 },
      ...{ 'source.format': 1, 'source.event': 1 },
    } as const
    const options = { partialFilterExpression: { 'delivery.expiresAt': { $exists: true } } }
    await connection.collection('messages').createIndex(former, options)
    await migrate()

    const indexes = async (name: string) =>
      (await connection.collection(name).indexes()).map(({ key, unique = false }) => ({ key, unique }))
    expect(await indexes('webhooks')).to.deep.include({ key: { guildId: 1, _id: 1 }, unique: false })
    expect(await indexes('members')).to.deep.include({ key: { guildId: 1, userId: 1 }, unique: true })
    expect(await indexes('overwrites')).to.deep.include({ key: { channelId: 1, userId: 1 }, unique: true })
    expect((await connection.collection('messages').indexes()).map(({ key }) => key)).not.to.deep.include(
      former,
    )
    for (const collection of ['messages', 'deliveries'])
      expect(await indexes(collection)).to.deep.include({ key: { webhookId: 1, dedupeKey: 1 }, unique: true })
    const names = (await connection.listCollections()).map(({ name }) => name)
    const owned = [
      'channels',
      'deliveries',
      'events',
      'guilds',
      'invites',
      'members',
      'messages',
      'overwrites',
    ]
    expect(names).to.include.members([...owned, 'webhook_counts', 'webhooks'])
    await connection.close()
  })
})
