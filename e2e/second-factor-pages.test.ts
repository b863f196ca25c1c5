import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { codeIn, tokenOf, useReceivedMails } from './received-mails.ts'

const minute = 60_000
const wrongCode = '000000'

describe('second factors on the account pages', () => {
  const { settings, take } = useReceivedMails()
  const stack = openDevStack({ settings })
  const app = authenticatorApp(stack)
  const { open, inspect } = useAccountPages(stack)
  let ann: TestAccount
  let secret = ''
  let backupCodes: string[] = []

  const focused = (page: Page) => page.evaluate('document.activeElement.id')
  const field = (page: Page) => page.locator('#second-factor-code')
  const enter = async (page: Page, code: string) => {
    await field(page).fill(code)
    await page.keyboard.press('Enter')
  }

  /** Until the page asks for a code. */
  async function signIn(language = 'en'): Promise<Page> {
    const page = await open(`/account/sign-in?lang=${language}`)
    await page.locator('#email').fill(ann.email)
    await page.locator('#password').fill(ann.password)
    await page.keyboard.press('Enter')
    await page.locator('#second-step').waitFor()
    return page
  }

  beforeEach(async () => {
    ann = await stack.register('ann')
    ;({ secret, backupCodes } = await app.enable(ann))
  })

  describe('sign-in', () => {
    it('asks for a code, shows a wrong one beside the field and accepts the next', async () => {
      const page = await signIn()
      await heading(page, 'Enter your code')
      expect(await focused(page)).to.equal('second-factor-code')
      expect(await page.locator('#first-step').isVisible()).to.equal(false)
      await inspect(page, 'second step')
      await enter(page, wrongCode)
      const problem = page.locator('#second-factor-code-error')
      await problem.waitFor()
      expect(await problem.textContent()).to.match(/^This code is incorrect or was already used\./)
      expect(await field(page).getAttribute('aria-invalid')).to.equal('true')
      expect(await page.evaluate('document.activeElement.className')).to.include('summary')
      await inspect(page, 'wrong code')
      await enter(page, await app.freshCodeOf(secret))
      await shows(page, 'Where you are signed in')
      await shows(page, ann.email)
    })

    it('continues in another language', async () => {
      const page = await signIn()
      await page.getByRole('link', { name: 'Français' }).click()
      await heading(page, 'Saisissez votre code')
      expect(await focused(page)).to.equal('second-factor-code')
      await page.reload()
      await heading(page, 'Saisissez votre code')
      await enter(page, await app.freshCodeOf(secret))
      await shows(page, ann.email)
      expect(await page.evaluate('Object.keys(sessionStorage)')).to.deep.equal(['gatehouse.session'])
    })

    it('is left with the link to the first step', async () => {
      const page = await signIn()
      await page.locator('#second-step .forgot a').click()
      await page.locator('#first-step').waitFor()
      expect(await page.evaluate('sessionStorage.length')).to.equal(0)
    })

    it('accepts a backup code', async () => {
      const page = await signIn()
      await enter(page, backupCodes[0]?.toUpperCase() ?? '')
      await shows(page, 'Where you are signed in')
    })

    it('starts again with a notice if the ticket has expired', async () => {
      const page = await signIn()
      await stack.network().clock.advance(5 * minute)
      await enter(page, app.codeOf(secret))
      await shows(page, 'This sign-in has expired, or a code was wrong too often. Sign in again.')
      await page.locator('#first-step').waitFor()
      expect(await focused(page)).to.equal('email')
      await inspect(page, 'expired ticket')
    })

    it('starts again with a notice if the factor was removed', async () => {
      const page = await signIn()
      const body = {
        code: 'INVALID_FORM_BODY',
        message: 'One or more fields are invalid.',
        errors: [
          { path: 'code', code: 'TOTP_NOT_ENABLED', message: 'This account has no authenticator app.' },
        ],
      }
      await page.route('**/auth/login/mfa/totp', (route) => route.fulfill({ status: 400, json: body }))
      await enter(page, wrongCode)
      await shows(page, 'Your authenticator app was removed from this account. Sign in again.')
    })

    it('shows the remaining seconds of a limit', async () => {
      const page = await signIn()
      const body = { code: 'RATE_LIMITED', message: 'Too many requests.', retry_after: 30, global: false }
      await page.route('**/auth/login/mfa/totp', (route) => route.fulfill({ status: 429, json: body }))
      await enter(page, wrongCode)
      await shows(page, 'Too many attempts. Try again in 30 seconds.')
      await shows(page, /^Try again in \d+ s$/)
      await inspect(page, 'rate limited')
    })

    it('returns to the first step by link', async () => {
      const page = await signIn()
      await page.getByRole('link', { name: 'Back to sign-in' }).click()
      await page.locator('#first-step').waitFor()
    })

    for (const [language, title] of [
      ['de', 'Code eingeben'],
      ['fr', 'Saisissez votre code'],
    ] as const) {
      it(`has texts in ${language}`, async () => {
        const page = await signIn(language)
        await heading(page, title)
        await inspect(page, `second step in ${language}`)
      })
    }
  })

  /** A mailed link to an address that is not verified would remove the app. */
  const verify = async () =>
    stack.post('/auth/verify', { body: { token: await take(ann.email, tokenOf('verify')) } })

  it('signs in with a code after a reset', async () => {
    await verify()
    await stack.post('/auth/forgot', { body: { email: ann.email } })
    const page = await open(`/account/reset?lang=en#token=${await take(ann.email, tokenOf('reset'))}`)
    await page.getByLabel('New password').fill('violet-anchor-82')
    await press(page, 'Change password')
    await shows(page, 'Your new password is set. Complete the sign-in below.')
    expect(await focused(page)).to.equal('second-factor-code')
    await inspect(page, 'second step of a reset')
    await enter(page, await app.freshCodeOf(secret))
    await shows(page, /^Your password is changed and you are signed in\./)
    await shows(page, ann.email)
  })

  it('signs in with a code after an email revert', async () => {
    await verify()
    const thief = `thief-${ann.user_id}@gatehouse.test`
    const step = <Body>(path: string, body: object = {}) =>
      stack.post<Body>(`/users/@me/email-change/${path}`, { token: ann.token, body })
    const { ticket } = (await step<{ ticket: string }>('start')).body
    const { original_proof } = (
      await step<{ original_proof: string }>('verify-original', {
        ticket,
        code: await take(ann.email, codeIn),
      })
    ).body
    await step('request-new', { ticket, original_proof, new_email: thief })
    const code = await take(thief, codeIn)
    const { email_token } = (
      await step<{ email_token: string }>('verify-new', { ticket, original_proof, code })
    ).body
    await stack.patch('/users/@me', { token: ann.token, body: { email_token } })
    const page = await open(`/account/revert?lang=en#token=${await take(ann.email, tokenOf('revert'))}`)
    await page.getByLabel('New password').fill('violet-anchor-83')
    await press(page, 'Undo the change')
    await shows(page, 'The change is undone and your new password is set. Complete the sign-in below.')
    await enter(page, await app.freshCodeOf(secret))
    await shows(page, /^The change is undone, your password is changed/)
  })

  it('proves the identity with a code', async () => {
    const page = await signIn()
    await enter(page, await app.freshCodeOf(secret))
    await shows(page, 'Where you are signed in')
    // The sign-in no longer counts as a recent proof.
    await stack.network().clock.advance(5 * minute + 1)
    await press(page, 'End all other sessions')
    await page.locator('#end-others-dialog').getByRole('button', { name: 'End all other sessions' }).click()
    await heading(page, 'Confirm that it is you')
    expect(await focused(page)).to.equal('step-up-code')
    expect(await page.locator('#step-up-password').isVisible()).to.equal(false)
    await inspect(page, 'code of a step-up')
    await page.locator('#step-up-code').fill(wrongCode)
    await press(page, 'Confirm')
    const problem = page.locator('#step-up-code-error')
    await problem.waitFor()
    expect(await problem.textContent()).to.match(/^This code is incorrect or was already used\./)
    await inspect(page, 'wrong code of a step-up')
    await page.locator('#step-up-code').fill(app.codeOf(secret))
    await press(page, 'Confirm')
    await shows(page, 'All other sessions were ended.')
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(401)
  })
})
