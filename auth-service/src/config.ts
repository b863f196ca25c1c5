import { brandSettings } from '@gatehouse/service-kit/process/brand-settings'
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
import { smsSettings } from './sms/sms-settings.ts'
import { operationLimits } from './throttle/operation-limits.ts'

export const authSettings = defineSettings({
  ...commonSettings({ grpc: 50051, ops: 9461 }),
  ...mongoSettings({ meaning: 'MongoDB with the accounts.', database: 'gatehouse_auth' }),
  ...redisSettings('Redis with the throttles of sign-ins and the stream of account events:'),
  ...limitSettings(),
  operationLimits: setting.limits({
    env: 'GATEHOUSE_INNER_LIMITS',
    buckets: operationLimits,
    meaning:
      'Limits behind the routes, for wrong passwords and codes, registrations, changes of the account, mails and SMS, as JSON {bucket: {"limit", "window_seconds"}}; docs/limits.md lists them. Omitted limits keep their default.',
  }),
  ...eventSettings(),
  ...outboxSettings(),
  auditDays: setting.integer({
    env: 'GATEHOUSE_AUDIT_DAYS',
    default: 90,
    min: 1,
    max: 3650,
    meaning:
      'Retention of audit records in days. Events of callers without an account, such as sign-ins with an unknown email, are stored for one day.',
  }),
  keys: setting.secret({
    env: 'GATEHOUSE_KEYS',
    meaning:
      'Key ring that encrypts TOTP secrets, device cookies and queued mails, and authenticates backup codes: JSON {"current", "keys": {id: base64 of 32 bytes}}, or file:/path to it. Keep old keys in it: they decrypt what was encrypted with them, and existing backup codes need them.',
  }),
  sessionsAddress: setting.grpcAddress({
    env: 'GATEHOUSE_SESSIONS_ADDR',
    default: '127.0.0.1:50052',
    meaning: 'Address of session-service.',
  }),
  webhooksAddress: setting.grpcAddress({
    env: 'GATEHOUSE_WEBHOOKS_ADDR',
    default: '127.0.0.1:50053',
    meaning:
      'Address of webhook-service, which serves the guild directory unless GATEHOUSE_GUILDS_ADDR is set.',
  }),
  guildsAddress: setting.grpcAddress({
    env: 'GATEHOUSE_GUILDS_ADDR',
    default: null,
    meaning:
      'Address of another guild directory, where invite codes are redeemed; unset: that of webhook-service.',
  }),
  breachedPasswordsUrl: setting.httpUrl({
    env: 'GATEHOUSE_BREACHED_PASSWORDS_URL',
    default: null,
    meaning:
      'Base URL of a range service of breached passwords, such as https://api.pwnedpasswords.com/range; it receives five hex digits of a SHA-1 of each new password. Unset: no lookup.',
  }),
  smtpUrl: setting.smtpUrl({
    env: 'GATEHOUSE_SMTP_URL',
    default: null,
    meaning:
      'SMTP server for mails: smtp://user:password@host:port, or smtps:// for TLS from the start, or file:/path to a file with the URL. With credentials and smtp://, STARTTLS is required unless the host is loopback. Unset: no mail is queued or sent.',
  }),
  smtpCa: setting.path({
    env: 'GATEHOUSE_SMTP_CA',
    default: null,
    meaning:
      'PEM file with the authority that signs the certificate of the SMTP server; unset: the authorities of the system.',
  }),
  smtpTimeoutMs: setting.integer({
    env: 'GATEHOUSE_SMTP_TIMEOUT_MS',
    default: 30_000,
    min: 100,
    max: 600_000,
    meaning:
      'Maximum wait for the SMTP server in milliseconds: to connect, to greet, and for each reply. An attempt takes at most four times as long.',
  }),
  mailFrom: setting.mailbox({
    env: 'GATEHOUSE_MAIL_FROM',
    default: null,
    meaning:
      'Sender of mails, such as Gatehouse <no-reply@gatehouse.example>; must be set if GATEHOUSE_SMTP_URL is.',
  }),
  ipAuthorization: setting.oneOf({
    env: 'GATEHOUSE_IP_AUTHORIZATION',
    values: ['always', 'unknown_device', 'off', '1', 'true', '0', 'false'],
    default: 'always',
    meaning:
      'Which sign-ins with a password wait until the owner opens the link of a mail: from an address that the account has not signed in from within 90 days (always, 1, true), of these the ones without the cookie of a device that signed in within 30 days (unknown_device), or none (off, 0, false). Without GATEHOUSE_SMTP_URL no sign-in waits.',
  }),
  publicUrl: setting.httpUrl({
    env: 'GATEHOUSE_PUBLIC_URL',
    default: 'http://localhost:8080',
    meaning:
      'Public base URL of the API. Links in mails lead to its account pages unless GATEHOUSE_APP_URL is set.',
  }),
  appUrl: setting.httpUrl({
    env: 'GATEHOUSE_APP_URL',
    default: null,
    meaning:
      'Base URL of the web app, for links in mails: it needs pages /verify, /reset, /revert and /authorize-ip that post the token of the fragment to POST /auth/verify, POST /auth/reset, POST /auth/email-revert and POST /auth/authorize-ip. Unset: the account pages of the gateway, GATEHOUSE_PUBLIC_URL with /account.',
  }),
  ssoAllowedHosts: setting.list({
    env: 'GATEHOUSE_SSO_ALLOWED_HOSTS',
    default: [],
    meaning:
      'Hosts of identity providers for single sign-on that may have a private address or plain http, such as keycloak.internal, separated by commas, without ports.',
  }),
  webauthnRpId: setting.text({
    env: 'GATEHOUSE_WEBAUTHN_RP_ID',
    default: null,
    meaning:
      'Relying party id of passkeys: the domain that the origins of GATEHOUSE_WEBAUTHN_ORIGINS are part of, or that lists them at /.well-known/webauthn. A change makes all passkeys useless. Unset: the host of GATEHOUSE_PUBLIC_URL.',
  }),
  webauthnOrigins: setting.originList({
    env: 'GATEHOUSE_WEBAUTHN_ORIGINS',
    default: [],
    meaning:
      'Origins of the web apps that use passkeys, such as https://app.example.com, separated by commas. Unset: the origin of GATEHOUSE_PUBLIC_URL.',
  }),
  webauthnLocalhost: setting.boolean({
    env: 'GATEHOUSE_CORS_LOCALHOST',
    default: false,
    rejectedInProduction: true,
    meaning:
      '1 lets web pages of localhost, on any port, use passkeys too, as the gateway lets them call the API.',
  }),
  ...smsSettings(),
  ...brandSettings(),
  ...geoipSettings(
    'the strictest age applies to every registration, and events have no location but one that the client sent, and mails have none.',
  ),
  emailDnsCheck: setting.boolean({
    env: 'GATEHOUSE_EMAIL_DNS_CHECK',
    default: null,
    meaning:
      'Whether an email is rejected if DNS says that its domain accepts no mail; unset: only with NODE_ENV=production.',
  }),
  dnsServers: setting.addressList({
    env: 'GATEHOUSE_DNS_SERVERS',
    default: null,
    meaning: 'DNS servers for that check, by IP address; unset: those of the system.',
  }),
  hashingThreads: setting.integer({
    env: 'GATEHOUSE_HASHING_SLOTS',
    default: null,
    min: 1,
    max: 256,
    meaning:
      'Hashing threads; unset: one per core, or fewer if their hashes do not fit into half the memory of the container. A number that does not fit is rejected at start.',
  }),
  hashingQueueMs: setting.integer({
    env: 'GATEHOUSE_HASHING_QUEUE_MS',
    default: 1500,
    min: 100,
    meaning:
      'Maximum work in the hashing queue and maximum wait of a job, in milliseconds; above it a sign-in gets 503. Keep it below two seconds: with the other waits of a sign-in, it must fit into the 5 s that the gateway waits.',
  }),
  argon2MemoryKib: setting.integer({
    env: 'GATEHOUSE_ARGON2_MEMORY_KIB',
    default: 19_456,
    min: 7168,
    max: 1_048_576,
    meaning:
      'Memory of one argon2id hash, in KiB. Hashes with other parameters are replaced at the next sign-in.',
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
