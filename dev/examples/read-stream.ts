import { Redis } from 'ioredis'

/** The fields of a stream entry: docs/events.md, docs/messages.md. */
export type StreamEntry = Readonly<Record<string, string>>

type Options = {
  redisUrl: string
  /** `gatehouse:messages`, `gatehouse:events:auth`, `gatehouse:events:sessions` or `gatehouse:events:webhooks`. */
  stream: string
  /** Your service; each entry goes to one of its replicas. */
  group: string
  /** This replica, by a name it has again after a restart. */
  consumer: string
  /** Handles an entry. Delivery is at least once: ignore an `id` that was handled before. */
  onEntry: (entry: StreamEntry) => Promise<void>
}

type Entries = [stream: string, entries: [id: string, fields: string[] | null][]][]

/**
 * Reads a stream until `stop`. Starts with the entries that this replica did not acknowledge before it ended. If
 * `onEntry` throws, `done` rejects with the error, and the entry is delivered again after a restart.
 */
export function readStream({ redisUrl, stream, group, consumer, onEntry }: Options) {
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
    if (fields) await onEntry(entryOf(fields))
    await redis.xack(stream, group, id)
  }
}

function entryOf(fields: string[]): StreamEntry {
  const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? '']] : []))
  return Object.fromEntries(pairs)
}

// node --conditions=gatehouse-source dev/examples/read-stream.ts [stream]
if (import.meta.main) {
  const reading = readStream({
    redisUrl: process.env.GATEHOUSE_REDIS_URL ?? 'redis://127.0.0.1:6390',
    stream: process.argv[2] ?? 'gatehouse:messages',
    group: 'example',
    consumer: 'one',
    onEntry: async ({ type, message, event }) => console.info(type, message ?? event),
  })
  process.once('SIGINT', () => void reading.stop())
  await reading.done
}
