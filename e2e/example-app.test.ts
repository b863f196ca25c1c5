import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { openDevStack } from './dev-stack.ts'
import { serveExampleApp } from './example-app.ts'

const minute = 60_000
const credentials = { email: 'ann@gatehouse.test', password: 'violet-anchor-1' }

describe('the example app in Chromium', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_CORS_LOCALHOST: '1', GATEHOUSE_LIMITS_SCALE: '1' } })
  const browser = useBrowser()
  const contexts: BrowserContext[] = []
  let app: Awaited<ReturnType<typeof serveExampleApp>>
  let ann: Page

  before(async () => {
    app = await serveExampleApp(stack.network().urls.gateway)
    ann = await openDevice()
  })
  after(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    await app?.close()
  })

  /** A browser with storage of its own. Fails the test if its page has an error. */
  async function openDevice(): Promise<Page> {
    const context = await browser().newContext()
    contexts.push(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => expect.fail(error.message))
    page.setDefaultTimeout(20_000)
    // With the path of the page, so that its link does not replace it by another of the same heading.
    await page.goto(`${app.url}/#/sign-in`)
    return page
  }

  /** Waits until the page is replaced: the previous one may have fields of the same names. */
  async function visit(page: Page, name: string): Promise<void> {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

  async function signIn(page: Page, { email, password } = credentials): Promise<void> {
    await visit(page, 'Sign in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await press(page, 'Sign in')
  }

  it('shows invalid fields, then registers and signs in', async () => {
    await visit(ann, 'Register')
    await ann.getByLabel('Email').fill('ann@')
    await ann.getByLabel('Password').fill('short')
    await ann.getByLabel('Date of birth').fill('1990-01-01')
    await press(ann, 'Create account')
    await shows(ann, 'Must be a valid email address.')
    await shows(ann, 'Must be between 8 and 256 characters long.')
    await ann.getByLabel('Email').fill(credentials.email)
    await ann.getByLabel('Password').fill(credentials.password)
    await press(ann, 'Create account')
    await shows(ann, `(${credentials.email})`)
    await shows(ann, '(this one)')
  })

  it('stays signed in after a reload, shows recent activity and signs out', async () => {
    await ann.reload()
    await shows(ann, `(${credentials.email})`)
    await shows(ann, /: account\.registration \(ok\)$/)
    await press(ann, 'Sign out')
    await ann.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(ann)
    await shows(ann, `(${credentials.email})`)
  })

  it('asks for the password again to end another session, until it is right', async () => {
    const other = await openDevice()
    await signIn(other)
    await shows(other, '(this one)')
    stack.network().clock.advance(6 * minute)
    await ann.reload()
    await press(ann, 'End')
    await ann.getByLabel('Your password').fill('not-my-password')
    await press(ann, 'Confirm')
    await shows(ann, 'The password is incorrect.')
    await ann.getByLabel('Your password').fill(credentials.password)
    await press(ann, 'Confirm')
    await ann.getByRole('button', { name: 'End' }).waitFor({ state: 'detached' })

    await other.reload()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await other.evaluate('localStorage.length')).to.equal(0)
  })

  it('hands its session to another device', async () => {
    const phone = await openDevice()
    await visit(phone, 'Handoff')
    await press(phone, 'Get a code')
    const code = (await phone.locator('#code').textContent()) ?? ''
    await visit(ann, 'Handoff')
    await ann.getByLabel('Code').fill(code)
    await press(ann, 'Continue')
    await shows(ann, /^Sign in Chrom.* on Linux\?$/)
    await press(ann, 'Confirm')
    await shows(ann, 'The other device is signed in.')
    await shows(phone, `(${credentials.email})`)
  })

  it('creates a webhook and shows what it posts', async () => {
    const { id } = await ann.evaluate<{ id: string }>(
      `({ id: JSON.parse(localStorage.getItem('gatehouse.session')).user_id })`,
    )
    const { channel_id } = await stack.createGuildChannel({ ...credentials, user_id: id, token: '' })
    await visit(ann, 'Webhooks')
    await ann.getByLabel('Channel id').fill(channel_id)
    await press(ann, 'Open')
    await shows(ann, 'None yet.')
    await ann.getByLabel('Name').fill('Builds')
    await press(ann, 'Create webhook')
    const url = (await ann.locator('li code').textContent()) ?? ''
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Build 7 passed' }),
    })
    expect(await answer.text()).to.equal('ok')
    await press(ann, 'Open')
    await shows(ann, 'Builds: Build 7 passed')
  })

  it('waits and tries again when it is limited', async () => {
    const stranger = await openDevice()
    const statuses: number[] = []
    stranger.on('response', (response) => {
      if (!response.url().endsWith('/auth/login') || response.request().method() !== 'POST') return
      statuses.push(response.status())
    })
    // Each failure doubles the delay after it, so that even slow attempts reach the limit.
    while (!statuses.includes(429)) {
      await signIn(stranger, { email: 'nobody@gatehouse.test', password: 'violet-anchor-2' })
      await shows(stranger, 'Please check the marked fields.')
    }
    expect(statuses.at(-1)).to.equal(400)
  })
})
