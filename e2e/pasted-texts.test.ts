import type { Page } from 'playwright-core'
import { firefox, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack } from './dev-stack.ts'

/** As the keyboards of these scripts write digits. */
const digits = {
  'Arabic digits': 0x0660,
  'Persian digits': 0x06f0,
  'Devanagari digits': 0x0966,
  'full-width digits': 0xff10,
}
const inScript = (code: string, zero: number) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

describe('what people paste into the account pages', () => {
  const stack = openDevStack()
  const app = authenticatorApp(stack)
  const { open, openSignedIn } = useAccountPages(stack)

  async function signIn(page: Page, email: string, password: string): Promise<void> {
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(password)
    await page.keyboard.press('Enter')
  }

  for (const [name, zero] of Object.entries(digits))
    it(`is read with ${name}, dashes and invisible characters`, async () => {
      const ann = await stack.register('ann')
      const { secret } = await app.enable(ann)
      const page = await open('/account/sign-in?lang=en')
      await signIn(page, `\u200B${ann.email}\u202C`, ann.password)
      await page.locator('#second-step').waitFor()
      const code = inScript(await app.freshCodeOf(secret), zero)
      await page.locator('#second-factor-code').fill(`\u200E${code.slice(0, 3)}\u2011${code.slice(3)}\u00A0`)
      await page.keyboard.press('Enter')
      await shows(page, 'Where you are signed in')
    })

  it('is read as a backup code with another dash, in full-width letters', async () => {
    const ann = await stack.register('ann')
    const { backupCodes } = await app.enable(ann)
    for (const change of [(code: string) => code.replace('-', '\u2013'), fullWidth]) {
      const page = await open('/account/sign-in?lang=en')
      await signIn(page, ann.email, ann.password)
      await page.locator('#second-step').waitFor()
      await page.locator('#second-factor-code').fill(change(backupCodes.shift() ?? ''))
      await page.keyboard.press('Enter')
      await shows(page, 'Where you are signed in')
    }
  })

  it('is read as the code of a handoff in full-width letters', async () => {
    const ann = await stack.register('ann')
    const giver = await openSignedIn(ann)
    await giver.getByRole('link', { name: 'Sign in a device' }).click()
    await press(giver, 'Show a code on this device instead')
    await giver.locator('#code:not(:empty)').waitFor()
    const code = (await giver.locator('#code').textContent()) ?? ''
    const receiver = await open('/account/handoff', { userAgent: firefox })
    await receiver.getByText('The other device shows a code').click()
    await receiver.getByRole('textbox', { name: 'Code' }).fill(`\u202A${fullWidth(code)}\u202C`)
    await press(receiver, 'Continue')
    await shows(receiver, 'Confirm on the other device to finish.')
  })
})
