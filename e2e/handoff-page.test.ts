import { useChromium } from '@gatehouse/dev/testing/needed-packages'
import { expect } from 'chai'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { openDevStack, type TestAccount } from './dev-stack.ts'

const givenTo = 'This window now has its own session.'

describe('the handoff page in two browser windows', () => {
  const findChromium = useChromium()
  const stack = openDevStack({ settings: { GATEHOUSE_HANDOFF_PAGE: '1' } })
  const contexts: BrowserContext[] = []
  let browser: Browser
  let ann: TestAccount

  before(async function () {
    const executablePath = findChromium()
    if (executablePath === undefined) {
      console.log('      skipped: Chromium is not installed')
      this.skip()
    }
    // Chromium's own sandbox does not start for root in containers; it opens only our own page.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    ann = await stack.register('ann')
  })
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))
  after(() => browser?.close())

  /** A window with cookies of its own. Fails the test if its page has an error or requests anything but the gateway. */
  async function openWindow(link = '/handoff', userAgent?: string): Promise<Page> {
    const context = await browser.newContext(userAgent === undefined ? {} : { userAgent })
    contexts.push(context)
    const page = await context.newPage()
    const { gateway } = stack.network().urls
    page.on('pageerror', (error) => expect.fail(error.message))
    page.on('request', (request) => expect(request.url()).to.match(new RegExp(`^(${gateway}|data:)`)))
    await page.goto(new URL(link, gateway).href)
    return page
  }

  async function signIn(page: Page): Promise<void> {
    await page.fill('#email', ann.email)
    await page.fill('#password', ann.password)
    await page.click('#sign-in button')
    await page.waitForSelector('#sign-in', { state: 'hidden' })
  }

  /** The content of the QR code in the window. */
  async function scan(page: Page): Promise<string> {
    await page.waitForSelector('#qr[src]')
    const image = await page.evaluate(pixelsOfQr)
    return decodeQR({ ...image, data: Uint8Array.from(image.data) })
  }

  const shows = (page: Page, words: string) => page.getByText(words).waitFor()
  const countSessions = async () =>
    (await stack.get<unknown[]>('/auth/sessions', { token: ann.token })).body.length

  it('hands a session to the window that requested it, after its code is scanned', async () => {
    const before = await countSessions()
    const receiver = await openWindow(
      '/handoff',
      'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    )
    await receiver.click('#receive')
    const link = await scan(receiver)
    expect(link).to.equal(await receiver.getAttribute('#link', 'href'))
    expect(link).to.include(`#give=${await receiver.textContent('#code')}`)

    const giver = await openWindow(link)
    await signIn(giver)
    await shows(giver, 'Firefox on Linux (desktop)')
    await giver.click('#confirm')
    await shows(receiver, givenTo)
    await shows(receiver, `Signed in as account ${ann.user_id}.`)
    expect(await countSessions()).to.equal(before + 2)
  })

  it('hands over the session of the window that offers it to the window that opens the link', async () => {
    const giver = await openWindow()
    await signIn(giver)
    await giver.click('#give')
    const link = await scan(giver)
    await giver.click('#look')
    await shows(giver, 'No device has opened this code yet.')
    expect(await giver.isDisabled('#confirm')).to.equal(true)

    const receiver = await openWindow(link)
    await receiver.click('#claim')
    await shows(receiver, 'Waiting for approval in the other window.')
    const stranger = await openWindow(link, 'Somebody else')
    await stranger.click('#claim')
    await shows(stranger, 'This code is expired or already used.')

    await giver.click('#look')
    await giver.click('#confirm')
    await shows(receiver, givenTo)
  })

  it("hides the receiver's secret from scripts and the code from requested URLs", async () => {
    const receiver = await openWindow()
    const asked: string[] = []
    receiver.on('request', (request) => void asked.push(request.url()))
    await receiver.click('#receive')
    await receiver.waitForSelector('#qr[src]')
    const [cookie] = await (contexts[0] as BrowserContext).cookies()
    expect(cookie).to.include({ name: 'gatehouse_handoff', httpOnly: true, sameSite: 'Lax' })
    expect(await receiver.evaluate('document.cookie')).to.equal('')
    const link = (await receiver.getAttribute('#link', 'href')) ?? ''
    const other = await openWindow(link)
    expect(other.url()).to.equal(link)
    expect(asked.filter((url) => url.includes('#') || url.includes('?'))).to.deep.equal([])
  })

  it('cancels a handoff', async () => {
    const receiver = await openWindow()
    await receiver.click('#receive')
    const link = await scan(receiver)
    await receiver.click('#cancel')
    await shows(receiver, 'Cancelled.')
    const giver = await openWindow(link)
    await signIn(giver)
    await shows(giver, 'UNKNOWN_HANDOFF: Unknown handoff.')
    expect(await giver.isDisabled('#confirm')).to.equal(true)
  })
})

/** Runs in the page: draws the QR code and returns its pixels. A string, since this package has no DOM types. */
const pixelsOfQr = `(async () => {
  const picture = document.getElementById('qr')
  await picture.decode()
  const [width, height] = [180, 180]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 10, 10, width - 20, height - 20)
  return { width, height, data: [...context.getImageData(0, 0, width, height).data] }
})()` as unknown as () => { width: number; height: number; data: number[] }
