import { expect } from 'chai'
import { mongo } from 'mongoose'
import { isStoreUnavailable } from './store-unavailable.ts'

describe('isStoreUnavailable', () => {
  it('is true for an operation that timed out because the server hangs', () => {
    const error = new mongo.MongoNetworkError('interrupted due to server monitor timeout')
    Object.defineProperty(error, 'name', { value: 'PoolClearedOnNetworkError' })
    expect(isStoreUnavailable(error)).to.equal(true)
  })

  it('is true for a client that was closed during a call', () => {
    expect(isStoreUnavailable(new mongo.MongoClientClosedError())).to.equal(true)
  })

  for (const message of [
    'Command aborted due to connection close',
    "Cluster isn't ready and enableOfflineQueue options is false",
    'CLUSTERDOWN The cluster is down',
    'MOVED 670 127.0.0.1:7001',
    'NOREPLICAS Not enough good replicas to write.',
    'LOADING Redis is loading the dataset in memory',
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    "READONLY You can't write against a read only replica.",
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    "OOM command not allowed when used memory > 'maxmemory'.",
    // As Redis before 7 reports an error of a command inside a script.
    "ERR Error running script (call to f_6b1bf486c81ceb7edf3c093f4c48582e38c0e791): @user_script:7: @user_script: 7: -OOM command not allowed when used memory > 'maxmemory'.",
    "@user_script: 7: -READONLY You can't write against a read only replica.",
  ]) {
    it(`is true for the Redis reply "${message}"`, () => {
      expect(isStoreUnavailable(new Error(message))).to.equal(true)
    })
  }

  it('is false for errors of our own', () => {
    expect(
      isStoreUnavailable(new mongo.MongoServerError({ code: 11000, message: 'duplicate key' })),
    ).to.equal(false)
    expect(isStoreUnavailable(new TypeError('undefined is not a function'))).to.equal(false)
    expect(isStoreUnavailable('ECONNREFUSED')).to.equal(false)
    expect(isStoreUnavailable(new Error('BUSYGROUP Consumer Group name already exists'))).to.equal(false)
    expect(isStoreUnavailable(new Error('ERR Error running script: attempt to index a nil value'))).to.equal(
      false,
    )
  })
})
