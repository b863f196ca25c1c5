import { accountStore } from '@gatehouse/auth-service/accounts/account-store'
import { authSettings } from '@gatehouse/auth-service/config'
import { openMails } from '@gatehouse/auth-service/mails/open-mails'
import { operationLimits } from '@gatehouse/auth-service/throttle/operation-limits'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { expect } from 'chai'
import { createConnection } from 'mongoose'
import { openAuthHarness } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { minute } from './own-account.ts'

const hour = 60 * minute

describe('the outbox of mails', () => {
  const { own, received, arrived, stored, storedAs, proved } = useMails()
  const cause = () => own.stack.admin.disableAccount({ id: own.id })
  const metric = async (name: string) => {
    const text = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
    return text.split('\n').filter((line) => line.startsWith(name))
  }

  it('sends a mail once and removes its content, but not its record', async () => {
    await cause()
    const [mail] = await arrived()
    expect(mail?.from?.value).to.deep.equal([{ name: 'Gatehouse', address: 'no-reply@gatehouse.test' }])
    expect(mail?.headers.get('auto-submitted')).to.equal('auto-generated')
    const record = await storedAs({ state: 'sent' })
    expect(record).to.not.have.any.keys('sealed', 'owner')
    expect(record).to.deep.include({ kind: 'account_suspension', attempts: 1, messageId: mail?.messageId })
    expect(record.removeAt?.getTime()).to.equal(own.stack.clock.now() + 7 * 24 * hour)
    expect(received()).to.have.length(1)
  })

  it('stores recipient and variables encrypted', async () => {
    await own.smtp.close()
    await cause()
    const mail = await storedAs({ attempts: 1, failure: 'CONN ECONNREFUSED' })
    expect(mail.sealed).to.match(/^v1\.test\./)
    expect(JSON.stringify(mail)).to.not.match(/gatehouse\.test"|Mail_/)
    await own.smtp.reopen()
    own.stack.clock.advance(hour)
    await storedAs({ state: 'sent' })
  })

  it('retries with growing delays while the server is unavailable', async () => {
    await own.smtp.close()
    await cause()
    for (const attempts of [1, 2, 3]) {
      const failed = await storedAs({ attempts, failure: 'CONN ECONNREFUSED' })
      const delay = failed.dueAt.getTime() - own.stack.clock.now()
      expect(delay).to.be.within(500 * 2 ** (attempts - 1), 1000 * 2 ** (attempts - 1))
      own.stack.clock.advance(delay)
    }
    await own.smtp.reopen()
    own.stack.clock.advance(hour)
    await storedAs({ state: 'sent' })
    expect(received()).to.have.length(1)
  })

  it('retries after a temporary rejection of recipient or content', async () => {
    own.smtp.behaviour.recipientReplies = [451]
    own.smtp.behaviour.contentReplies = [452]
    await cause()
    await storedAs({ attempts: 1, failure: 'RCPT TO EENVELOPE 451' })
    own.stack.clock.advance(minute)
    await storedAs({ attempts: 2, failure: 'DATA EMESSAGE 452' })
    own.stack.clock.advance(minute)
    await storedAs({ state: 'sent', attempts: 3 })
    expect(received()).to.have.length(1)
  })

  for (const [where, failure] of [
    ['recipientReplies', 'RCPT TO EENVELOPE 550'],
    ['contentReplies', 'DATA EMESSAGE 550'],
  ] as const) {
    it(`gives up after a permanent rejection (${where}) and logs no address`, async () => {
      own.smtp.behaviour[where] = [550]
      await cause()
      const mail = await storedAs({ state: 'dead', failure })
      expect(mail.sealed).to.be.a('string')
      expect(own.stack.logged.text()).to.contain(failure)
      expect(own.stack.logged.text()).to.not.match(/@gatehouse\.test/)
      expect(await metric('gatehouse_mails_dead_total')).to.include.members([
        `gatehouse_mails_dead_total{kind="account_suspension",reason="rejected"} ${where === 'recipientReplies' ? 1 : 2}`,
      ])
      expect(received()).to.have.length(0)
      await own.stack.pass(48 * hour)
      expect((await stored())[0]).to.not.have.property('sealed')
    })
  }

  it('gives up at the end of the lifetime', async () => {
    await own.smtp.close()
    await cause()
    await storedAs({ attempts: 1, failure: 'CONN ECONNREFUSED' })
    own.stack.clock.advance(48 * hour)
    const mail = await storedAs({ state: 'dead' })
    expect(mail).to.not.have.property('sealed')
    await own.smtp.reopen()
  })

  it('sends again, with the same Message-ID, what another process may have sent before it died', async () => {
    own.smtp.behaviour.contentReplies = [451]
    await cause()
    const { sealed = '' } = await storedAs({ attempts: 1, failure: 'DATA EMESSAGE 451' })
    own.stack.clock.advance(minute)
    const { _id } = await storedAs({ state: 'sent' })
    const dueAt = new Date(own.stack.clock.now() + minute)
    const lost = { state: 'pending', owner: 'dead process', sealed, dueAt } as const
    await own.stack.mails.updateOne({ _id }, { $set: lost })
    own.stack.clock.advance(minute - 1)
    expect((await stored())[0]?.state).to.equal('pending')
    own.stack.clock.advance(1)
    const [first, again] = await arrived(2)
    expect(again?.messageId).to.equal(first?.messageId)
  })

  it('sends each mail once with two replicas', async () => {
    const other = await own.stack.replica()
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        own.stack.register({ email: `twice-${own.number}-${i}@gatehouse.test` }),
      ),
    )
    await Promise.all(ids.map((id) => own.stack.admin.disableAccount({ id })))
    await until(async () => {
      expect(
        await own.stack.mails.countDocuments({
          kind: 'account_suspension',
          accountId: { $in: ids },
          state: 'sent',
        }),
      ).to.equal(20)
    })
    const recipients = own.smtp.mails
      .filter(({ subject }) => subject?.includes('suspended'))
      .map(({ recipients: [to] }) => to ?? '')
      .filter((to) => /^twice/.test(to))
    expect(new Set(recipients).size).to.equal(20)
    expect(recipients).to.have.length(20)
    await other.close()
  })

  it('sends mails of every key while the key ring is rotated', async () => {
    const ring = JSON.parse(own.stack.keys)
    const rotated = { current: 'new', keys: { ...ring.keys, ...JSON.parse(testKeys('new')).keys } }
    await own.smtp.close()
    await cause()
    const other = await own.stack.replica({ keys: JSON.stringify(rotated) })
    await own.stack.admin.enableAccount({ id: own.id })
    await other.auth.disableMe(proved())
    const mails = await stored()
    const keys = mails.map(({ sealed }) => sealed?.split('.')[1])
    expect(keys.toSorted()).to.deep.equal(['new', 'test', 'test'])
    await own.smtp.reopen()
    let advanced = 0
    await until(async () => {
      // Their lifetime is a day, and on a busy machine an attempt takes many turns.
      if (++advanced < 80) own.stack.clock.advance(15 * minute)
      expect((await stored()).map(({ state }) => state)).to.deep.equal(['sent', 'sent', 'sent'])
    })
    await other.close()
  })

  it('removes the mails of an account that is erased', async () => {
    await own.smtp.close()
    await cause()
    await own.stack.admin.deleteAccount({ id: own.id })
    expect(await stored()).to.deep.equal([])
    await own.smtp.reopen()
  })

  it('reports the oldest waiting mail', async () => {
    expect(await metric('gatehouse_mails_oldest_pending_seconds')).to.have.length(1)
    expect(await metric('gatehouse_mails_queued_total')).to.not.deep.equal([])
  })

  it('stores the mail only if its cause is stored', async () => {
    await own.stack.auth.disableMe(proved())
    await arrived()
    await rejected(own.stack.auth.disableMe(proved()))
    expect(await stored()).to.have.length(1)
  })
})

