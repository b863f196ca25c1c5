import { useChromium } from '@gatehouse/dev/testing/needed-packages'
import axe from 'axe-core'
import { expect } from 'chai'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { DevStack, TestAccount } from './dev-stack.ts'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

/**
 * Opens account pages for the tests of one `describe`, each in a browser context of its own. A test fails if a page has an error, violates
 * its content security policy or requests anything but the gateway and the allowed URLs.
 */
export function useAccountPages(stack: DevStack, allowed: () => string[] = () => []) {
  const findChromium = useChromium()
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  let browser: Browser

  before(async function () {
    const executablePath = findChromium()
    if (executablePath === undefined) {
      console.log('      skipped: Chromium is not installed')
      this.skip()
    }
    browser = await chromium.launch({
      executablePath,
      // Chromium's own sandbox does not start for root in containers; it opens only our own pages.
      args: ['--no-sandbox'],
      // Playwright turns this cache off, which shows a page again as it was left.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect(problems.splice(0)).to.deep.equal([])
  })
  after(() => browser?.close())

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const { gateway } = stack.network().urls
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`))
    page.on('console', (message) => {
      const isResponse = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isResponse) problems.push(`${path}: ${message.text()}`)
    })
    page.on('request', (request) => {
      const isAllowed = request.url().startsWith(`${gateway}/`) || allowed().includes(request.url())
      if (!isAllowed) problems.push(`${path}: ${request.url()}`)
    })
    await page.goto(gateway + path)
    return page
  }

  /** Checks the state that the page shows: accessibility in light and dark, and no horizontal scrolling. */
  async function inspect(page: Page, state: string): Promise<void> {
    await page.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 1440]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
          'axe.run().then(({ violations }) => violations)',
        )
        for (const { id, nodes } of found)
          problems.push(`${state}, ${colorScheme}, ${width}: ${id}: ${nodes[0]?.html}`)
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        if (overflow > 0) problems.push(`${state}, ${width}: scrolls by ${overflow} px`)
      }
    }
  }

  return {
    open,
    inspect,
    async openSignedIn(account: TestAccount): Promise<Page> {
      const page = await open('/account/sign-in')
      await page.getByLabel('Email', { exact: true }).fill(account.email)
      await page.getByLabel('Password', { exact: true }).fill(account.password)
      await press(page, 'Sign in')
      await shows(page, 'Chrome on Linux')
      return page
    },
  }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor()
