import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const secret = 'the secret of this site'

/** A widget with the functions of Turnstile and hCaptcha; each press of its button solves it once more. */
const script = `
  const solutions = new Map()
  window.turnstile = {
    render(container, { sitekey, language, theme }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = ['I am a person', sitekey, language, theme].join(' ')
      button.addEventListener('click', () => solutions.set('widget', 'solved-' + crypto.randomUUID()))
      container.append(button)
      return 'widget'
    },
    getResponse: (widget) => solutions.get(widget),
    reset: (widget) => void solutions.delete(widget),
  }`

/** A captcha provider on another origin. */
export function captchaDouble() {
  const verified: string[] = []
  const env = {
    GATEHOUSE_CAPTCHA_PROVIDER: 'turnstile',
    GATEHOUSE_CAPTCHA_SECRET: secret,
    GATEHOUSE_CAPTCHA_SITE_KEY: 'site-key',
    GATEHOUSE_CAPTCHA_SCRIPT_URL: '',
    GATEHOUSE_CAPTCHA_VERIFY_URL: '',
  }
  const server = createServer(async (req, res) => {
    if (req.method === 'GET') return void res.setHeader('content-type', 'text/javascript').end(script)
    const form = new URLSearchParams(await new Response(req as unknown as ReadableStream).text())
    const token = form.get('response') ?? ''
    const success = form.get('secret') === secret && token.startsWith('solved-') && !verified.includes(token)
    if (success) verified.push(token)
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
  })
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    env.GATEHOUSE_CAPTCHA_SCRIPT_URL = `${origin}/api.js`
    env.GATEHOUSE_CAPTCHA_VERIFY_URL = `${origin}/siteverify`
  })
  after(() => new Promise((resolve) => server.close(resolve)))
  return { env, verified }
}