describe('mail settings', () => {
  it('queues nothing without an SMTP server, and logs that', async () => {
    const stack = await openAuthHarness()
    const id = await stack.register({ email: 'off@gatehouse.test' })
    await stack.admin.disableAccount({ id })
    expect(await stack.mails.countDocuments()).to.equal(0)
    expect(stack.logged.text()).to.contain('mail is off')
    await stack.close()
  })

  it('requires a sender', () => {
    const { log } = logLines()
    const urls = { publicUrl: 'http://h', appUrl: null, outboxPollMilliseconds: 1000 }
    const brand = { productName: 'Gatehouse', termsUrl: null, privacyUrl: null, supportUrl: null }
    const config = {
      ...brand,
      smtpUrl: 'smtp://h',
      smtpCa: null,
      mailFrom: null,
      smtpTimeoutMs: 1000,
      ...urls,
    }
    const connection = createConnection()
    const parts = {
      connection,
      accounts: accountStore(connection),
      managingProvider: async () => null,
      throttle: { limits: operationLimits, windowLimiter: { take: async () => 0, giveBack: async () => {} } },
      locationOf: () => null,
      keyRing: openKeyRing(testKeys()),
      clock: fakeClock(),
    }
    expect(() => openMails({ ...parts, config, newId: () => '1', log })).to.throw(
      'GATEHOUSE_MAIL_FROM must be set',
    )
    const unreadable = { ...config, smtpUrl: 'file:/none/smtp-url', mailFrom: 'gate@gatehouse.test' }
    expect(() => openMails({ ...parts, config: unreadable, newId: () => '1', log })).to.throw(
      'GATEHOUSE_SMTP_URL names a file that cannot be read (ENOENT)',
    )
  })

  it('rejects other URLs and senders', () => {
    const { smtpUrl, mailFrom } = authSettings
    const wrong = { GATEHOUSE_SMTP_URL: 'http://mail', GATEHOUSE_MAIL_FROM: 'a <b@c>\r\nBcc: d@e' }
    expect(() => readSettings({ smtpUrl, mailFrom }, wrong))
      .to.throw('GATEHOUSE_SMTP_URL must be smtp://host:port')
      .with.property('message')
      .that.contains('GATEHOUSE_MAIL_FROM must be name@host or Name <name@host>')
  })
})

describe('the outbox of mails, while the SMTP server never replies', () => {
  const { own, arrived, storedAs } = useMails({ GATEHOUSE_SMTP_TIMEOUT_MS: '2000' })

  for (const isSilent of ['greeting', 'content'] as const) {
    it(`bounds the wait for its ${isSilent === 'greeting' ? 'greeting' : 'reply to the content'}`, async () => {
      // Without the connection of an earlier mail.
      await own.smtp.close()
      await own.smtp.reopen()
      own.smtp.behaviour.isSilent = isSilent
      await own.stack.admin.disableAccount({ id: own.id })
      const failed = await storedAs({ attempts: 1, failure: 'CONN ETIMEDOUT' })
      expect(failed.state).to.equal('pending')
      own.smtp.behaviour.isSilent = null
      own.stack.clock.advance(minute)
      const sent = await storedAs({ state: 'sent' })
      expect((await arrived())[0]?.messageId).to.equal(sent.messageId)
    })
  }
})
