import { readFileSync } from 'node:fs'
import { SettingsError } from '../process/settings.ts'

/** PEM files for `rediss` URLs: the CA, and our certificate and key if Redis requires them. */
export type RedisTlsPaths = { redisCa: string | null; redisCert: string | null; redisKey: string | null }

/** Reads the files that are set. Without a CA, those of the system apply. Throws a SettingsError for an unreadable file. */
export function readRedisTls({ redisCa, redisCert, redisKey }: RedisTlsPaths) {
  return {
    ...(redisCa ? { ca: readPem('GATEHOUSE_REDIS_CA', redisCa) } : {}),
    ...(redisCert ? { cert: readPem('GATEHOUSE_REDIS_CERT', redisCert) } : {}),
    ...(redisKey ? { key: readPem('GATEHOUSE_REDIS_KEY', redisKey) } : {}),
  }
}

function readPem(env: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new SettingsError([`${env} names a file that cannot be read (${reason})`])
  }
}
