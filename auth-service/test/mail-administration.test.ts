import { MailState } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { problems } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { day } from './own-account.ts'

describe('administration of mails', () => {
  const { own, arrived, storedAs } = useMails()
  const rejectedMail = async () => {
    own.smtp.behaviour.recipientReplies = [550]
    await own.stack.admin.disableAccount({ id: own.id })
    await storedAs({ state: 'dead', createdAt: new Date(own.stack.clock.now()) })
    const { mails } = await own.stack.admin.listMails({ state: MailState.DEAD, pageSize: 1, pageToken: '' })
    return mails[0]?.id ?? ''
  }

  it('rejects invalid and unknown ids', async () => {
    for (const ask of [own.stack.admin.getMail, own.stack.admin.retryMail]) {
      expect(problems(await rejected(ask({ id: 'x' })))).to.deep.equal(['id:INVALID_SNOWFLAKE_FORMAT'])
      expect((await rejected(ask({ id: '1' }))).code).to.equal('UNKNOWN_MAIL')
    }
    const wrong = own.stack.admin.listMails({ pageSize: 0, pageToken: 'x' })
    expect(problems(await rejected(wrong))).to.deep.equal(['page_token:INVALID_SNOWFLAKE_FORMAT'])
  })

  it('sends a rejected mail again', async () => {
    const id = await rejectedMail()
    const { mail } = await own.stack.admin.retryMail({ id })
    expect(mail).to.include({ id, kind: 'account_suspension', accountId: own.id, state: MailState.PENDING })
    const [received] = await arrived()
    await storedAs({ state: 'sent' })
    const sent = await own.stack.admin.getMail({ id })
    expect(sent.mail).to.deep.include({
      state: MailState.SENT,
      messageId: received?.messageId,
      dueAt: undefined,
    })
    expect((await rejected(own.stack.admin.retryMail({ id }))).code).to.equal('MAIL_NOT_RETRYABLE')
  })

  it('does not send a rejected mail after its lifetime', async () => {
    const id = await rejectedMail()
    own.stack.clock.advance(2 * day)
    expect((await rejected(own.stack.admin.retryMail({ id }))).code).to.equal('MAIL_NOT_RETRYABLE')
  })

  it('lists mails by state, newest first, in pages', async () => {
    const older = await rejectedMail()
    own.stack.clock.advance(1)
    await own.stack.admin.enableAccount({ id: own.id })
    await storedAs({ state: 'sent' })
    const newer = await rejectedMail()
    const request = { state: MailState.DEAD, pageSize: 1 }
    const first = await own.stack.admin.listMails({ ...request, pageToken: '' })
    const second = await own.stack.admin.listMails({ ...request, pageToken: first.nextPageToken })
    expect([first, second].map(({ mails }) => mails[0]?.id)).to.deep.equal([newer, older])
    const all = await own.stack.admin.listMails({ pageSize: 0, pageToken: '' })
    expect(all.mails.map(({ state }) => state)).to.include.members([MailState.SENT, MailState.DEAD])
  })
})
