import { readFileSync } from 'node:fs'
import { SettingsError } from '../process/settings.ts'

/** PEM files for a Redis behind `rediss`: who signs its certificate, and what we show when it asks. */
export type RedisTlsPaths = { redisCa: string | null; redisCert: string | null; redisKey: string | null }

/** Reads the files that are set; without an authority the system's own are trusted. Throws a SettingsError for a file that cannot be read. */
export function readRedisTls({ redisCa, redisCert, redisKey }: RedisTlsPaths) {
  return {
    ...read('ca', 'GATEHOUSE_REDIS_CA', redisCa),
    ...read('cert', 'GATEHOUSE_REDIS_CERT', redisCert),
    ...read('key', 'GATEHOUSE_REDIS_KEY', redisKey),
  }
}

function read<K extends string>(key: K, env: string, path: string | null): { [key in K]?: Buffer } {
  if (path === null) return {}
  try {
    // The one key it has is the one its type names.
    return { [key]: readFileSync(path) } as { [key in K]?: Buffer }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new SettingsError([`${env} names a file that cannot be read (${reason})`])
  }
}
