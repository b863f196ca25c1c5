import { Redis } from 'ioredis'

/** A domain event, see docs/events.md. */
export type DomainEvent = {
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
  /** Handles an event. Delivery is at least once: ignore an id that was handled before. */
  onEvent: (event: DomainEvent) => Promise<void>
}

type Entries = [stream: string, entries: [id: string, fields: string[] | null][]][]

/**
 * Reads the events of a service until `stop`. Starts with those this replica did not acknowledge before it ended. If
 * `onEvent` throws, `done` rejects with the error, and the event is delivered again after a restart.
 */
export function readEvents({ redisUrl, stream, group, consumer, onEvent }: Options) {
  // A connection of its own: a blocking read delays all other commands of its connection.
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
      await createGroup()
      // First the entries that this consumer did not acknowledge, page by page; then, with `>`, new ones.
      for (let cursor = '0'; ; ) {
        const [entry] = (await read(cursor)) ?? []
        const entries = entry?.[1] ?? []
        for (const [id, fields] of entries) await handle(id, fields)
        if (cursor !== '>') cursor = entries.at(-1)?.[0] ?? '>'
      }
    } catch (error) {
      if (!isStopped) throw error
    }
  }

  async function createGroup(): Promise<void> {
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

  /** A trimmed entry has no fields. */
  async function handle(id: string, fields: string[] | null): Promise<void> {
    const json = fields?.[fields.indexOf('event') + 1]
    if (json !== undefined) await onEvent(JSON.parse(json) as DomainEvent)
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
