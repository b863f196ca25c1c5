import { type SmsCarrierDouble, smsCarrierDouble } from '@gatehouse/service-kit/testing/sms-carrier'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'

const minute = 60_000

describe('the account pages with codes by SMS', () => {
  const settings: Record<string, string> = {}
  let carrier: SmsCarrierDouble
  before(async () => {
    carrier = await smsCarrierDouble()
    Object.assign(settings, carrier.messages)
  })
  after(() => carrier.close())
  const stack = openDevStack({ settings })
  const app = authenticatorApp(stack)
  const { open, inspect } = useAccountPages(stack)
  let ann: TestAccount
  let phone = '+12025550100'

  beforeEach(async () => {
    ann = await stack.register('ann')
    phone = `+1202555${String(Number(phone.slice(-4)) + 1).padStart(4, '0')}`
  })

  const post = <Body>(path: string, body: unknown) => stack.post<Body>(path, { token: ann.token, body })
  async function enableByApi(): Promise<void> {
    await post('/users/@me/phone/send-verification', { phone })
    const { body } = await post('/users/@me/phone/verify', { phone, code: carrier.lastCode() })
    await post('/users/@me/phone', body)
    await post('/users/@me/mfa/sms/enable', {})
  }

  async function openSecurity(page: Page, language = 'en'): Promise<void> {
    await page.goto(`${stack.network().urls.gateway}/account/security?lang=${language}`)
    await shows(page, ann.email)
  }

  async function openSecondStep(language = 'en'): Promise<Page> {
    const page = await open(`/account/sign-in?lang=${language}`)
    await page.locator('#email').fill(ann.email)
    await page.locator('#password').fill(ann.password)
    await page.keyboard.press('Enter')
    await page.locator('#second-factor-code').waitFor()
    return page
  }

  it('confirm a phone number, turn its codes on and off, and remove it', async () => {
    const { secret } = await app.enable(ann)
    const page = await openSecondStep()
    await page.locator('#second-factor-code').fill(await app.freshCodeOf(secret))
    await page.keyboard.press('Enter')
    await heading(page, 'Where you are signed in')
    await openSecurity(page)
    await page.locator('#set-phone summary').click()
    await page.locator('#phone').fill('+49301234567')
    await press(page, 'Send code')
    await shows(page, 'Enter a mobile phone number with its country code')
    await inspect(page, 'not a mobile number')
    await page.locator('#phone').fill(phone)
    await press(page, 'Send code')
    await page.locator('#phone-code').fill('00000')
    await press(page, 'Confirm number')
    await shows(page, 'This code is incorrect, expired or already used.')
    await inspect(page, 'wrong code')
    await page.locator('#phone-code').fill(carrier.lastCode())
    await press(page, 'Confirm number')
    await shows(page, 'Your phone number is confirmed.')
    expect(await page.locator('#phone-number').textContent()).to.equal(phone)
    await inspect(page, 'with a phone number')
    await press(page, 'Turn on codes by SMS')
    await shows(page, 'Codes by SMS are on.')
    await press(page, 'Turn off codes by SMS')
    await shows(page, 'Codes by SMS are off.')
    await press(page, 'Remove the number')
    await shows(page, 'Your phone number is removed.')
  })

  it('sign in with a code by SMS, and with the app after all', async () => {
    const { secret } = await app.enable(ann)
    await enableByApi()
    const page = await openSecondStep()
    await press(page, 'Send a code by SMS')
    await shows(page, `A code is on its way to your phone ****${phone.slice(-4)}.`)
    await inspect(page, 'code by SMS')
    await page.locator('#second-factor-code').fill('00000')
    await page.keyboard.press('Enter')
    await page.locator('#second-factor-code-error').waitFor()
    await page.locator('#second-factor-code').fill(carrier.lastCode())
    await page.keyboard.press('Enter')
    await heading(page, 'Where you are signed in')

    const other = await openSecondStep()
    await press(other, 'Send a code by SMS')
    await press(other, 'Use the authenticator app instead')
    await other.locator('#second-factor-code').fill(await app.freshCodeOf(secret))
    await other.keyboard.press('Enter')
    await heading(other, 'Where you are signed in')
  })

  it('say that no code can be sent while the carrier is unavailable', async () => {
    await app.enable(ann)
    await enableByApi()
    const page = await openSecondStep()
    carrier.state.next = { status: 503 }
    await press(page, 'Send a code by SMS')
    await shows(page, 'No code can be sent to this number now.')
    carrier.state.next = null
  })

  it('ask for a code by SMS as proof of identity', async () => {
    await app.enable(ann)
    await enableByApi()
    const page = await openSecondStep()
    await press(page, 'Send a code by SMS')
    await shows(page, 'A code is on its way')
    await page.locator('#second-factor-code').fill(carrier.lastCode())
    await page.keyboard.press('Enter')
    await heading(page, 'Where you are signed in')
    await openSecurity(page)
    await stack.network().clock.advance(5 * minute + 1)
    await press(page, 'Turn off codes by SMS')
    await heading(page, 'Confirm that it is you')
    // The dialog can be opened several times.
    await page.keyboard.press('Escape')
    await press(page, 'Turn off codes by SMS')
    await page.locator('#step-up-send-sms').click()
    await shows(page, 'A code is on its way')
    await inspect(page, 'proof by SMS')
    await page.locator('#step-up-code').fill(carrier.lastCode())
    await press(page, 'Confirm')
    await shows(page, 'Codes by SMS are off.')
  })

  for (const language of ['de', 'fr'])
    it(`are accessible: ${language}`, async () => {
      await app.enable(ann)
      await enableByApi()
      const page = await openSecondStep(language)
      await page.locator('#second-factor-send-sms').click()
      await page.locator('#second-factor-sms-sent').waitFor()
      await inspect(page, `second step, ${language}`)
      await page.locator('#second-factor-code').fill(carrier.lastCode())
      await page.keyboard.press('Enter')
      await page.locator('#sessions li').first().waitFor()
      await openSecurity(page, language)
      await page.locator('#set-phone summary').click()
      await inspect(page, `phone section, ${language}`)
    })
})
