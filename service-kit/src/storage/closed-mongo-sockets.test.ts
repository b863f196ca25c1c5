import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import type mongoose from 'mongoose'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestMongo } from '../../testing/test-mongo.ts'
import { driverConnection } from './driver-connection.ts'
import type { Mongo } from './mongo.ts'

const newClientSocket = 'net.client.socket'

describe('commands on a socket that closes', () => {
  let store: TempStore
  let mongo: Mongo
  const sockets: Socket[] = []
  const remember = (message: unknown) => {
    sockets.push((message as { socket: Socket }).socket)
  }
  const documents = () => mongo.connection.collection<{ _id: string; text?: string }>('documents')
  const closeSockets = () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }

  before(async () => {
    store = tempStore()
    subscribe(newClientSocket, remember)
    mongo = await openTestMongo(store)
  })
  after(async () => {
    unsubscribe(newClientSocket, remember)
    await mongo.close()
    await store.drop()
  })

  const operations: Record<string, () => Promise<unknown>> = {
    'a read': () => documents().findOne({ _id: 'a' }),
    'a write': () => documents().updateOne({ _id: 'a' }, { $set: { text: 'a' } }, { upsert: true }),
    'a write that fills the buffer of the socket': () =>
      documents().updateOne({ _id: 'b' }, { $set: { text: 'b'.repeat(8_000_000) } }, { upsert: true }),
  }
  for (const [name, operation] of Object.entries(operations)) {
    it(`are repeated by the driver: ${name}, started after the socket was destroyed`, async () => {
      await documents().findOne({ _id: 'a' })
      closeSockets()
      await operation()
    })

    it(`are repeated by the driver: ${name}, started before the socket is destroyed`, async () => {
      await documents().findOne({ _id: 'a' })
      const { command } = driverConnection
      driverConnection.command = function (...sent) {
        driverConnection.command = command
        closeSockets()
        return command.apply(this, sent)
      }
      await operation()
      expect(sockets.length, 'sockets opened for the repetition').to.be.above(0)
    })
  }

  it('free their place in the connection pool', async () => {
    let checkedOut = 0
    const client: mongoose.mongo.MongoClient = mongo.connection.getClient()
    client.on('connectionCheckedOut', () => {
      checkedOut += 1
    })
    client.on('connectionCheckedIn', () => {
      checkedOut -= 1
    })
    for (let turn = 0; turn < 5; turn += 1) {
      const reads = Array.from({ length: 5 }, () => documents().findOne({ _id: 'a' }))
      closeSockets()
      await Promise.allSettled(reads)
    }
    expect(checkedOut).to.equal(0)
  })
})
