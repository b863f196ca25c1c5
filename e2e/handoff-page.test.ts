import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { firefox, heading, press, shows, useAccountPages } from './account-page.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'

describe('the handoff page in two browsers', () => {
  const stack = openDevStack()
  const { open, inspect, openSignedIn } = useAccountPages(stack)
  let ann: TestAccount

  before(async () => {
    ann = await stack.register('ann')
  })

  async function shownCode(page: Page): Promise<string> {
    await page.locator('#code').waitFor()
    return (await page.locator('#code').textContent()) ?? ''
  }

  it('signs in the device that shows a code, after its confirmation', async () => {
    const receiver = await open('/account/handoff', { userAgent: firefox })
    await inspect(receiver, 'receive')
    await press(receiver, 'Show a code')
    const code = await shownCode(receiver)
    expect(code).to.match(/^\w{4}-\w{4}$/)
    await inspect(receiver, 'code')

    const giver = await openSignedIn(ann, `/account/handoff?lang=en#code=${code}`)
    expect(await giver.getByRole('textbox', { name: 'Code' }).inputValue()).to.equal(code)
    expect(new URL(giver.url()).hash).to.equal('')
    await inspect(giver, 'give')
    await press(giver, 'Continue')
    await shows(giver, /^Firefox on Linux · /)
    await inspect(giver, 'receiver')
    await press(giver, 'Yes, sign it in')
    await shows(giver, 'The other device is being signed in.')
    await shows(receiver, ann.email)
  })

  it('signs in the device that enters a code', async () => {
    const giver = await openSignedIn(ann)
    await giver.getByRole('link', { name: 'Sign in a device' }).click()
    await press(giver, 'Show a code on this device instead')
    const code = await shownCode(giver)
    const receiver = await open('/account/handoff', { userAgent: firefox })
    await receiver.getByText('The other device shows a code').click()
    await receiver.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
    await press(receiver, 'Continue')
    await shows(receiver, 'Confirm on the other device to finish.')
    await shows(giver, /^Firefox on Linux · /)
    await press(giver, 'Yes, sign it in')
    await shows(receiver, ann.email)
  })

  it('asks a device that was signed in this way for a proof before it signs in another one', async () => {
    const child = await open('/account/handoff', { userAgent: firefox })
    await press(child, 'Show a code')
    const giver = await openSignedIn(ann, `/account/handoff?lang=en#code=${await shownCode(child)}`)
    await press(giver, 'Continue')
    await press(giver, 'Yes, sign it in')
    await shows(child, ann.email)

    const receiver = await open('/account/handoff')
    await press(receiver, 'Show a code')
    const code = await shownCode(receiver)
    await child.getByRole('link', { name: 'Sign in a device' }).click()
    await child.getByRole('textbox', { name: 'Code' }).fill(code)
    await press(child, 'Continue')
    await press(child, 'Yes, sign it in')
    await heading(child, 'Confirm that it is you')
    await inspect(child, 'proof of a giver')
    await child.locator('#step-up-password').fill(ann.password)
    await child.keyboard.press('Enter')
    await shows(child, 'The other device is being signed in.')
    await shows(receiver, ann.email)
  })

  it('can be declined, cancelled and fail', async () => {
    const receiver = await open('/account/handoff')
    await press(receiver, 'Show a code')
    const code = await shownCode(receiver)
    const giver = await openSignedIn(ann)
    await giver.getByRole('link', { name: 'Sign in a device' }).click()
    await giver.getByRole('textbox', { name: 'Code' }).fill(code)
    await press(giver, 'Continue')
    await press(giver, 'Decline')
    await shows(giver, 'Declined. The other device was not signed in.')
    await shows(receiver, 'The code expired or was cancelled.')

    await giver.getByRole('textbox', { name: 'Code' }).fill(code)
    await press(giver, 'Continue')
    await shows(giver, 'This code is wrong, expired or already used.')
    await inspect(giver, 'wrong code')
  })
})
