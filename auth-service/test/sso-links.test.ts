import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { password, problems } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { signedIn, ssoEnv, useSsoWith } from './sso-harness.ts'

const former = 'https://former.example.com'

describe('links to the identity provider that an operator makes', () => {
  const mails = useMails(ssoEnv)
  const { own, idp, configure, signIn, rejection, person } = useSsoWith(mails)
  const link = (subject?: string, id = own.id) => own.stack.admin.setSsoLink({ id, subject })
  const linkOf = async (id = own.id) => (await own.stack.accounts.findOne({ _id: id }))?.sso
  const lastEvent = async (type: string) => {
    const [event] = await own.stack.audit.find({ type }).sort({ _id: -1 }).limit(1).toArray()
    return [event?.accountId, event?.detail]
  }
  const mailTexts = (count: number) =>
    until(() => {
      const texts = mails.received().map(({ text }) => text?.replace(/\s+/g, ' ') ?? '')
      if (texts.length < count) throw new Error(`${texts.length} mails`)
      return texts
    })

  beforeEach(async () => {
    own.stack.clock.advance(1)
    await configure({ displayName: 'Example Corp' })
  })

  describe('for one account', () => {
    it('let the person sign in, and change nothing else', async () => {
      const before = await own.stack.accounts.findOne({ _id: own.id })
      const one = person()
      const { account } = await link(one.sub)
      expect(account).to.include({ ssoIssuer: idp.provider.issuer, ssoSubject: one.sub })
      const sso = { issuer: idp.provider.issuer, subject: one.sub, own: true }
      expect(await own.stack.accounts.findOne({ _id: own.id })).to.deep.equal({ ...before, sso })
      expect(await lastEvent('account.sso')).to.deep.equal([own.id, { change: 'linked', by: 'operator' }])
      expect(signedIn(await signIn(one)).accountId).to.equal(own.id)
      expect((await mailTexts(1)).join()).to.contain(
        'Our support team connected your account to Example Corp',
      )
    })

    it('replace one that the provider made for another person, and are removed', async () => {
      const [former, other] = [person(), person()]
      const { accountId } = signedIn(await signIn(former))
      expect(await rejection({ ...other, email: former.email })).to.equal('email:SSO_IDENTITY_MISMATCH')
      await link(other.sub, accountId)
      expect(signedIn(await signIn({ ...other, email: former.email })).accountId).to.equal(accountId)
      const { account } = await own.stack.admin.setSsoLink({ id: accountId })
      expect([account?.ssoIssuer, account?.ssoSubject]).to.deep.equal([undefined, undefined])
      expect(await linkOf(accountId)).to.equal(undefined)
    })

    it('are made and removed once', async () => {
      const one = person()
      for (const subject of [one.sub, one.sub, undefined, undefined]) {
        own.stack.clock.advance(1)
        await link(subject)
      }
      const events = own.stack.audit.find({ accountId: own.id, type: 'account.sso' })
      const changes = await events.sort({ _id: 1 }).toArray()
      expect(changes.map(({ detail }) => detail.change)).to.deep.equal(['linked', 'unlinked'])
    })

    it('are made while single sign-on is off, and removed without settings', async () => {
      await own.stack.admin.disableSso({})
      await link('while-off')
      await configure({ enabled: false, issuer: '', clientId: '' })
      expect((await rejected(link('other'))).code).to.equal('FEATURE_TEMPORARILY_DISABLED')
      await link()
      expect(await linkOf()).to.equal(undefined)
    })

    it('are rejected for a person of another account, no subject and an unknown account', async () => {
      const one = person()
      signedIn(await signIn(one))
      expect(problems(await rejected(link(one.sub)))).to.deep.equal(['sso:SSO_IDENTITY_ALREADY_IN_USE'])
      for (const subject of ['', 'a'.repeat(256)])
        expect(problems(await rejected(link(subject)))).to.deep.equal(['subject:STRING_LENGTH_INVALID'])
      expect((await rejected(link('x', '1'))).code).to.equal('UNKNOWN_USER')
    })

    it('are not made if the provider cannot be reached', async () => {
      await configure({ issuer: 'http://localhost:9' })
      expect((await rejected(link('x'))).code).to.equal('SERVICE_UNAVAILABLE')
      expect(await linkOf()).to.equal(undefined)
    })
  })

  describe('for a provider with a new issuer', () => {
    const move = (fields: {
      apply?: boolean
      from?: string
      to?: string
      pageSize?: number
      pageToken?: string
    }) =>
      own.stack.admin.moveSsoLinks({
        from: former,
        to: idp.provider.issuer,
        apply: false,
        pageSize: 0,
        pageToken: '',
        ...fields,
      })
    const linked = async (subjects: string[], issuer = former) => {
      const ids = []
      for (const subject of subjects) {
        const id = await own.stack.register({ email: `${subject}-${own.number}@gatehouse.test`, password })
        await own.stack.accounts.updateOne({ _id: id }, { $set: { sso: { issuer, subject } } })
        ids.push(id)
      }
      return ids
    }
    afterEach(() => own.stack.accounts.updateMany({ 'sso.issuer': former }, { $unset: { sso: 1 } }))

    it('are counted first, then moved a page at a time, except for people with another account', async () => {
      const [p, q, r] = [`p-${own.number}`, `q-${own.number}`, `r-${own.number}`]
      const [, kept, moved] = await linked([p, q, r])
      await own.stack.accounts.updateOne(
        { _id: own.id },
        { $set: { sso: { issuer: idp.provider.issuer, subject: q, own: true } } },
      )
      expect(await move({})).to.deep.equal({ nextPageToken: '', found: 3, taken: 1, moved: 0 })
      expect(await linkOf(moved)).to.deep.equal({ issuer: former, subject: r })
      const first = await move({ apply: true, pageSize: 2 })
      expect(first).to.deep.equal({ nextPageToken: q, found: 2, taken: 1, moved: 1 })
      const second = await move({ apply: true, pageSize: 2, pageToken: first.nextPageToken })
      expect(second).to.deep.equal({ nextPageToken: '', found: 1, taken: 0, moved: 1 })
      expect(await linkOf(kept)).to.deep.equal({ issuer: former, subject: q })
      expect(await linkOf(moved)).to.deep.equal({ issuer: idp.provider.issuer, subject: r })
      const { issuer } = idp.provider
      const detail = { changed: 'links', by: 'operator', from: former, to: issuer, links: '1' }
      expect(await lastEvent('instance.sso')).to.deep.equal([null, detail])
      expect(signedIn(await signIn({ ...person(), sub: r })).accountId).to.equal(moved)
      expect(await move({ apply: true })).to.deep.include({ found: 1, moved: 0 })
    })

    it('are rejected for the same issuer, none, and a page of a negative size', async () => {
      for (const [fields, problem] of [
        [{ to: former }, 'to:INVALID_FORMAT'],
        [{ to: '' }, 'to:STRING_LENGTH_INVALID'],
        [{ from: '' }, 'from:STRING_LENGTH_INVALID'],
        [{ pageSize: -1 }, 'page_size:NUMBER_OUT_OF_RANGE'],
      ] as const)
        expect(problems(await rejected(move(fields)))).to.deep.equal([problem])
    })
  })
})
