import { sitePages } from '@gatehouse/dev/docs-site/site-pages'
import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityProblems, horizontalOverflow } from './accessibility.ts'
import { useBrowser } from './browser.ts'
import { openDevStack } from './dev-stack.ts'

const guides = ['/docs', ...sitePages.map(({ slug }) => `/docs/${slug}`)]

describe('the documentation site in Chromium', () => {
  const stack = openDevStack()
  const browser = useBrowser()
  let context: BrowserContext | undefined
  let problems: string[]

  beforeEach(() => {
    problems = []
  })
  afterEach(async () => {
    await context?.close()
    expect(problems).to.deep.equal([])
  })

  /** Collects errors, also of the content security policy, and requests to other origins. */
  async function open(path: string, scheme: 'light' | 'dark', width: number): Promise<Page> {
    const { gateway } = stack.network().urls
    await context?.close()
    context = await browser().newContext({ colorScheme: scheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${path}: ${message.text()}`)
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== gateway) problems.push(`${path}: ${request.url()}`)
    })
    await page.goto(gateway + path)
    return page
  }

  it('has accessible guides', async () => {
    const page = await open('/docs', 'light', 1440)
    for (const path of guides) {
      await page.goto(stack.network().urls.gateway + path)
      for (const problem of await accessibilityProblems(page)) problems.push(`${path}, ${problem}`)
    }
  }).timeout(10 * 60_000)

  it('has examples that call the gateway that serves them', async () => {
    const page = await open('/docs/start', 'light', 1440)
    await page.getByRole('button', { name: 'Copy' }).first().waitFor()
    const examples = (await page.locator('pre').allTextContents()).join('\n')
    expect(examples).to.include(`API=${stack.network().urls.gateway}\n`)
    expect(examples).not.to.include('localhost:8080')
  })

  it('finds a section by keyboard', async () => {
    const page = await open('/docs', 'light', 1440)
    await page.keyboard.press('/')
    await page.keyboard.type('openssl signature')
    const first = page.getByRole('option').first()
    await first.waitFor()
    expect(await first.textContent()).to.match(/^Connect a sender › Signatures/)
    await page.keyboard.press('ArrowDown')
    expect(await first.getAttribute('aria-selected')).to.equal('true')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/webhook-senders#signatures')
  })

  it('says that nothing was found', async () => {
    const page = await open('/docs/limits', 'light', 1440)
    await page.getByRole('combobox').fill('zeppelin')
    await page.getByText('0 results').waitFor({ state: 'attached' })
    expect(await page.getByRole('listbox').isVisible()).to.equal(false)
  })

  it('opens the navigation on narrow screens, and skips to the content by keyboard', async () => {
    const page = await open('/docs/errors', 'light', 320)
    const link = page.getByRole('link', { name: 'Rate limits', exact: true })
    expect(await link.isVisible()).to.equal(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await page.waitForURL('**/docs/limits')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).to.equal('#content')
  })

  async function openReference(scheme: 'light' | 'dark', width: number): Promise<Page> {
    const page = await open('/docs/reference', scheme, width)
    await page.getByRole('heading', { name: 'Gatehouse' }).waitFor()
    await page.locator(`body.${scheme}-mode`).waitFor()
    expect(await horizontalOverflow(page)).to.equal(0)
    return page
  }

  it('has an API reference for narrow screens, in dark', async () => {
    await openReference('dark', 320)
  })

  it('has an API reference with a search, which sends requests to its own origin', async () => {
    const page = await openReference('light', 1440)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('combobox').fill('Sign out')
    await page
      .getByRole('option', { name: /Sign out/ })
      .first()
      .click()
    const send = page.getByRole('button', { name: /Test Request.*\/auth\/logout/ })
    await send.click()
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/logout'))
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await answered).status()).to.equal(204)
  })
})
