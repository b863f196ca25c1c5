import { expect } from 'chai'
import { shows, useAccountPages } from './account-page.ts'
import { openDevStack } from './dev-stack.ts'

/** What a browser does that blocks site data: the property itself throws. */
const block = `Object.defineProperty(window, 'sessionStorage', {
  get() { throw new DOMException('Access is denied for this document.', 'SecurityError') },
})`

describe('the account pages in a browser that blocks site data', () => {
  const stack = openDevStack()
  const { open, inspect } = useAccountPages(stack)
  const blocked = async (path: string) => {
    const page = await open('/account/forgot')
    await page.addInitScript(block)
    await page.goto(`${stack.network().urls.gateway}${path}`)
    await page.locator('#content:not([hidden])').waitFor()
    return page
  }

  for (const path of ['sign-in', 'register', 'handoff'])
    it(`say on ${path} that nobody can stay signed in`, async () => {
      const page = await blocked(`/account/${path}`)
      await shows(page, /^This browser blocks site data/)
      if (path === 'sign-in') await inspect(page, 'blocked site data')
    })

  for (const path of ['forgot', 'verify#token=a', 'reset#token=a', 'authorize-ip#token=a', 'revert#token=a'])
    it(`work on ${path}`, async () => {
      const page = await blocked(`/account/${path}`)
      expect(await page.locator('#content').textContent()).to.match(/\w{3}/)
      expect(await page.locator('#notice').isVisible()).to.equal(false)
    })
})
