import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { type SmsCarrierDouble, smsCarrierDouble } from '@gatehouse/service-kit/testing/sms-carrier'
import { Redis } from 'ioredis'
import { authenticatorApp } from '../authenticator-app.ts'
import { type DevStack, openDevStack } from '../dev-stack.ts'
import { useReceivedMails } from '../received-mails.ts'
import { snapshotKeys } from './snapshot.ts'

export type World = {
  stack: DevStack
  app: ReturnType<typeof authenticatorApp>
  mails: ReturnType<typeof useReceivedMails>
  sms(): SmsCarrierDouble
  /** Runs a command and returns its JSON. */
  admin(...args: string[]): Promise<unknown>
  /** Moves the clock by a minute and runs what is due in auth-service. */
  sweep(): Promise<void>
  /** Runs a command of Redis on a key without its prefix. */
  onKey<T>(key: string, use: (redis: Redis, key: string) => Promise<T>): Promise<T>
}

type Options = { network?: Parameters<typeof openDevStack>[0]; sweep?: World['sweep'] }

/** The same world when a snapshot is written and when it is read. To be called in a `describe`. */
export function openWorld({ network = {}, sweep = noSweep }: Options = {}): World {
  const settings: Record<string, string> = {}
  let carrier: SmsCarrierDouble
  const mails = useReceivedMails({
    GATEHOUSE_KEYS: snapshotKeys(),
    GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1',
    GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost',
    GATEHOUSE_TEST_CLOCK: '1',
  })
  before(async () => {
    carrier = await smsCarrierDouble()
    Object.assign(settings, mails.settings, carrier.messages)
  })
  after(() => carrier?.close())
  const stack = openDevStack(
    Object.assign(network, {
      settings,
      // Fifty times the usual limits, but wrong passwords soon delay the next attempt.
      settingsOf: (identity: string): Record<string, string> =>
        identity === 'auth-service'
          ? {
              GATEHOUSE_LIMITS_SCALE: '50',
              GATEHOUSE_LIMITS: JSON.stringify({ 'auth:password': { limit: 1, window_seconds: 900 } }),
            }
          : {},
    }),
  )
  return {
    stack,
    app: authenticatorApp(stack),
    mails,
    sms: () => carrier,
    async admin(...args) {
      const { env } = stack.network()
      const { code, out, err } = await adminOutput([...args, '--json'], { env, stdin: process.stdin })
      if (code !== 0) throw new Error(err)
      return JSON.parse(out.trim().split('\n').at(-1) ?? '')
    },
    sweep,
    async onKey(key, use) {
      const { redisUrl, redisPrefix } = stack.network().stores.accounts
      const redis = new Redis(redisUrl)
      return use(redis, `${redisPrefix}${key}`).finally(() => redis.disconnect())
    },
  }
}

async function noSweep(): Promise<never> {
  throw new Error('Nothing is swept while a snapshot is written.')
}
