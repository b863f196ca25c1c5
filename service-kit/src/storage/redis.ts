import { Redis } from 'ioredis'
import type { Logger } from '../process/log.ts'

export type RedisStore = {
  client: Redis
  /** Whether commands can be sent now. */
  isReady(): boolean
  close(): void
}

const slowestReconnectMs = 500

/**
 * Opens Redis. One that is away is no error: commands then fail at once, or within two seconds when it does not answer, and
 * connecting goes on. Commands of one event-loop turn travel together.
 */
export function openRedis({ url, log }: { url: string; log: Logger }): RedisStore {
  const client = new Redis(url, {
    enableAutoPipelining: true,
    // Nothing waits for a Redis that is away, and nothing is sent twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 2000,
    connectTimeout: 2000,
    retryStrategy: (tries) => Math.min(tries * 50, slowestReconnectMs),
    // A replica that was primary until a failover: reconnect, to find the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  logConnection(client, log)
  return { client, isReady: () => client.status === 'ready', close: () => client.disconnect() }
}

/** One line when it goes and one when it comes, not one for each try. */
function logConnection(client: Redis, log: Logger): void {
  let isAway = false
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'redis is away')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('redis is back')
    isAway = false
  })
}
