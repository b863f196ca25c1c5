import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { press, shows, useAccountPages } from './account-page.ts'
import { captchaDouble } from './captcha-double.ts'
import { openDevStack } from './dev-stack.ts'

describe('captchas on the account pages', () => {
  const captcha = captchaDouble()
  const stack = openDevStack({ settings: captcha.env })
  const { open, inspect } = useAccountPages(stack, {
    allowed: () => [captcha.env.GATEHOUSE_CAPTCHA_SCRIPT_URL],
  })

  const solve = (page: Page) => page.getByRole('button', { name: /^I am a person site-key/ }).click()
  const fill = async (page: Page) => {
    await page.getByLabel('Email', { exact: true }).fill('cap@gatehouse.test')
    await page.getByLabel('Password', { exact: true }).fill('violet-anchor-9')
  }

  it('are required to register and to sign in, once each', async () => {
    const page = await open('/account/register?lang=en')
    await fill(page)
    await page.getByLabel('Date of birth').fill('1990-01-01')
    await page.getByLabel(/^I agree/).check()
    await press(page, 'Create account')
    await shows(page, 'Solve the captcha to continue.')
    await inspect(page, 'registration without a captcha')
    await solve(page)
    await press(page, 'Create account')
    await shows(page, 'Your account is ready.')
    await press(page, 'Sign out')
    await shows(page, 'You are signed out.')

    await fill(page)
    await page.getByLabel('Password', { exact: true }).fill('not-my-password')
    await solve(page)
    await press(page, 'Sign in')
    await shows(page, 'The email or the password is incorrect.')
    await fill(page)
    await press(page, 'Sign in')
    await shows(page, 'Solve the captcha to continue.')
    await solve(page)
    await press(page, 'Sign in')
    await shows(page, 'cap@gatehouse.test')
    expect(captcha.verified).to.have.lengthOf(3)
  })

  it('are in the language and colors of the page', async () => {
    const page = await open('/account/sign-in?lang=de', { colorScheme: 'dark' })
    await page.getByRole('button', { name: 'I am a person site-key de dark' }).waitFor()
  })

  it('report a script that is blocked', async () => {
    const page = await open('/account/sign-in?lang=fr')
    await page.route('**/api.js', (route) => route.abort())
    await page.reload()
    await shows(page, /^Le captcha n’a pas pu être chargé\./)
  })
})
