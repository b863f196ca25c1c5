import { expect } from 'chai'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'

describe('the stores of a test run', () => {
  it('include a MongoDB with transactions', async () => {
    const client = new mongoose.mongo.MongoClient(process.env.GATEHOUSE_TEST_MONGODB_URL ?? '')
    const names = client.db('root_hooks_test').collection<{ name: string }>('names')
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await names.insertOne({ name: 'ann' }, { session })
      }),
    )
    expect(await names.countDocuments()).to.equal(1)
    await client.close()
  })

  it('include a Redis that runs scripts', async () => {
    const redis = new Redis(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    expect(await redis.eval("return redis.call('INCRBY', KEYS[1], 2)", 1, 'root-hooks-test')).to.equal(2)
    await redis.quit()
  })
})

describe('an unhandled promise rejection', () => {
  it('fails the running test', () => {
    const loose = new Error('nobody handles this')
    expect(() => process.emit('unhandledRejection', loose, Promise.resolve())).to.throw(loose.message)
  })
})
