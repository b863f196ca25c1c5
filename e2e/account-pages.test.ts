import { expect } from 'chai'
import { firefox, heading, press, shows, useAccountPages } from './account-page.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'

const minute = 60_000

describe('the account pages in Chromium', () => {
  const stack = openDevStack()
  const { open, inspect, openSignedIn } = useAccountPages(stack)
  let ann: TestAccount

  before(async () => {
    ann = await stack.register('ann')
  })

  describe('sign-in', () => {
    it('works with the keyboard only', async () => {
      const page = await open('/account/sign-in')
      await heading(page, 'Sign in')
      await page.keyboard.type(ann.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(ann.password)
      await page.keyboard.press('Enter')
      await shows(page, ann.email)
      expect(await page.evaluate('document.cookie')).to.equal('')
      expect(await page.evaluate('localStorage.length')).to.equal(0)
    })

    it('shows one error for a wrong password, focuses it and links to the field', async () => {
      const page = await open('/account/sign-in')
      await inspect(page, 'sign-in')
      await page.getByLabel('Email', { exact: true }).fill(ann.email)
      await page.getByLabel('Password', { exact: true }).fill('not-my-password')
      await press(page, 'Show password')
      await press(page, 'Sign in')
      const summary = page.getByRole('alert')
      expect(await summary.textContent()).to.equal('The email or the password is incorrect.')
      expect(await page.evaluate('document.activeElement.className')).to.include('summary')
      expect(await page.locator('[aria-invalid=true]').count()).to.equal(2)
      expect(await page.getAttribute('#password', 'type')).to.equal('password')
      await inspect(page, 'wrong password')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).to.equal('email')
    })

    it('shows the remaining seconds of a limit', async () => {
      const page = await open('/account/sign-in')
      const body = { code: 'RATE_LIMITED', message: 'Too many requests.', retry_after: 4, global: false }
      await page.route('**/auth/login', (route) => route.fulfill({ status: 429, json: body }))
      await press(page, 'Sign in')
      await shows(page, 'Too many attempts. Try again in 4 seconds.')
      await shows(page, /^Try again in [1-4] s$/)
      await inspect(page, 'rate limited')
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    })

    it('marks the button while the request runs', async () => {
      const page = await open('/account/sign-in')
      await page.route('**/auth/login', () => {})
      await press(page, 'Sign in')
      await page.locator('form[aria-busy=true] button[aria-disabled=true]').waitFor()
      await inspect(page, 'busy')
    })

    it('shows a lost connection and an unknown error', async () => {
      const page = await open('/account/sign-in')
      await page.route('**/auth/login', (route) => route.abort())
      await press(page, 'Sign in')
      await shows(page, /^The service cannot be reached\./)
      await page.unroute('**/auth/login')
      const body = { code: 'SOMETHING_NEW', message: 'This is new.' }
      await page.route('**/auth/login', (route) => route.fulfill({ status: 400, json: body }))
      await press(page, 'Sign in')
      await shows(page, 'This is new.')
    })

    it('follows the language of the browser, and another one by link', async () => {
      const page = await open('/account/sign-in', { locale: 'de-AT' })
      await heading(page, 'Anmelden')
      await page.getByRole('link', { name: 'Français' }).click()
      await heading(page, 'Se connecter')
      await page.getByRole('link', { name: 'Créer un compte' }).click()
      await heading(page, 'Créer un compte')
      expect(await page.evaluate('document.documentElement.lang')).to.equal('fr')
      await inspect(page, 'registration in French')
      expect(await page.context().cookies()).to.deep.equal([])
    })

    it('needs JavaScript, and explains it', async () => {
      const page = await open('/account/sign-in', { javaScriptEnabled: false })
      await shows(page, /^This page needs JavaScript\./)
      expect(await page.getByLabel('Email', { exact: true }).isVisible()).to.equal(false)
    })
  })

  describe('registration', () => {
    it('shows all invalid fields in their order, then creates the account', async () => {
      const page = await open('/account/register')
      await page.getByLabel('Email', { exact: true }).fill('zoe@')
      await press(page, 'Create account')
      const links = page.getByRole('alert').getByRole('link')
      await links.first().waitFor()
      expect(await links.allTextContents()).to.deep.equal([
        'Enter a valid email address, such as name@example.com.',
        'Use between 8 and 256 characters.',
        'Enter a valid date, with all four digits of the year.',
        'Agree to the terms of service and the privacy policy to continue.',
      ])
      await inspect(page, 'invalid registration')
      const rule = page.getByText('At least 8 characters')
      await page.getByLabel('Password', { exact: true }).fill('1234567')
      expect(await rule.getAttribute('class')).to.equal('rule')
      await page.getByLabel('Password', { exact: true }).fill('12345678')
      expect(await rule.getAttribute('class')).to.equal('rule met')
      await inspect(page, 'long enough password')
      await page.getByLabel('Email', { exact: true }).fill('zoe@gatehouse.test')
      await page.getByLabel('Password', { exact: true }).fill('violet-anchor-9')
      await page.getByLabel('Display name').fill('Zoë <b>')
      await page.getByLabel('Date of birth').fill('1990-01-01')
      await page.getByLabel(/^I agree/).check()
      await press(page, 'Create account')
      await shows(page, 'Your account is ready.')
      await shows(page, 'zoe@gatehouse.test')
    })
  })

  describe('sessions', () => {
    it('are listed, and ended after the password is confirmed', async () => {
      const bea = await stack.register('bea', {}, { 'user-agent': firefox })
      const page = await openSignedIn(bea)
      await shows(page, 'Firefox on Linux')
      await inspect(page, 'sessions')
      stack.network().clock.advance(6 * minute)
      await page.reload()
      await press(page, 'End session: Firefox on Linux')
      await heading(page, 'Confirm that it is you')
      await inspect(page, 'step-up')
      await page.keyboard.type('not-my-password')
      await page.keyboard.press('Enter')
      await shows(page, 'The password is incorrect.')
      await inspect(page, 'step-up with a wrong password')
      await page.getByLabel('Password', { exact: true }).fill(bea.password)
      await press(page, 'Confirm')
      await shows(page, 'The session was ended.')
      expect(await page.locator('.session').count()).to.equal(1)
      expect((await stack.get('/auth/sessions', { token: bea.token })).status).to.equal(401)
    })

    it('stay if the dialog is closed', async () => {
      const bea = await stack.register('bea', {}, { 'user-agent': firefox })
      const page = await openSignedIn(bea)
      await shows(page, 'Firefox on Linux')
      stack.network().clock.advance(6 * minute)
      await press(page, 'End session: Firefox on Linux')
      await heading(page, 'Confirm that it is you')
      await page.keyboard.press('Escape')
      await page.locator('#step-up').waitFor({ state: 'hidden' })
      expect((await stack.get('/auth/sessions', { token: bea.token })).status).to.equal(200)
      expect(await page.getByRole('alert').count()).to.equal(0)
    })

    it('are all ended except this one', async () => {
      const bea = await stack.register('bea', {}, { 'user-agent': firefox })
      const page = await openSignedIn(bea)
      await press(page, 'End all other sessions')
      await heading(page, 'End all other sessions?')
      await inspect(page, 'end all other sessions')
      await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
      await shows(page, 'All other sessions were ended.')
      expect((await stack.get('/auth/sessions', { token: bea.token })).status).to.equal(401)
    })

    it('that ended elsewhere lead to the sign-in page', async () => {
      const bea = await stack.register('bea')
      const page = await openSignedIn(bea)
      await shows(page, bea.email)
      await page.route('**/auth/sessions', (route) =>
        route.fulfill({
          status: 401,
          json: { code: 'UNAUTHORIZED', message: 'Authentication is required.' },
        }),
      )
      await page.reload()
      await shows(page, 'Your session has ended. Sign in again.')
      expect(await page.evaluate('sessionStorage.length')).to.equal(0)
    })

    it('are removed from a page that the browser may show again', async () => {
      const page = await openSignedIn(ann)
      await shows(page, ann.email)
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
      expect(await page.content())
        .not.to.include(ann.email)
        .and.not.to.include('Chrome on Linux')
      await page.evaluate("sessionStorage.removeItem('gatehouse.session')")
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
      await heading(page, 'Sign in')
    })
  })

  it('change nothing when they are opened', async () => {
    const page = await openSignedIn(ann)
    const changes: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // What a mailed token would do; a POST, so that proxies do not log the token.
      if (request.method() !== 'GET' && !pathname.endsWith('/info'))
        changes.push(`${request.method()} ${pathname}`)
    })
    for (const name of [
      'sign-in',
      'register',
      'sessions',
      'handoff',
      'verify',
      'forgot',
      'reset',
      'revert',
      'authorize-ip',
    ]) {
      await page.goto(`${stack.network().urls.gateway}/account/${name}#code=ABCD-EFGH&token=abc`)
      await page.locator('#content').waitFor()
      await page.waitForLoadState('networkidle')
      expect(changes, name).to.deep.equal([])
    }
  })

  describe('after sign-out', () => {
    // The headless shell has no back-forward cache.
    const pages = useAccountPages(stack, { chromium: 'chromium' })

    it('show nothing of the account when the browser goes back', async () => {
      const page = await pages.openSignedIn(ann)
      await page.getByRole('link', { name: 'Sign in a device' }).click()
      await heading(page, 'Sign in another device')
      await page.goBack()
      await shows(page, ann.email)
      await page.goForward()
      await heading(page, 'Sign in another device')
      await press(page, 'Sign out')
      await shows(page, 'You are signed out.')
      await page.goBack()
      await heading(page, 'Sign in')
      expect(await page.content()).not.to.include(ann.email)
    })
  })
})
