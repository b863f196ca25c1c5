import { expect } from 'chai'
import mongoose, { mongo } from 'mongoose'
import { isStoreUnavailable } from './store-unavailable.ts'

const topology = { error: undefined } as unknown as mongo.TopologyDescription
const selection = () => new mongo.MongoServerSelectionError('Server selection timed out', topology)
const network = () => new mongo.MongoNetworkError('connection 3 to 127.0.0.1:27017 closed')
const server = (code: number, errorLabels: string[] = []) =>
  new mongo.MongoServerError({ code, message: `error ${code}`, errorLabels })
const writeConcern = (code: number) =>
  new mongo.MongoWriteConcernError({ ok: 1, writeConcernError: { code, errmsg: 'not enough nodes' } })
const named = (name: string) =>
  Object.defineProperty(new mongo.MongoNotConnectedError('closed'), 'name', { value: name })

/** A bulk write error as the driver throws it: the wrapped error, the write errors, and the write concern error. */
function bulk(wrapped: Error | { message: string; code: number }, codes: number[] = [], concern?: number) {
  const writeErrors = codes.map((code, index) => ({ index, code }))
  const result = {
    getWriteErrors: () => writeErrors,
    getWriteConcernError: () => concern && { code: concern },
  } as unknown as mongo.BulkWriteResult
  return new mongo.MongoBulkWriteError(wrapped as Error, result)
}

const duplicate = { message: 'E11000 duplicate key error', code: 11000 }

describe('isStoreUnavailable for MongoDB errors', () => {
  const unavailable: Record<string, () => Error> = {
    'a network error': network,
    'a network timeout': () => new mongo.MongoNetworkTimeoutError('timed out'),
    'a server selection error': selection,
    'a client that is not connected': () => new mongo.MongoNotConnectedError('closed'),
    'a closed topology': () => new mongo.MongoTopologyClosedError('closed'),
    'a closed server': () => new mongo.MongoServerClosedError('closed'),
    'a closed client': () => new mongo.MongoClientClosedError(),
    'a pool cleared by a monitor': () => named('MongoPoolClearedError'),
    'a closed pool': () => named('MongoPoolClosedError'),
    'a full wait queue': () => named('MongoWaitQueueTimeoutError'),
    'a session that ended with its client': () => new mongo.MongoExpiredSessionError(),
    'a stale primary': () => new mongo.MongoStalePrimaryError('stale'),
    'a selected server that cannot retry writes': () =>
      new mongo.MongoUnexpectedServerResponseError('Selected server does not support retryable writes'),
    'mongoose without a server': () => new mongoose.Error.MongooseServerSelectionError('none'),
    'a server that is interrupted at shutdown': () => server(11600),
    'a server that is not primary': () => server(10107),
    'a read from a server that is not primary': () => server(13435),
    'a cursor lost by a restart': () => server(43),
    'a server before its replica set is initiated': () => server(94),
    'a write that may be retried': () => server(1, ['RetryableWriteError']),
    'a server that is overloaded': () => server(1, ['SystemOverloadedError']),
    'a commit without a known result': () => server(1, ['UnknownTransactionCommitResult']),
    'a transaction that lost its server': () => server(251, ['TransientTransactionError']),
    'a write concern that timed out': () => writeConcern(64),
    'a write concern that no set of nodes satisfies': () => writeConcern(100),
    'a bulk write without a server': () => bulk(selection()),
    'a bulk write whose connection broke': () => bulk(network()),
    'a bulk write on a stepping down server': () => bulk(server(189)),
    'a bulk write without its majority': () => bulk({ message: '', code: 100 }, [], 100),
    'a duplicate without its majority': () => bulk({ message: '', code: 100 }, [11000], 100),
    'a duplicate beside a document that was interrupted': () => bulk(duplicate, [11000, 11602]),
    'one error of several': () => new AggregateError([new Error('first'), network()]),
    'a cause of a cause': () => new Error('outer', { cause: new Error('inner', { cause: selection() }) }),
  }
  for (const [what, make] of Object.entries(unavailable)) {
    it(`is true for ${what}`, () => {
      expect(isStoreUnavailable(make())).to.equal(true)
    })
  }

  const permanent: Record<string, () => Error> = {
    'a duplicate key': () => server(11000),
    'a duplicate in a bulk write': () => bulk(duplicate, [11000]),
    'a document that fails validation': () => bulk({ message: '', code: 121 }, [121]),
    'a wrong argument': () => new mongo.MongoInvalidArgumentError('Document is larger than the maximum size'),
    'a wrong use of a transaction': () => new mongo.MongoTransactionError('already in progress'),
    'missing permissions': () => server(13),
  }
  for (const [what, make] of Object.entries(permanent)) {
    it(`is false for ${what}`, () => {
      expect(isStoreUnavailable(make())).to.equal(false)
    })
  }

  it('returns for errors that are the cause of each other', () => {
    const [one, two] = [new Error('one'), new Error('two')]
    one.cause = two
    two.cause = one
    expect(isStoreUnavailable(one)).to.equal(false)
  })
})
