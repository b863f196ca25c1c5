import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { firefox, useAccountPages } from './account-page.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { codeIn, disowningToken, useReceivedMails } from './received-mails.ts'

const home = { 'x-forwarded-for': '203.0.113.7' }
const hotel = { 'x-forwarded-for': '198.51.100.4', 'user-agent': firefox }

/** Programs that scan mails open their links in a browser, and press the buttons of the page. */
describe('a page of a mailed link, in a program that presses every button', () => {
  const { settings, take, tokens } = useReceivedMails({ GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
  const stack = openDevStack({ settings })
  const { open } = useAccountPages(stack)
  let ann: TestAccount
  beforeEach(async () => {
    ann = await stack.register('ann', {}, home)
  })

  /** Presses what is visible, three times over, as presses show other buttons. */
  async function pressAll(page: Page): Promise<number> {
    let presses = 0
    for (let round = 0; round < 3; round += 1) {
      await page.waitForLoadState('networkidle')
      const { pathname } = new URL(page.url())
      for (const button of await page.locator('button:visible').all()) {
        if (!(await button.isVisible())) continue
        await button.click({ force: true })
        presses += 1
      }
      await page.waitForLoadState('networkidle')
      expect(new URL(page.url()).pathname).to.equal(pathname)
    }
    return presses
  }
  const pressed = async (name: string, token: string, mark = '') => {
    const page = await open(`/account/${name}?lang=en#${mark}token=${token}`)
    await page.locator('form:visible button').first().waitFor()
    expect(await pressAll(page)).to.be.above(2)
  }
  const login = async (headers = home) => {
    const { email, password } = ann
    return stack.post<{ token?: string; ticket?: string }>('/auth/login', {
      body: { email, password },
      headers,
    })
  }

  it('signs nobody in from a new network', async () => {
    const { body } = await login(hotel)
    const [token = ''] = await tokens(ann.email, 'authorize-ip')
    await pressed('authorize-ip', token)
    const poll = await stack.get<{ completed: boolean }>('/auth/ip-authorization/poll', {
      headers: { ...hotel, 'x-ticket': body.ticket ?? '' },
    })
    expect(poll.body.completed).to.equal(false)
    expect((await stack.post('/auth/authorize-ip/info', { body: { token } })).status).to.equal(200)
  })

  it('verifies no address', async () => {
    const [token = ''] = await tokens(ann.email, 'verify')
    await pressed('verify', token)
    const { body } = await stack.get<{ verified: boolean }>('/users/@me', { token: ann.token })
    expect(body.verified).to.equal(false)
    expect((await stack.post('/auth/verify/info', { body: { token } })).status).to.equal(200)
  })

  it('resets no password', async () => {
    await stack.post('/auth/forgot', { body: { email: ann.email } })
    const [token = ''] = await tokens(ann.email, 'reset')
    await pressed('reset', token)
    expect((await login()).status).to.equal(200)
    expect((await stack.post('/auth/reset/info', { body: { token } })).status).to.equal(200)
  })

  it('takes no account from the person who registered it', async () => {
    const token = await take(ann.email, disowningToken)
    await pressed('reset', token, 'disown=1&')
    expect((await login()).status).to.equal(200)
    const { body } = await stack.post<{ removes: boolean }>('/auth/reset/info', {
      body: { token },
    })
    expect(body.removes).to.equal(true)
  })

  it('reverts no change of an address', async () => {
    const step = async <Body>(path: string, body: object = {}) =>
      (await stack.post<Body>(`/users/@me/email-change/${path}`, { token: ann.token, body })).body
    const moved = `moved-${ann.user_id}@gatehouse.test`
    const { ticket, original_proof } = await step<{ ticket: string; original_proof: string }>('start')
    await step('request-new', { ticket, original_proof, new_email: moved })
    const code = await take(moved, codeIn)
    const { email_token } = await step<{ email_token: string }>('verify-new', {
      ticket,
      original_proof,
      code,
    })
    await stack.patch('/users/@me', { token: ann.token, body: { email_token } })
    const [token = ''] = await tokens(ann.email, 'revert')
    await pressed('revert', token)
    const { body } = await stack.get<{ email: string }>('/users/@me', { token: ann.token })
    expect(body.email).to.equal(moved)
  })
})
