import { type Chromium, useChromium } from '@gatehouse/dev/testing/needed-packages'
import { type Browser, chromium } from 'playwright-core'

/** A process of a parallel run executes many files. They share its browsers, which end with the process. */
const isShared = process.env.MOCHA_WORKER_ID !== undefined
const browsers = new Map<string, Promise<Browser>>()

/** Chromium for the tests of one `describe`, which are skipped if it is not installed. */
export function useBrowser(name: Chromium = 'chromium-headless-shell'): () => Browser {
  const findChromium = useChromium(name)
  let browser: Browser

  before(async function () {
    const executablePath = findChromium()
    if (executablePath === undefined) {
      console.log('      skipped: Chromium is not installed')
      this.skip()
    }
    const launched = browsers.get(executablePath) ?? launch(executablePath)
    browsers.set(executablePath, launched)
    browser = await launched
  })
  after(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    if (isShared) return
    browsers.clear()
    await browser?.close()
  })

  return () => browser
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Chromium's own sandbox does not start for root in containers; it opens only our own pages.
    // Most scripts run once, so optimizing them takes longer than it saves.
    // A name other than localhost, for pages of plain http.
    args: [
      '--no-sandbox',
      '--js-flags=--no-opt --no-maglev',
      '--host-resolver-rules=MAP plain-http.test 127.0.0.1',
    ],
    // Playwright turns this cache off, which shows a page again as it was left.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}
