import { expect } from 'chai'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { openDevStack } from './dev-stack.ts'
import { codeIn, tokenOf, useReceivedMails } from './received-mails.ts'

describe('the pages that change an email address', () => {
  const { settings, take } = useReceivedMails()
  const stack = openDevStack({ settings })
  const { open, inspect, openSignedIn } = useAccountPages(stack)

  const me = async (token: string) =>
    (await stack.get<{ email: string; verified: boolean }>('/users/@me', { token })).body

  it('prove both addresses with codes, and the identity with the password', async () => {
    const account = await stack.register('mover')
    await stack.post('/auth/verify', { body: { token: await take(account.email, tokenOf('verify')) } })
    const target = `moved-${account.user_id}@gatehouse.test`
    const page = await openSignedIn(account)
    await page.getByRole('link', { name: 'Change email address' }).click()
    await shows(page, account.email)
    await inspect(page, 'start of a change')
    await press(page, 'Continue')
    await shows(page, 'Confirm your current address')
    await inspect(page, 'code of the current address')
    const original = page.locator('#original')
    await original.getByLabel('Code').fill('AAAA-AAAA')
    await original.getByRole('button', { name: 'Continue' }).click()
    await shows(page, 'This code is incorrect.')
    await inspect(page, 'wrong code')
    await original.getByLabel('Code').fill((await take(account.email, codeIn)).toLowerCase())
    await page.keyboard.press('Enter')
    await shows(page, 'Enter your new address')
    await page.locator('#new').getByRole('button', { name: 'Start over' }).click()
    await page.locator('#start').waitFor()
    await press(page, 'Continue')
    await original.getByLabel('Code').fill(await take(account.email, codeIn))
    await page.keyboard.press('Enter')
    await page.getByLabel('New email address').fill(account.email)
    await press(page, 'Send code')
    await shows(page, 'Enter an address that is different from your current one.')
    await inspect(page, 'rejected new address')
    await page.getByLabel('New email address').fill(target)
    await page.keyboard.press('Enter')
    await shows(page, target)
    await inspect(page, 'code of the new address')
    // The password of the sign-in no longer counts as a recent proof.
    stack.network().clock.advance(5 * 60_000 + 1)
    await page
      .locator('#confirm')
      .getByLabel('Code')
      .fill(await take(target, codeIn))
    await page.locator('#confirm').getByRole('button', { name: 'Change email address' }).click()
    await heading(page, 'Confirm that it is you')
    await inspect(page, 'password of a change')
    await page.locator('#step-up-password').fill(account.password)
    await press(page, 'Confirm')
    await shows(page, 'Your email address is changed. All other sessions have ended.')
    await shows(page, target)
    expect(await page.locator('.session').count()).to.equal(1)
    await take(account.email, tokenOf('revert'))
  })

  it('undo a change with the link of the mail, after the button is pressed', async () => {
    const account = await stack.register('victim')
    const thief = `thief-${account.user_id}@gatehouse.test`
    const step = <Body>(path: string, body: object = {}) =>
      stack.post<Body>(`/users/@me/email-change/${path}`, { token: account.token, body })
    const { ticket, original_proof } = (await step<{ ticket: string; original_proof: string }>('start')).body
    await step('request-new', { ticket, original_proof, new_email: thief })
    const code = await take(thief, codeIn)
    const { email_token } = (
      await step<{ email_token: string }>('verify-new', { ticket, original_proof, code })
    ).body
    await stack.patch('/users/@me', {
      token: account.token,
      body: { email_token, password: account.password },
    })

    const path = `/account/revert?lang=en#token=${await take(account.email, tokenOf('revert'))}`
    const page = await open(path)
    await shows(page, account.email)
    expect(await page.locator('input[autocomplete=username]').inputValue()).to.equal(account.email)
    await inspect(page, 'revert')
    await page.reload()
    await shows(page, account.email)
    expect(new URL(page.url()).hash).to.equal('')
    expect((await me(account.token)).email).to.equal(thief)
    await page.getByLabel('New password').fill('password')
    await press(page, 'Undo the change')
    await shows(page, 'This password is too common. Choose a different one.')
    await page.getByLabel('New password').fill('violet-anchor-81')
    await page.keyboard.press('Enter')
    await shows(page, /^The change is undone, your password is changed/)
    await shows(page, account.email)
    await inspect(page, 'reverted')
    expect((await stack.get('/users/@me', { token: account.token })).status).to.equal(401)

    const again = await open(path)
    await shows(again, 'This link is invalid, expired or already used.')
    await inspect(again, 'used link')
    const incomplete = await open('/account/revert', { locale: 'fr' })
    await shows(incomplete, /^Ce lien est incomplet\./)
  })

  it('ask to sign in first', async () => {
    const page = await open('/account/email?lang=de')
    await shows(page, 'Passwort vergessen?')
  })
})
