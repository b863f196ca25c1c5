import type { Chromium } from '@gatehouse/dev/testing/needed-packages'
import { expect } from 'chai'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { accessibilityProblems } from './accessibility.ts'
import { useBrowser } from './browser.ts'
import type { DevStack, TestAccount } from './dev-stack.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

type Options = { allowed?: () => string[]; chromium?: Chromium }

/**
 * Opens account pages for the tests of one `describe`, each in a browser context of its own. A test fails if a page has an error, violates
 * its content security policy or requests anything but the gateway and what begins with an allowed URL.
 */
export function useAccountPages(stack: DevStack, { allowed = () => [], chromium }: Options = {}) {
  const browser = useBrowser(chromium)
  const contexts: BrowserContext[] = []
  const problems: string[] = []

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect(problems.splice(0)).to.deep.equal([])
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const { gateway } = stack.network().urls
    const context = await browser().newContext({ viewport: { width: 1440, height: 900 }, ...options })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`))
    page.on('console', (message) => {
      const isExpected = [
        'Failed to load resource',
        'The Cross-Origin-Opener-Policy header has been ignored',
      ].some((start) => message.text().startsWith(start))
      if (message.type() === 'error' && !isExpected) problems.push(`${path}: ${message.text()}`)
    })
    page.on('request', (request) => {
      const isAllowed =
        request.url().startsWith(`${gateway}/`) || allowed().some((url) => request.url().startsWith(url))
      if (!isAllowed) problems.push(`${path}: ${request.url()}`)
    })
    await page.goto(gateway + path)
    return page
  }

  /** Checks the state that the page shows: accessibility, and no horizontal scrolling. */
  async function inspect(page: Page, state: string): Promise<void> {
    for (const problem of await accessibilityProblems(page)) problems.push(`${state}, ${problem}`)
  }

  return {
    open,
    inspect,
    /** Opens a page in a browser with another session of the account. */
    async openSignedIn(account: TestAccount, path = '/account/sessions'): Promise<Page> {
      // A small document of the same origin, whose session storage the page reads.
      const page = await open('/auth/sso/status')
      const token = await stack.signIn(account, { 'user-agent': chrome })
      const session = JSON.stringify({ token, user_id: account.user_id })
      await page.evaluate(`sessionStorage.setItem('gatehouse.session', ${JSON.stringify(session)})`)
      await page.goto(stack.network().urls.gateway + path)
      await page.locator('#content').waitFor()
      return page
    },
  }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor()
