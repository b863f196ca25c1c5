import { type Chromium, useChromium } from '@gatehouse/dev/testing/needed-packages'
import { type Browser, chromium } from 'playwright-core'

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
    browser = await chromium.launch({
      executablePath,
      // Chromium's own sandbox does not start for root in containers; it opens only our own pages.
      args: ['--no-sandbox'],
      // Playwright turns this cache off, which shows a page again as it was left.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
  })
  after(() => browser?.close())

  return () => browser
}
