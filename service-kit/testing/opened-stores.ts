import { openMongo } from '../src/storage/mongo.ts'
import { openRedis } from '../src/storage/redis.ts'
import { logLines } from './log-lines.ts'
import { type TempStore, tempStore } from './temp-store.ts'

/** A store for the tests of one `describe`, and `open`, whose connections are closed after each test. */
export function useMongo() {
  const { log } = logLines()
  return useStore((url, store) => openMongo({ url, database: store.database, log }))
}

/** The same for Redis. */
export function useRedis() {
  const { log } = logLines()
  return useStore((url) => openRedis({ url, log }))
}

function useStore<Opened extends { close(): unknown }>(
  openStore: (url: string, store: TempStore) => Promise<Opened>,
) {
  let current: TempStore | undefined
  const opened: Opened[] = []
  const store = () => {
    if (!current) throw new Error('The store exists only during tests.')
    return current
  }
  before(() => {
    current = tempStore()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()))
  })
  after(() => current?.drop())
  return {
    store,
    async open(url: string): Promise<Opened> {
      const each = await openStore(url, store())
      opened.push(each)
      return each
    },
  }
}

/** The error with which a promise rejects, or null. */
export function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => null,
    (error: unknown) => error,
  )
}
