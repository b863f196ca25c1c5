import type { MailDocument } from '@gatehouse/auth-service/mails/mail-document'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import type { SMTPServerOptions } from 'smtp-server'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'
import { type ReceivedMail, smtpReceiver } from './smtp-receiver.ts'

const mailSettings = {
  GATEHOUSE_MAIL_FROM: 'Gatehouse <no-reply@gatehouse.test>',
  GATEHOUSE_OUTBOX_POLL_MS: '50',
}

/**
 * An auth-service with an SMTP server, and a new account for each test. Its verification mail is removed
 * unless the test is about it.
 */
export function useMails(
  env: NodeJS.ProcessEnv = {},
  {
    keepsVerification = false,
    credentials = '',
    server,
  }: { keepsVerification?: boolean; credentials?: string; server?: SMTPServerOptions } = {},
) {
  const own = {
    stack: undefined as unknown as AuthHarness,
    smtp: undefined as unknown as Awaited<ReturnType<typeof smtpReceiver>>,
    number: 0,
    id: '',
    email: '',
    username: '',
  }
  before(async () => {
    own.smtp = await smtpReceiver(server)
    const url = own.smtp.url.replace('//', `//${credentials}`)
    own.stack = await openAuthHarness({ ...mailSettings, GATEHOUSE_SMTP_URL: url, ...env })
  })
  after(async () => {
    await own.stack.close()
    await own.smtp.close()
  })
  beforeEach(async () => {
    own.number += 1
    own.email = `Mail-${own.number}@gatehouse.test`
    own.username = `Mail_${own.number}`
    own.id = await own.stack.register({ email: own.email, password, username: own.username })
    if (keepsVerification) return
    await storedAs({ kind: 'verification', state: 'sent' })
    await own.stack.mails.deleteMany({ accountId: own.id })
    own.smtp.mails.length = 0
  })
  afterEach(() => {
    Object.assign(own.smtp.behaviour, { recipientReplies: [], contentReplies: [], isSilent: null })
  })

  const storedAs = (expected: Partial<MailDocument>): Promise<MailDocument> =>
    until(async () => {
      const betweenAttempts = { owner: { $exists: false } }
      const mail = await own.stack.mails.findOne({ accountId: own.id, ...betweenAttempts, ...expected })
      if (!mail) throw new Error(JSON.stringify(await own.stack.mails.find({ accountId: own.id }).toArray()))
      return mail
    })
  const received = () => own.smtp.mails.filter(({ recipients }) => recipients.includes(own.email))
  return {
    own,
    received,
    proved: () => ({ actor: actor(own.id, own.stack.clock.now()), client }),
    /** The mails of the account, once there are that many. */
    arrived: (count = 1): Promise<ReceivedMail[]> =>
      until(async () => {
        const mails = received()
        if (mails.length < count) throw new Error(`${mails.length} of ${count} mails arrived`)
        return mails
      }),
    stored: () => own.stack.mails.find({ accountId: own.id }).sort({ _id: 1 }).toArray(),
    /** A mail of the account, once it is as described. */
    storedAs,
  }
}
