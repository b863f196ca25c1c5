import { Redis } from 'ioredis'

/** What a service tells, as docs/events.md has it. */
export type ToldEvent = {
  id: string
  at: string
  type: string
  outcome: 'ok' | 'failed'
  account_id?: string
  session_id_hash?: string
  address?: string
  request_id: string
  client_info?: { browser?: string; os?: string; platform?: string; location?: Record<string, string> }
  detail: Record<string, string>
}

type Options = {
  redisUrl: string
  /** `gatehouse:events:auth`, `gatehouse:events:sessions` or `gatehouse:events:webhooks`. */
  stream: string
  /** Your service; each event goes to one of its replicas. */
  group: string
  /** This replica, by a name it has again after a restart. */
  consumer: string
  /** Sees to an event. It may come again: an id seen before is to be left alone. */
  onEvent: (event: ToldEvent) => Promise<void>
}

type Entries = [stream: string, entries: [id: string, fields: string[] | null][]][]

/**
 * Reads the events of a service until it is stopped; starts with those this replica was given and did not acknowledge before it
 * ended. What throws in `onEvent` ends it with that error, and is given again after a restart.
 */
export function readEvents({ redisUrl, stream, group, consumer, onEvent }: Options) {
  // A connection of its own, since a blocking read holds up whatever else goes over it.
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
  let isStopped = false
  const done = run()

  return {
    done,
    async stop(): Promise<void> {
      isStopped = true
      redis.disconnect()
      await done
    },
  }

  async function run(): Promise<void> {
    try {
      await makeGroup()
      // Our own unfinished ones first, page by page; then, with `>`, what nobody was given yet.
      for (let cursor = '0'; ; ) {
        const [entry] = (await read(cursor)) ?? []
        const entries = entry?.[1] ?? []
        for (const [id, fields] of entries) await seeTo(id, fields)
        if (cursor !== '>') cursor = entries.at(-1)?.[0] ?? '>'
      }
    } catch (error) {
      if (!isStopped) throw error
    }
  }

  async function makeGroup(): Promise<void> {
    try {
      await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM')
    } catch (error) {
      if (!String(error).includes('BUSYGROUP')) throw error
    }
  }

  function read(cursor: string): Promise<Entries | null> {
    const to = ['GROUP', group, consumer, 'COUNT', 100, 'BLOCK', 5000, 'STREAMS', stream, cursor] as const
    return redis.xreadgroup(...to) as Promise<Entries | null>
  }

  /** Of an entry that was trimmed away while it waited nothing is left to see to. */
  async function seeTo(id: string, fields: string[] | null): Promise<void> {
    const json = fields?.[fields.indexOf('event') + 1]
    if (json !== undefined) await onEvent(JSON.parse(json) as ToldEvent)
    await redis.xack(stream, group, id)
  }
}

// node --conditions=gatehouse-source dev/examples/read-events.ts [stream]
if (import.meta.main) {
  const reading = readEvents({
    redisUrl: process.env.GATEHOUSE_REDIS_URL ?? 'redis://127.0.0.1:6390',
    stream: process.argv[2] ?? 'gatehouse:events:auth',
    group: 'example',
    consumer: 'one',
    onEvent: async ({ at, type, outcome, account_id = '-', address = '-' }) =>
      console.info(at, type, outcome, account_id, address),
  })
  process.once('SIGINT', () => void reading.stop())
  await reading.done
}
