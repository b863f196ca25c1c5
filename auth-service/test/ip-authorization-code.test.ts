import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client, problems } from './auth-harness.ts'
import { minute } from './own-account.ts'
import { codeIn, tokenIn } from './token-in.ts'
import { elsewhere, rejectedTicket, rejectedToken, useWaitingSignIns } from './waiting-sign-ins.ts'

const wrong = ['code:INVALID_VERIFICATION_CODE']
const ended = ['code:VERIFICATION_CODE_EXPIRED']
const wrongCodes = ['AAAA-AAAA', 'BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'EEEE-EEEE']

describe('the code of a sign-in that waits', () => {
  const { own, wait, newest, authorize, resend, poll, proved } = useWaitingSignIns()
  beforeEach(() => own.stack.clock.advance(1))
  const waiting = async (...options: Parameters<typeof wait>) => {
    const { mail, ...others } = await wait(...options)
    return { ...others, code: codeIn(mail) }
  }
  const enter = (ticket: string, code: string) =>
    own.stack.auth.authorizeIp({ client: elsewhere, token: '', ticket, code })
  const rejection = async (ticket: string, code: string) => problems(await rejected(enter(ticket, code)))

  it('authorizes it at its client, once, and ends the link', async () => {
    const { ticket, token, code } = await waiting()
    const stored = JSON.stringify(await own.stack.ipAuthorizations.find({}).toArray())
    expect(stored).to.not.contain(code).and.not.contain(code.replace('-', ''))
    await enter(ticket, ` ${code.toLowerCase().replace('-', ' ')}`)
    expect(await rejection(ticket, code)).to.deep.equal(ended)
    expect(problems(await rejected(authorize(token)))).to.deep.equal(rejectedToken)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
    expect(own.stack.logged.text()).to.not.contain(code)
  })

  it('ends with the link', async () => {
    const { ticket, token, code } = await waiting()
    await authorize(token)
    expect(await rejection(ticket, code)).to.deep.equal(ended)
    await poll(ticket)
    expect(await rejection(ticket, code)).to.deep.equal(ended)
  })

  it('is nothing with the ticket of another sign-in, or with none', async () => {
    const first = await waiting()
    const second = await waiting({ ...elsewhere, address: '203.0.113.44', userAgent: 'other' })
    expect(await rejection(second.ticket, first.code)).to.deep.equal(wrong)
    for (const unknown of ['', 'x', first.token, 'x'.repeat(300)])
      expect(await rejection(unknown, first.code)).to.deep.equal(rejectedTicket)
    for (const { ticket } of [first, second]) expect(await poll(ticket)).to.equal(undefined)
    await enter(first.ticket, first.code)
  })

  it('ends with five wrong ones, and the link does not', async () => {
    const { ticket, token, code, number } = await waiting()
    for (const wrongCode of wrongCodes)
      expect(await rejection(ticket, wrongCode), wrongCode).to.deep.equal(wrong)
    expect(await rejection(ticket, code)).to.deep.equal(ended)
    expect(await poll(ticket)).to.equal(undefined)
    await authorize(token, client, number)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
    const failed = { accountId: own.id, type: 'account.ip_authorization', outcome: 'failed' } as const
    expect(await own.stack.audit.countDocuments(failed)).to.equal(5)
  })

  it('goes on after five wrong numbers beside the link', async () => {
    const { ticket, token, code, number } = await waiting()
    const other = number === '11' ? '22' : '11'
    for (let i = 0; i < 5; i += 1) await rejected(authorize(token, client, other))
    await enter(ticket, code)
  })

  it('counts wrong ones that arrive together, and no malformed ones', async () => {
    const { ticket, code } = await waiting()
    for (const typed of ['', 'x', 'ABCD-EFG', 'ABCD-EFG0', '{"$ne":1}'])
      expect(await rejection(ticket, typed), typed).to.deep.equal(wrong)
    const typed = Array.from({ length: 30 }, (_, i) => `ABCD-EF${22 + (i % 8)}`)
    const outcomes = await Promise.all(typed.map((each) => rejection(ticket, each)))
    expect(outcomes.filter((outcome) => String(outcome) === String(wrong))).to.have.length(5)
    expect(await rejection(ticket, code)).to.deep.equal(ended)
  })

  it('is accepted once of many at the same time', async () => {
    const { ticket, code } = await waiting()
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => enter(ticket, code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
  })

  it('is replaced when the mail is sent again', async () => {
    const { ticket, code } = await waiting()
    own.stack.clock.advance(30_000)
    await resend(ticket)
    const mail = await newest(2)
    expect(await rejection(ticket, code)).to.deep.equal(wrong)
    expect(tokenIn(mail)).to.not.equal('')
    await enter(ticket, codeIn(mail))
  })

  it('ends with the ticket, a new password, and a suspension', async () => {
    const expired = await waiting()
    own.stack.clock.advance(15 * minute)
    expect(await rejection(expired.ticket, expired.code)).to.deep.equal(rejectedTicket)
    const changed = await waiting()
    await own.stack.auth.disableMe(proved())
    expect(await rejection(changed.ticket, changed.code)).to.deep.equal(rejectedTicket)
  })

  it('does not exist for what an older version stored', async () => {
    const { ticket, token, code } = await waiting()
    await own.stack.ipAuthorizations.updateOne({ accountId: own.id }, { $unset: { code: 1 } })
    expect(await rejection(ticket, code)).to.deep.equal(ended)
    await authorize(token)
  })
})
