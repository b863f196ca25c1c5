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

/** Every setting of session-service, with its meaning. */
export const sessionSettings = defineSettings({
  ...commonSettings({ grpc: 50052, ops: 9462 }),
  ...redisSettings('The Redis that keeps the sessions:'),
  waitReplicas: setting.integer({
    env: 'GATEHOUSE_REDIS_WAIT_REPLICAS',
    default: 0,
    max: 10,
    meaning:
      'How many replicas of a Redis master must have a new or ended session before it is answered (docs/operations.md).',
  }),
  ...eventSettings(),
  ...limitSettings(),
  ...geoipSettings('no place is told from an address.'),
  keys: setting.secret({
    env: 'GATEHOUSE_KEYS',
    meaning:
      'Key ring under which handoff codes are stored, and which seals the token of a handoff until its receiver fetches it: JSON {"current", "keys": {id: base64 of 32 bytes}}, or file:/path to it.',
  }),
  idleSeconds: setting.integer({
    env: 'GATEHOUSE_SESSION_IDLE_SECONDS',
    default: 30 * day,
    min: 60,
    meaning: 'A session ends when it was not used for this long.',
  }),
  absoluteSeconds: setting.integer({
    env: 'GATEHOUSE_SESSION_ABSOLUTE_SECONDS',
    default: 180 * day,
    min: 60,
    meaning: 'A session ends this long after sign-in, however much it is used.',
  }),
  sessionCap: setting.integer({
    env: 'GATEHOUSE_SESSION_CAP',
    default: 100,
    min: 1,
    max: 1000,
    meaning: 'How many live sessions an account has; the least recently used goes.',
  }),
})

export type SessionConfig = Settings<typeof sessionSettings>
