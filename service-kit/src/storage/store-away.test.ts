import { expect } from 'chai'
import { mongo } from 'mongoose'
import { isStoreAway } from './store-away.ts'

describe('isStoreAway', () => {
  it('knows an operation that the driver cut off because the server hangs', () => {
    const error = new mongo.MongoNetworkError('interrupted due to server monitor timeout')
    Object.defineProperty(error, 'name', { value: 'PoolClearedOnNetworkError' })
    expect(isStoreAway(error)).to.equal(true)
  })

  it('knows a client that was closed under a call', () => {
    expect(isStoreAway(new mongo.MongoClientClosedError())).to.equal(true)
  })

  for (const message of [
    'Command aborted due to connection close',
    "Cluster isn't ready and enableOfflineQueue options is false",
    'CLUSTERDOWN The cluster is down',
    'MOVED 670 127.0.0.1:7001',
    'NOREPLICAS Not enough good replicas to write.',
  ]) {
    it(`knows a Redis that says "${message}"`, () => {
      expect(isStoreAway(new Error(message))).to.equal(true)
    })
  }

  it('takes no mistake of ours for a store that is away', () => {
    expect(isStoreAway(new mongo.MongoServerError({ code: 11000, message: 'duplicate key' }))).to.equal(false)
    expect(isStoreAway(new TypeError('undefined is not a function'))).to.equal(false)
    expect(isStoreAway('ECONNREFUSED')).to.equal(false)
  })
})
