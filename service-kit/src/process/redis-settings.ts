import { setting } from './setting.ts'

/** The settings of a process that uses Redis, to spread into its table; `meaning` says what for. */
export function redisSettings(meaning: string) {
  return {
    redisUrl: setting.redisUrl({
      env: 'GATEHOUSE_REDIS_URL',
      meaning: `${meaning} redis://host:port, redis+sentinel://host:port,host:port/master or redis+cluster://host:port,host:port; rediss… for TLS; user:password@ before the hosts.`,
    }),
    redisPrefix: setting.text({
      env: 'GATEHOUSE_REDIS_PREFIX',
      default: 'gatehouse:',
      meaning: 'What every Redis key begins with.',
    }),
    redisCa: setting.path({
      env: 'GATEHOUSE_REDIS_CA',
      default: null,
      meaning:
        'PEM file with the authority that signs the certificate of a rediss Redis; unset: those of the system.',
    }),
    redisCert: setting.path({
      env: 'GATEHOUSE_REDIS_CERT',
      default: null,
      meaning: 'PEM file with the certificate to show a Redis that asks for one.',
    }),
    redisKey: setting.path({
      env: 'GATEHOUSE_REDIS_KEY',
      default: null,
      meaning: 'PEM file with the private key of that certificate.',
    }),
  }
}
