import { expect } from 'chai'
import { type TempStore, tempStore } from '../../../testing/temp-store.ts'
import { openTestMongo } from '../../../testing/test-mongo.ts'
import type { Mongo } from '../mongo.ts'
import { applySchema, type Schema, schemaCheck } from './schema.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  )

describe('the schema version of a database', () => {
  let store: TempStore
  let mongo: Mongo
  let applied: number[] = []
  const schema = (version: number, oldestCode = version - 1): Schema => ({
    owner: 'mill',
    version,
    oldestCode,
    async apply() {
      applied.push(version)
    },
  })
  const apply = (...args: Parameters<typeof schema>) => applySchema(mongo.connection, schema(...args))
  const isUsableBy = (version: number) => schemaCheck(mongo.connection, { owner: 'mill', version })()

  beforeEach(async () => {
    store = tempStore()
    mongo = await openTestMongo(store)
    applied = []
  })
  afterEach(async () => {
    await mongo.close()
    await store.drop()
  })

  it('is unusable before the first migration and for newer code', async () => {
    expect(await isUsableBy(1)).to.equal(false)
    await apply(1)
    expect(await isUsableBy(1)).to.equal(true)
    expect(await isUsableBy(2)).to.equal(false)
  })

  it('is usable by the code of the previous version, until a contraction removes what that code needs', async () => {
    await apply(1)
    await apply(2)
    expect(await isUsableBy(1)).to.equal(true)
    await apply(3, 2)
    expect(await isUsableBy(1)).to.equal(false)
    expect(await isUsableBy(2)).to.equal(true)
  })

  it('is migrated from every earlier version, also over a contraction', async () => {
    await apply(1)
    await apply(3, 2)
    expect(applied).to.deep.equal([1, 3])
    expect([await isUsableBy(3), await isUsableBy(1)]).to.deep.equal([true, false])
  })

  it('changes nothing when older code migrates after a rollback, and rejects code that is too old', async () => {
    await apply(3, 2)
    await apply(2)
    expect(applied).to.deep.equal([3])
    expect(await isUsableBy(3)).to.equal(true)
    const error = await failure(apply(1))
    expect(error).to.equal('The data of mill has schema version 3, which code before version 2 cannot use.')
  })

  it('is checked again until it is usable, and then no longer read', async () => {
    const check = schemaCheck(mongo.connection, { owner: 'mill', version: 1 })
    expect(await check()).to.equal(false)
    await apply(1)
    expect(await check()).to.equal(true)
    await mongo.close()
    expect(await check()).to.equal(true)
  })
})
