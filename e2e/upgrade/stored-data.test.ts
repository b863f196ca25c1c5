import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { authSchema } from '@gatehouse/auth-service/schema'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { applySchema, type Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { dropKeys, type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { movableClock } from '@gatehouse/service-kit/time/clock'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { expect } from 'chai'
import mongoose from 'mongoose'
import type { NetworkOptions } from '../network.ts'
import { tlsOf } from '../network-tls.ts'
import { kinds } from './kinds.ts'
import { readSnapshot, restoreSnapshot, type Stores } from './snapshot.ts'
import { openWorld, type World } from './world.ts'

const folder = join(import.meta.dirname, 'data')

for (const file of readdirSync(folder)) {
  const snapshot = readSnapshot(join(folder, file))

  describe(`data that ${snapshot.commit} stored`, () => {
    // The clock continues where that of the snapshot stopped, since sealed values and ids contain times. It stands still, so that
    // nothing expires on a busy machine.
    const clock = movableClock({ now: () => snapshot.at })
    const network: NetworkOptions = { clock }
    let stores: Stores | undefined
    before(async function () {
      // It would delete what expired since, whatever the clock of the services says. Stores of this run have none.
      if (await hasTtlMonitor()) return this.skip()
      const { redisPrefix } = snapshot
      stores = { accounts: { ...tempStore(), redisPrefix }, webhooks: tempStore() }
      await restoreSnapshot(snapshot, stores)
      await migrate(stores.accounts, authSchema)
      await migrate(stores.webhooks, webhookSchema)
      network.stores = stores
    })
    const world: World = openWorld({
      network,
      async sweep() {
        const { GATEHOUSE_AUTH_ADDR } = world.stack.network().env
        const control = testClient(ClockService, GATEHOUSE_AUTH_ADDR, { tls: tlsOf('admin') })
        await control.advance({ by: { seconds: 61, nanos: 0 } }).finally(() => control.close())
      },
    })
    after(async () => {
      if (!stores) return
      await Promise.all([stores.accounts.drop(), stores.webhooks.drop()])
      await dropKeys(stores.accounts.redisUrl, snapshot.redisPrefix)
    })

    // A kind that was added later has nothing in it.
    const present = kinds.filter(([name]) => Object.hasOwn(snapshot.stored, name))
    for (const [name, { check }] of present)
      it(`is served: ${name}`, () => check(world, snapshot.stored[name]))

    it('is checked completely', () => {
      expect(Object.keys(snapshot.stored)).to.have.members(present.map(([name]) => name))
    })
  })
}

async function hasTtlMonitor(): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(process.env.GATEHOUSE_TEST_MONGODB_URL ?? '')
  const parameter = { getParameter: 1, ttlMonitorEnabled: 1 }
  const { ttlMonitorEnabled } = await client
    .db('admin')
    .command(parameter)
    .finally(() => client.close())
  return ttlMonitorEnabled
}

async function migrate({ mongodbUrl: url, database }: TempStore, schema: Schema): Promise<void> {
  const { connection, close } = await openMongo({ url, database, log: logLines().log, operationMs: 0 })
  await applySchema(connection, schema).finally(close)
}
