import { randomBytes } from 'node:crypto'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { LocationOf } from '@gatehouse/service-kit/geoip/geoip'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { Connection } from 'mongoose'
import type { Account } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AuthConfig } from '../config.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { causeOfEvent, mailCause } from './mail-cause.ts'
import type { MailDocument } from './mail-document.ts'
import { type MailContent, type MailKind, type MailVariables, mailKinds } from './mail-kinds.ts'
import { mailLanguage } from './mail-language.ts'
import { giveBackMailOfRecipient, takeMailOfRecipient, takeRequestedMail } from './mail-limits.ts'
import { mailMetrics } from './mail-metrics.ts'
import { contentContext, mailRelay } from './mail-relay.ts'
import { mailStore } from './mail-store.ts'
import { maxAttemptMs, smtpTransport } from './mail-transport.ts'
import type { Brand } from './render-mail.ts'
import { type ManagingProvider, resolveRecipient } from './resolve-recipient.ts'

type Options = {
  connection: Connection
  accounts: AccountStore
  managingProvider: ManagingProvider
  config: Brand &
    Pick<
      AuthConfig,
      'smtpUrl' | 'smtpCa' | 'smtpTimeoutMs' | 'mailFrom' | 'appUrl' | 'publicUrl' | 'outboxPollMilliseconds'
    >
  throttle: Pick<Throttle, 'limits' | 'windowLimiter'>
  locationOf: LocationOf
  keyRing: KeyRing
  newId: () => string
  clock: Clock
  log: Logger
}

export type Recipient = Pick<Account, 'id' | 'email' | 'username' | 'locale'>

type Request<K extends MailKind> = {
  kind: K
  account: Recipient | null
  /** Whose request is the cause; undefined for an operator. */
  client?: Client | undefined
  variables: MailVariables[K]
  /** Of the recipient: counts apart from the other mails of the kind. */
  budget?: string | undefined
}

type GivenBack = { kind: MailKind; account: Recipient; budget: string | undefined; count: number }

const concurrency = 5
/** For storing the outcome of an attempt. */
const leaseReserveMs = 30_000

export function openMails(options: Options) {
  const { connection, config, throttle, keyRing, newId, clock, log } = options
  const { smtpUrl, mailFrom: from, smtpTimeoutMs: timeoutMs } = config
  const store = mailStore(connection)
  const metrics = mailMetrics()
  const relay = smtpUrl === null ? null : startRelay(smtpUrl)
  if (relay === null) log.info('mail is off: GATEHOUSE_SMTP_URL is not set')

  return {
    isEnabled: relay !== null,
    metrics,
    list: store.list,
    find: store.find,
    countSince: store.countSince,
    retry: store.retry,
    removeOf: store.removeOf,

    /** What a mail says of its cause: now, with the device and place of the client. */
    causeOf: (client: Client | undefined) => mailCause(options, client),
    causeOfEvent: (event: Event) => causeOfEvent(options, event),

    /**
     * Must be called before the transaction that stores the mail: a transaction can be repeated, and each run would count
     * against the limits. Returns null if mail is off, the account has no email address, or the limit of the recipient is reached,
     * which must not tell who has an account. Fails with RATE_LIMITED if that of the client address is reached, and an awaited mail
     * at both.
     */
    async prepare<K extends MailKind>({
      kind,
      account,
      client,
      variables,
      budget,
    }: Request<K>): Promise<MailDocument | null> {
      if (relay === null || account === null || account.email === null) return null
      const { id, email: to, username, locale } = account
      const requestedWaitMs = await takeRequestedMail(throttle, kind, client)
      const waitMs = requestedWaitMs || (await takeMailOfRecipient(throttle, { kind, to, budget }))
      if (waitMs > 0) {
        metrics.capped.inc({ kind })
        if (requestedWaitMs > 0 || 'awaited' in mailKinds[kind]) throw mailLimited(waitMs)
        return null
      }
      const acceptLanguage = 'byAnybody' in mailKinds[kind] ? undefined : client?.acceptLanguage
      const language = mailLanguage(locale, acceptLanguage)
      return compose(kind, id, { to, language, username, variables })
    },

    /** The newest mails do not count for the recipient any more. */
    async giveBack({ kind, account: { email: to }, budget, count }: GivenBack): Promise<void> {
      if (relay !== null && to !== null) await giveBackMailOfRecipient(throttle, { kind, to, budget }, count)
    },

    async add(mail: MailDocument | null, transaction?: StoreSession): Promise<void> {
      if (mail === null) return
      await store.add(mail, transaction)
      metrics.queued.inc({ kind: mail.kind })
    },

    /** Measures the oldest waiting mail and removes the content of expired mails, as the relay does every ten seconds. */
    async maintain(): Promise<void> {
      await relay?.maintain()
    },

    async close(): Promise<void> {
      await relay?.close()
    },
  }

  function compose<K extends MailKind>(kind: K, accountId: string, content: MailContent<K>): MailDocument {
    const id = newId()
    const _id = toSortable(id)
    const now = clock.now()
    return {
      _id,
      kind,
      accountId,
      state: 'pending',
      attempts: 0,
      sealed: keyRing.seal(JSON.stringify(content), contentContext(_id)),
      messageId: `<${id}.${randomBytes(8).toString('hex')}@${domainOf(from ?? '')}>`,
      createdAt: new Date(now),
      expiresAt: new Date(now + mailKinds[kind].lifetimeMs),
      dueAt: new Date(now),
    }
  }

  function startRelay(url: string) {
    if (from === null) throw new SettingsError(['GATEHOUSE_MAIL_FROM must be set if GATEHOUSE_SMTP_URL is'])
    log.info('mail is on')
    return mailRelay({
      appUrl: config.appUrl ?? `${config.publicUrl.replace(/\/+$/, '')}/account`,
      brand: config,
      resolve: (mail, content) => resolveRecipient(options, mail, content),
      store,
      keyRing,
      from,
      metrics,
      clock,
      log,
      concurrency,
      transport: smtpTransport({ url, caPath: config.smtpCa, timeoutMs, connections: concurrency }),
      leaseMs: maxAttemptMs(timeoutMs) + leaseReserveMs,
      pollMs: config.outboxPollMilliseconds,
    })
  }
}

export type Mails = ReturnType<typeof openMails>

function mailLimited(waitMs: number): ServiceError {
  return new ServiceError('RATE_LIMITED', { data: { retry_after: waitMs / 1000, global: false } })
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
