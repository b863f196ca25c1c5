import { readSettingFile } from '../process/read-setting-file.ts'

/** PEM files for `rediss` URLs: the CA, and our certificate and key if Redis requires them. */
export type RedisTlsPaths = { redisCa: string | null; redisCert: string | null; redisKey: string | null }

/** Reads the files that are set. Without a CA, those of the system apply. Throws a SettingsError for an unreadable file. */
export function readRedisTls({ redisCa, redisCert, redisKey }: RedisTlsPaths) {
  return {
    ...(redisCa ? { ca: readSettingFile('GATEHOUSE_REDIS_CA', redisCa) } : {}),
    ...(redisCert ? { cert: readSettingFile('GATEHOUSE_REDIS_CERT', redisCert) } : {}),
    ...(redisKey ? { key: readSettingFile('GATEHOUSE_REDIS_KEY', redisKey) } : {}),
  }
}
