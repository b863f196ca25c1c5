import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { type GuildChannel, openDevStack, type TestAccount } from './dev-stack.ts'

describe('the page of webhooks', () => {
  const stack = openDevStack()
  const { open, openSignedIn, inspect } = useAccountPages(stack)
  let ann: TestAccount
  let guildChannel: GuildChannel

  beforeEach(async () => {
    ann = await stack.register('ann')
    guildChannel = await stack.createGuildChannel(ann)
  })

  const openChannel = (id: string, language = 'en'): Promise<Page> =>
    openSignedIn(ann, `/account/webhooks?lang=${language}&channel_id=${id}`)

  it('opens the sign-in page without a session', async () => {
    await heading(await open('/account/webhooks?lang=en'), 'Sign in')
  })

  it('explains why a channel cannot be shown', async () => {
    const { channel_id } = await stack.createGuildChannel(await stack.register('bob'))
    const page = await openChannel(channel_id)
    await page.locator('#failure').getByText('You are not a member of the guild of this channel.').waitFor()
    await page.locator('#channel_id').fill('general')
    await press(page, 'Show webhooks')
    await page.locator('#channel_id-error').waitFor()
    await inspect(page, 'invalid channel id')
    expect(await page.locator('#of-channel').isHidden()).to.equal(true)
  })

  it('creates a webhook, copies its URLs, posts a test and replays it', async () => {
    const page = await openChannel(guildChannel.channel_id)
    await shows(page, 'This channel has no webhooks.')
    await press(page, 'Create webhook')
    await page.locator('#name-error').waitFor()
    await page.locator('#name').fill('<b>Builds</b>')
    await page.keyboard.press('Enter')
    await heading(page, '<b>Builds</b>')
    await inspect(page, 'a webhook')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'Copy the URL of <b>Builds</b> for GitHub')
    await shows(page, 'Copied')
    const url = new URL(await page.evaluate<string>('navigator.clipboard.readText()'))
    expect(url.pathname).to.match(/^\/webhooks\/\d+\/ghw_[\w-]{43}\/code-host$/)

    await press(page, 'Send a test message: <b>Builds</b>')
    await shows(page, 'The test message was posted.')
    await press(page, 'Last deliveries: <b>Builds</b>')
    await page.locator('.deliveries h3', { hasText: 'posted' }).waitFor()
    await inspect(page, 'deliveries')
    await press(page, 'Replay: native')
    await shows(page, 'The delivery was executed again: posted.')
    expect(await page.locator('.deliveries li').count()).to.equal(2)
    expect(await stack.listMessages(guildChannel)).to.have.length(2)
  })

  it('shows a rejected delivery, which cannot be replayed', async () => {
    const { id, token } = await stack.createWebhook(guildChannel, 'Builds')
    await stack.post(`/webhooks/${id}/${token}/chat-compat`, { body: { content: 'x' } })
    const page = await openChannel(guildChannel.channel_id)
    await press(page, 'Last deliveries: Builds')
    await page.locator('.deliveries h3', { hasText: 'rejected: NO_TEXT' }).waitFor()
    expect(await page.locator('.deliveries .reason').textContent()).to.match(
      /^The payload has no text or other visible content\./,
    )
    await inspect(page, 'a rejected delivery')
    expect(await page.locator('.deliveries .replay').isHidden()).to.equal(true)
  })

  it('shows the same channel in another language', async () => {
    await stack.createWebhook(guildChannel, 'Builds')
    const page = await openChannel(guildChannel.channel_id)
    await heading(page, 'Builds')
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await heading(page, 'Webhooks eines Kanals')
    await heading(page, 'Builds')
    await inspect(page, 'German')
    await page.getByRole('link', { name: 'Français' }).click()
    await heading(page, 'Webhooks d’un salon')
    await heading(page, 'Builds')
  })
})
