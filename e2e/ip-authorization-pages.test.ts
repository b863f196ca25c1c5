import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { geoipDatabase } from '@gatehouse/service-kit/testing/geoip-database'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { firefox, heading, press, shows, useAccountPages } from './account-page.ts'
import { fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'
import { codeBeside, useReceivedMails } from './received-mails.ts'

const home = { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' } }
const hotel = { userAgent: firefox, extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.4' } }
const database = geoipDatabase({
  '198.51.100.0/24': { city: { names: { en: 'Lisbon' } }, country: { names: { en: 'Portugal' } } },
})

describe('a sign-in from a new address on the account pages', () => {
  const { settings, take, tokens } = useReceivedMails({ GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'))
    settings.GATEHOUSE_GEOIP_DATABASE = join(folder, 'city.mmdb')
    writeFileSync(settings.GATEHOUSE_GEOIP_DATABASE, database)
  })
  after(() => rmSync(folder, { recursive: true }))

  const stack = openDevStack({ settings })
  const { open, inspect } = useAccountPages(stack)
  const register = () => stack.register('traveller', {}, home.extraHTTPHeaders)

  /** With a clock that the test moves. */
  async function signIn({ email, password }: TestAccount, language = 'en'): Promise<Page> {
    const page = await open('/account/forgot', hotel)
    await page.clock.install()
    await page.goto(`${stack.network().urls.gateway}/account/sign-in?lang=${language}`)
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(password)
    await page.keyboard.press('Enter')
    await page.locator('#waiting').waitFor()
    return page
  }
  const link = (token: string, language = 'en') => `/account/authorize-ip?lang=${language}#token=${token}`
  const numberOn = async (page: Page) => (await page.locator('#waiting-number strong').textContent()) ?? ''
  /** Enters the number that the waiting page shows. */
  const approve = async (owner: Page, waiting: Page) => {
    await owner.getByLabel('Number').fill(await numberOn(waiting))
    await press(owner, 'Yes, sign me in')
    await shows(owner, /^Confirmed\./)
  }
  const isWaiting = (page: Page) => page.locator('#waiting-progress').isVisible()

  it('waits for the owner, who reviews it on another device', async () => {
    const account = await register()
    const page = await signIn(account)
    await heading(page, 'Check your email')
    await shows(page, account.email)
    expect(await page.evaluate('document.activeElement.id')).to.equal('waiting-title')
    await inspect(page, 'waiting')

    const [token = ''] = await tokens(account.email, 'authorize-ip')
    const owner = await open(link(token), home)
    expect(new URL(owner.url()).hash).to.equal('')
    for (const text of [account.email, 'Firefox on Linux', 'Lisbon, Portugal', '198.51.100.4'])
      await shows(owner, text)
    await inspect(owner, 'review')
    await owner.reload()
    await shows(owner, 'Firefox on Linux')
    expect(await isWaiting(page)).to.equal(true)
    await approve(owner, page)
    expect(await owner.evaluate('document.activeElement.id')).to.equal('authorized')
    await inspect(owner, 'authorized')
    await owner.reload()
    await shows(owner, /^Confirmed\./)

    await page.clock.runFor(5_000)
    await shows(page, 'Firefox on Linux')
    await shows(page, account.email)
    expect(await owner.evaluate('sessionStorage.length')).to.equal(0)

    const again = await open(link(token), home)
    await shows(again, /^This link is invalid, expired or already used\./)
    await inspect(again, 'used link')
  })

  it('is not confirmed by presses, an empty field or a wrong number, and ends with the fifth wrong one', async () => {
    const account = await register()
    const page = await signIn(account)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    const owner = await open(link(token), home)
    const posts: string[] = []
    owner.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
    })
    await press(owner, 'Yes, sign me in')
    await shows(owner, 'Fill in this field.')
    await inspect(owner, 'review without a number')
    expect(posts).to.deep.equal([])
    const wrong = (await numberOn(page)) === '11' ? '22' : '11'
    for (const [number, text] of [
      ['4', 'This is not the number that the device shows on which you sign in.'],
      ...Array.from({ length: 4 }, () => [
        wrong,
        'This is not the number that the device shows on which you sign in.',
      ]),
    ] as const) {
      await owner.getByLabel('Number').fill(number)
      await press(owner, 'Yes, sign me in')
      await shows(owner, text)
    }
    await inspect(owner, 'wrong number')
    await owner.getByLabel('Number').fill(wrong)
    await press(owner, 'Yes, sign me in')
    await shows(owner, 'This is not the number that the device shows on which you sign in.')
    await owner.getByLabel('Number').fill(await numberOn(page))
    await press(owner, 'Yes, sign me in')
    await shows(owner, /^This link is invalid, expired or already used\./)
    await page.clock.runFor(5_000)
    expect(await isWaiting(page)).to.equal(true)
  })

  it('continues at once with the code of the mail', async () => {
    const account = await register()
    const page = await signIn(account)
    await tokens(account.email, 'authorize-ip')
    const code = await take(account.email, codeBeside('authorize-ip'))
    await page.getByText('Enter the code of the mail').click()
    const field = page.locator('#waiting-code')
    await field.fill('AAAA-AAAA')
    await press(page, 'Confirm sign-in')
    await shows(page, 'This code is incorrect.')
    await inspect(page, 'wrong code')
    await field.fill(code)
    await press(page, 'Confirm sign-in')
    await page.locator('#by-code').waitFor({ state: 'hidden' })
    await page.clock.runFor(500)
    await shows(page, 'Firefox on Linux')
  })

  it('is confirmed with a code by nobody without its ticket', async () => {
    const { email, password } = await register()
    const headers = { ...hotel.extraHTTPHeaders, 'user-agent': firefox }
    const { body } = await stack.post<{ ticket: string }>('/auth/login', {
      body: { email, password },
      headers,
    })
    await tokens(email, 'authorize-ip')
    const code = await take(email, codeBeside('authorize-ip'))
    const rejection = async (sent: object) =>
      fieldErrors((await stack.post('/auth/authorize-ip', { body: sent })).body)
    expect(await rejection({ code })).to.deep.equal(['ticket:REQUIRED'])
    expect(await rejection({ ticket: body.ticket })).to.deep.equal(['token:REQUIRED'])
    expect(await rejection({ ticket: 'x'.repeat(43), code })).to.deep.equal([
      'ticket:INVALID_OR_EXPIRED_AUTHORIZATION_TICKET',
    ])
    const { status } = await stack.post('/auth/authorize-ip', { body: { ticket: body.ticket, code } })
    expect(status).to.equal(204)
  })

  it('sends the mail again once, after a countdown', async () => {
    const account = await register()
    const page = await signIn(account)
    const [older = ''] = await tokens(account.email, 'authorize-ip')
    await shows(page, /^Send again in \d+ s$/)
    expect(await page.locator('#resend button').getAttribute('aria-disabled')).to.equal('true')
    stack.network().clock.advance(31_000)
    await page.clock.runFor(31_000)
    await press(page, 'Send the mail again')
    await shows(page, /^A new mail is on its way\./)
    expect(await page.locator('#resend').isVisible()).to.equal(false)
    await inspect(page, 'sent again')
    const [, newer = ''] = await tokens(account.email, 'authorize-ip', 2)
    await shows(await open(link(older), home), /^This link is invalid, expired or already used\./)
    const owner = await open(link(newer), home)
    await approve(owner, page)
    await page.clock.runFor(10_000)
    await shows(page, 'Firefox on Linux')
  })

  it('goes on in another language', async () => {
    const account = await register()
    const page = await signIn(account)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await heading(page, 'Prüfen Sie Ihre E-Mails')
    await shows(page, account.email)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    const owner = await open(link(token), home)
    await approve(owner, page)
    await page.clock.runFor(5_000)
    await heading(page, 'Wo Sie angemeldet sind')
  })

  it('ends after 15 minutes and returns to the form', async () => {
    const account = await register()
    const page = await signIn(account)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    stack.network().clock.advance(15 * 60_000)
    await page.clock.runFor(5_000)
    await shows(page, 'This sign-in has ended, or its link has expired. Sign in again.')
    expect(await isWaiting(page)).to.equal(false)
    expect(await page.getByText(/Open the link on any device/).isVisible()).to.equal(false)
    await inspect(page, 'expired')
    await shows(await open(link(token), home), /^This link is invalid, expired or already used\./)
    await press(page, 'Back to the sign-in form')
    await page.locator('#first-step').waitFor()
  })

  it('survives that the phone discards the page, moves to another network and sleeps until the last minute', async () => {
    const account = await register()
    const page = await signIn(account)
    const number = await numberOn(page)
    await page.reload()
    await heading(page, 'Check your email')
    await shows(page, account.email)
    expect(await numberOn(page)).to.equal(number)
    await page.context().setOffline(true)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    await approve(await open(link(token), home), page)
    stack.network().clock.advance(14 * 60_000)
    await page.clock.runFor(60_000)
    expect(await isWaiting(page)).to.equal(true)
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '2001:db8:7::9' })
    await page.context().setOffline(false)
    await page.clock.runFor(15_000)
    await shows(page, account.email)
    await heading(page, 'Where you are signed in')
  })

  it('is forgotten with the form, and after its ticket expired', async () => {
    const account = await register()
    const page = await signIn(account)
    await press(page, 'Back to the sign-in form')
    await page.locator('#first-step').waitFor()
    await page.reload()
    await page.locator('#first-step').waitFor()
    const other = await signIn(account)
    await other.clock.fastForward(15 * 60_000)
    await other.reload()
    await other.locator('#first-step').waitFor()
  })

  it('leads an owner who did not sign in to a new password', async () => {
    const account = await register()
    await signIn(account)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    const owner = await open(link(token), home)
    await owner.getByRole('link', { name: 'Choose a new password now' }).click()
    await heading(owner, 'Forgot your password?')
    expect((await stack.post('/auth/authorize-ip/info', { body: { token } })).status).to.equal(200)
  })

  for (const [language, title, question] of [
    ['de', 'Prüfen Sie Ihre E-Mails', 'Sind Sie das?'],
    ['fr', 'Consultez vos e-mails', 'Est-ce bien vous ?'],
  ] as const) {
    it(`has texts in ${language}`, async () => {
      const account = await register()
      const page = await signIn(account, language)
      await heading(page, title)
      await inspect(page, `waiting in ${language}`)
      const [token = ''] = await tokens(account.email, 'authorize-ip')
      const owner = await open(link(token, language), home)
      await heading(owner, question)
      await shows(owner, '198.51.100.4')
      await inspect(owner, `review in ${language}`)
    })
  }

  it('shows an incomplete link', async () => {
    const page = await open('/account/authorize-ip?lang=en', home)
    await shows(page, /^This link is incomplete\./)
    await inspect(page, 'incomplete link')
  })
})
