import { createLogger } from '../src/process/log.ts'
import { type OpenedRedis, openRedis } from '../src/storage/redis.ts'
import { testDeadlineMs } from './test-client.ts'

/** A test's own connection: as a service has it, but patient, since a busy machine can delay a command. */
export function openTestRedis(url: string): Promise<OpenedRedis> {
  return openRedis({ url, log: createLogger({ name: 'test', level: 'silent' }), commandMs: testDeadlineMs })
}
