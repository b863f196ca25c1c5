import {
  commonSettings,
  defineSettings,
  eventSettings,
  geoipSettings,
  limitSettings,
  redisSettings,
  type Settings,
  setting,
} from '@gatehouse/service-kit/process/settings'

const day = 86_400

export const sessionSettings = defineSettings({
  ...commonSettings({ grpc: 50052, ops: 9462 }),
  ...redisSettings('Redis with the sessions:'),
  waitReplicas: setting.integer({
    env: 'GATEHOUSE_REDIS_WAIT_REPLICAS',
    default: 0,
    max: 10,
    meaning:
      'Number of replicas of a Redis master that must confirm a new or revoked session before the response (docs/operations.md).',
  }),
  ...eventSettings(),
  ...limitSettings(),
  ...geoipSettings('sessions have no location from GeoIP.'),
  keys: setting.secret({
    env: 'GATEHOUSE_KEYS',
    meaning:
      'Key ring for the HMAC of handoff codes, and for the encryption of the token of a handoff until it is delivered: JSON {"current", "keys": {id: base64 of 32 bytes}}, or file:/path to it.',
  }),
  idleSeconds: setting.integer({
    env: 'GATEHOUSE_SESSION_IDLE_SECONDS',
    default: 30 * day,
    min: 60,
    meaning: 'A session expires after this time without use.',
  }),
  absoluteSeconds: setting.integer({
    env: 'GATEHOUSE_SESSION_ABSOLUTE_SECONDS',
    default: 180 * day,
    min: 60,
    meaning: 'A session expires this long after sign-in, even if it is used.',
  }),
  sessionCap: setting.integer({
    env: 'GATEHOUSE_SESSION_CAP',
    default: 100,
    min: 1,
    max: 1000,
    meaning:
      'Maximum number of sessions of an account; one that was never used, else the least recently used one, is evicted.',
  }),
})

export type SessionConfig = Settings<typeof sessionSettings>
