import {
  commonSettings,
  defineSettings,
  eventSettings,
  geoipSettings,
  limitSettings,
  mongoSettings,
  outboxSettings,
  redisSettings,
  type Settings,
  setting,
} from '@gatehouse/service-kit/process/settings'
import { innerLimits } from './throttle/inner-limits.ts'

/** Every setting of auth-service, with its meaning. */
export const authSettings = defineSettings({
  ...commonSettings({ grpc: 50051, ops: 9461 }),
  ...mongoSettings({ meaning: 'The MongoDB that keeps the accounts.', database: 'gatehouse_auth' }),
  ...redisSettings('Redis with the throttles of sign-ins and the stream of account events:'),
  ...limitSettings(),
  innerLimits: setting.limits({
    env: 'GATEHOUSE_INNER_LIMITS',
    buckets: innerLimits,
    meaning:
      'Limits behind the routes, as JSON {bucket: {"limit", "window_seconds"}}: of wrong passwords and of registrations; docs/limits.md lists them. Those left out stay as they are.',
  }),
  ...eventSettings(),
  ...outboxSettings(),
  auditDays: setting.integer({
    env: 'GATEHOUSE_AUDIT_DAYS',
    default: 90,
    min: 1,
    max: 3650,
    meaning:
      'How many days the audit log keeps a record. Refusals that belong to no account, such as sign-ins with an unknown email, are kept for one day.',
  }),
  keys: setting.secret({
    env: 'GATEHOUSE_KEYS',
    meaning:
      'Key ring that seals device cookies: JSON {"current", "keys": {id: base64 of 32 bytes}}, or file:/path to it. Keep old keys in it.',
  }),
  sessionsAddress: setting.addressList({
    env: 'GATEHOUSE_SESSIONS_ADDR',
    default: '127.0.0.1:50052',
    meaning: 'Where session-service answers gRPC.',
  }),
  webhooksAddress: setting.addressList({
    env: 'GATEHOUSE_WEBHOOKS_ADDR',
    default: '127.0.0.1:50053',
    meaning: 'Where webhook-service answers gRPC; it serves the guild directory unless that is elsewhere.',
  }),
  guildsAddress: setting.addressList({
    env: 'GATEHOUSE_GUILDS_ADDR',
    default: null,
    meaning:
      'A guild directory elsewhere, where invite codes are redeemed; unset: the webhook service has it.',
  }),
  breachedPasswordsUrl: setting.httpUrl({
    env: 'GATEHOUSE_BREACHED_PASSWORDS_URL',
    default: null,
    meaning:
      'Base URL of a range service of breached passwords, such as https://api.pwnedpasswords.com/range; it learns five hex digits of a SHA-1 of each new password. Unset: none is asked.',
  }),
  ...geoipSettings('the strictest age applies to every registration.'),
  emailDnsCheck: setting.boolean({
    env: 'GATEHOUSE_EMAIL_DNS_CHECK',
    default: null,
    meaning:
      'Whether an email is refused when DNS says that its domain takes no mail; unset: with NODE_ENV=production only.',
  }),
  dnsServers: setting.addressList({
    env: 'GATEHOUSE_DNS_SERVERS',
    default: null,
    meaning: 'DNS servers that are asked for it, by IP address; unset: those of the system.',
  }),
  hashingSlots: setting.integer({
    env: 'GATEHOUSE_HASHING_SLOTS',
    default: null,
    min: 1,
    max: 256,
    meaning:
      'Threads that hash passwords; unset: one a core, or as many as half the memory of the container holds hashes for. More than that is refused at start.',
  }),
  hashingQueueMs: setting.integer({
    env: 'GATEHOUSE_HASHING_QUEUE_MS',
    default: 1500,
    min: 100,
    meaning:
      'How much hashing may wait, in milliseconds of work, and how long any of it; beyond it a sign-in is answered 503. Well below two seconds, so that whoever is turned away knows within them.',
  }),
  argon2MemoryKib: setting.integer({
    env: 'GATEHOUSE_ARGON2_MEMORY_KIB',
    default: 19_456,
    min: 7168,
    max: 1_048_576,
    meaning:
      'Memory of one argon2id hash, in KiB. Hashes of other parameters are made anew at the next sign-in.',
  }),
  argon2Passes: setting.integer({
    env: 'GATEHOUSE_ARGON2_PASSES',
    default: 2,
    min: 1,
    max: 16,
    meaning: 'Passes of argon2id over that memory.',
  }),
  argon2Lanes: setting.integer({
    env: 'GATEHOUSE_ARGON2_LANES',
    default: 1,
    min: 1,
    max: 16,
    meaning: 'Lanes of argon2id (its parallelism).',
  }),
})

export type AuthConfig = Settings<typeof authSettings>
