import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { day, minute } from './own-account.ts'
import { codeIn, tokenIn } from './token-in.ts'

const wrong = ['code:INVALID_VERIFICATION_CODE']
const ended = ['code:VERIFICATION_CODE_EXPIRED']
const invalidToken = ['token:INVALID_OR_EXPIRED_VERIFICATION_TOKEN']

describe('the code beside a verification link', () => {
  const { own, arrived } = useMails({}, { keepsVerification: true })
  const mailed = async (count = 1) => {
    const mail = (await arrived(count)).at(-1)
    return { code: codeIn(mail), token: tokenIn(mail) }
  }
  const verify = ({ token = '', code, id }: { token?: string; code?: string; id?: string }) =>
    own.stack.auth.verifyEmail({
      client,
      token,
      actor: id === undefined ? undefined : actor(id),
      ...(code !== undefined && { code }),
    })
  const rejection = async (request: Parameters<typeof verify>[0]) => {
    const error = await rejected(verify(request))
    return error.code === 'INVALID_FORM_BODY' ? problems(error) : error.code
  }
  const isVerified = async () => (await own.stack.auth.getMe({ actor: actor(own.id) })).account?.verified
  const outcomes = async () => {
    const ofAccount = { accountId: own.id, type: 'account.verification' }
    const events = await own.stack.audit.find(ofAccount).sort({ _id: 1 }).toArray()
    return events.map(({ outcome }) => outcome)
  }
  const stored = async () => (await own.stack.accounts.findOne({ _id: own.id }))?.emailedTokens

  it('verifies with a session of the account, once, and ends the link', async () => {
    const { code, token } = await mailed()
    expect(code).to.match(/^\w{4}-\w{4}$/)
    expect(JSON.stringify(await stored())).to.not.contain(code.replace('-', ''))
    await verify({ code: ` ${code.toLowerCase().replace('-', '–')}`, id: own.id })
    expect(await isVerified()).to.equal(true)
    await verify({ code, id: own.id })
    expect(await outcomes()).to.deep.equal(['ok'])
    expect(await rejection({ code, token })).to.deep.equal(invalidToken)
    expect(await rejection({ token })).to.deep.equal(invalidToken)
    expect(own.stack.logged.text()).to.not.contain(code)
  })

  it('ends the disowning of the registration', async () => {
    const { code } = await mailed()
    await verify({ code, id: own.id })
    expect((await stored())?.disowning).to.equal(undefined)
  })

  it('is nothing without the session of its account', async () => {
    const { code } = await mailed()
    const other = await own.stack.register({ email: `other-${own.number}@gatehouse.test`, password })
    expect(await rejection({ code })).to.equal('UNAUTHORIZED')
    expect(await rejection({ code, id: other })).to.deep.equal(wrong)
    expect(await rejection({ code, id: '1' })).to.equal('UNAUTHORIZED')
    expect(await isVerified()).to.equal(false)
  })

  it('ends with the link', async () => {
    const { code, token } = await mailed()
    await verify({ token })
    expect((await stored())?.verification).to.equal(undefined)
    await verify({ code, id: own.id })
    expect(await rejection({ code, token })).to.deep.equal(invalidToken)
  })

  it('ends after 24 hours, and when a newer mail replaces it', async () => {
    const { code } = await mailed()
    await own.stack.auth.requestVerification({ actor: actor(own.id), client })
    const { code: newer } = await mailed(2)
    expect(await rejection({ code, id: own.id })).to.deep.equal(wrong)
    own.stack.clock.advance(day)
    expect(await rejection({ code: newer, id: own.id })).to.deep.equal(ended)
  })

  it('ends with five wrong ones, and the link does not', async () => {
    const { code, token } = await mailed()
    for (const wrongCode of ['AAAA-AAAA', 'BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'EEEE-EEEE'])
      expect(await rejection({ code: wrongCode, id: own.id }), wrongCode).to.deep.equal(wrong)
    expect(await rejection({ code, id: own.id })).to.deep.equal(ended)
    expect(await rejection({ code, token })).to.deep.equal(ended)
    await verify({ token })
    expect(await outcomes()).to.deep.equal([...Array(5).fill('failed'), 'ok'])
  })

  it('counts wrong ones that arrive together', async () => {
    await mailed()
    const wrongCodes = Array.from({ length: 30 }, (_, i) => `ABCD-EF${22 + (i % 8)}`)
    const rejections = await Promise.all(wrongCodes.map((code) => rejection({ code, id: own.id })))
    expect(rejections.filter((each) => String(each) === String(wrong))).to.have.length(5)
    expect(rejections.filter((each) => String(each) === String(ended))).to.have.length(25)
  })

  it('is accepted once of many at the same time', async () => {
    const { code } = await mailed()
    await Promise.allSettled(Array.from({ length: 4 }, () => verify({ code, id: own.id })))
    expect(await isVerified()).to.equal(true)
    expect(await outcomes()).to.deep.equal(['ok'])
  })

  it('counts no malformed one', async () => {
    const { code } = await mailed()
    for (const typed of [
      '',
      'x',
      'ABCD-EFG',
      'ABCD-EFGHI',
      'ABCD-EFG0',
      'ABCDEFG\u0000',
      '{"$ne":1}',
      'A'.repeat(64),
    ])
      expect(await rejection({ code: typed, id: own.id }), typed).to.deep.equal(wrong)
    await verify({ code, id: own.id })
  })

  it('must be right beside a token, which must be of the same mail', async () => {
    const { code, token } = await mailed()
    expect(await rejection({ token, code: 'AAAA-AAAA' })).to.deep.equal(wrong)
    expect(await rejection({ token: 'x'.repeat(43), code })).to.deep.equal(invalidToken)
    expect(await isVerified()).to.equal(false)
    await verify({ token, code })
    expect(await isVerified()).to.equal(true)
  })

  it('ends with a suspension', async () => {
    const { code } = await mailed()
    await own.stack.admin.disableAccount({ id: own.id })
    await own.stack.admin.enableAccount({ id: own.id })
    expect(await rejection({ code, id: own.id })).to.deep.equal(ended)
  })

  describe('Auth.GetVerification', () => {
    const info = (token: string, from: { deviceToken?: string; id?: string } = {}) =>
      own.stack.auth.getVerification({
        token,
        actor: from.id === undefined ? undefined : actor(from.id),
        ...(from.deviceToken !== undefined && { deviceToken: from.deviceToken }),
      })

    it('names the account, and whether a page should ask for the code', async () => {
      const { token } = await mailed()
      const { deviceToken = '' } = signedInOf(
        await own.stack.auth.login({ client, email: own.email, password }),
      )
      const other = await own.stack.register({ email: `asks-${own.number}@gatehouse.test`, password })
      const found = await info(token)
      expect(found).to.include({ email: own.email, username: own.username, needsCode: true })
      expect(found.registeredAt?.getTime()).to.be.closeTo(own.stack.clock.now(), minute)
      expect((await info(token, { id: own.id })).needsCode).to.equal(false)
      expect((await info(token, { deviceToken })).needsCode).to.equal(false)
      expect((await info(token, { id: other })).needsCode).to.equal(true)
      expect((await info(token, { deviceToken: 'forged' })).needsCode).to.equal(true)
      expect(await isVerified()).to.equal(false)
    })

    it('asks for none if an older version sent the mail', async () => {
      const { token } = await mailed()
      await own.stack.accounts.updateOne(
        { _id: own.id },
        { $unset: { 'emailedTokens.verification.code': 1 } },
      )
      expect((await info(token)).needsCode).to.equal(false)
      expect(await rejection({ code: 'AAAA-AAAA', id: own.id })).to.deep.equal(ended)
      await verify({ token })
    })

    it('rejects unknown, used and expired tokens', async () => {
      const { token } = await mailed()
      for (const unknown of ['', 'x', 'x'.repeat(300)])
        expect(problems(await rejected(info(unknown)))).to.deep.equal(invalidToken)
      own.stack.clock.advance(day)
      expect(problems(await rejected(info(token)))).to.deep.equal(invalidToken)
    })
  })
})
