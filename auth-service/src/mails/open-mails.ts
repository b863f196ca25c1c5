import { randomBytes } from 'node:crypto'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { Connection } from 'mongoose'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AuthConfig } from '../config.ts'
import type { MailDocument } from './mail-document.ts'
import { type MailContent, type MailKind, mailKinds } from './mail-kinds.ts'
import { mailMetrics } from './mail-metrics.ts'
import { contentContext, mailRelay } from './mail-relay.ts'
import { mailStore } from './mail-store.ts'
import { maxAttemptMs, smtpTransport } from './mail-transport.ts'
import type { Brand } from './render-mail.ts'
import { resolveRecipient } from './resolve-recipient.ts'

type Options = {
  connection: Connection
  accounts: AccountStore
  config: Brand &
    Pick<
      AuthConfig,
      'smtpUrl' | 'smtpCa' | 'smtpTimeoutMs' | 'mailFrom' | 'appUrl' | 'publicUrl' | 'outboxPollMilliseconds'
    >
  keyRing: KeyRing
  newId: () => string
  clock: Clock
  log: Logger
}

const concurrency = 5
/** For storing the outcome of an attempt. */
const leaseReserveMs = 30_000

export function openMails({ connection, accounts, config, keyRing, newId, clock, log }: Options) {
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

    /** Ready to be stored in the transaction of its cause. */
    compose<K extends MailKind>(kind: K, accountId: string, content: MailContent<K>): MailDocument {
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

  function startRelay(url: string) {
    if (from === null) throw new SettingsError(['GATEHOUSE_MAIL_FROM must be set if GATEHOUSE_SMTP_URL is'])
    log.info('mail is on')
    return mailRelay({
      appUrl: config.appUrl ?? `${config.publicUrl.replace(/\/+$/, '')}/account`,
      brand: config,
      resolve: (mail, content) => resolveRecipient(accounts, mail, content),
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

function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
