import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { seed } from '@gatehouse/admin/seed'
import { readDocs } from '@gatehouse/dev/docs/read-markdown'
import { findFreePort } from '@gatehouse/dev/stack/free-port'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'
import { tlsOf } from './network-tls.ts'

const noSettings: Record<string, string> = {}
const anything = /^/
const postedWith = (status: number) =>
  new RegExp(`^HTTP/1\\.1 ${status} .*^X-Webhook-Result: rendered\\r?$`, 'ms')

/** What each shell example of a page prints, in order. */
const guides: Record<string, RegExp[]> = {
  'start.md': [
    /^\{"openapi":"3\.1\.0"/,
    /^\{"token":"gh_[^"]+","user_id":"\d+"\}/,
    anything,
    /"email":"me-\d+@gatehouse\.test"/,
    anything,
    /^ok$/m,
    /"username":"Builds".*"content":"Build \*\*42\*\* passed"/,
  ],
  'sign-in-page.md': [/^\{"token":"gh_/, /^HTTP\/1\.1 401 .*"code":"UNAUTHORIZED"/s, /^HTTP\/1\.1 204 /],
  'browsers.md': [/^Access-Control-Allow-Origin: http:\/\/localhost:5173/im],
  'step-up.md': [anything, /"code":"SUDO_MODE_REQUIRED".*"methods":\["password"\]/, /^HTTP\/1\.1 204 /],
  'handoff.md': [
    /^Enter [\w-]{9} on your other device/,
    /^\{"status":"pending","token":null,"user_id":null\}/,
    /"status":"pending".*"client_info":/,
    /^HTTP\/1\.1 204 /,
    /"email":"ann@gatehouse\.test"/,
  ],
  'retries.md': [/^X-Request-Id: my-trace-42.*"path":"email","code":"INVALID_EMAIL_FORMAT"/ms],
  'limits.md': [
    /^x-ratelimit-limit: \d+.*^x-ratelimit-bucket: auth:reset/ims,
    // The last of the requests may be within the limit again if they take seconds.
    /^\s*\d+ 400\n\s*\d+ 429\n\{"code":"\w+/,
  ],
  'webhook-senders.md': [
    anything,
    postedWith(204),
    postedWith(204),
    /^ok$/m,
    /^ok$/m,
    /"signing_secret_set":true/,
    postedWith(204),
    /^204 rendered$/m,
    /^204 rendered$/m,
  ],
}

describe('shell examples of the guides', () => {
  let url: string
  let folder: string
  // The URL of a new webhook contains the public URL.
  before(async () => {
    url = `http://127.0.0.1:${await findFreePort()}`
  })
  const stack = openDevStack({
    // As npm start.
    settings: { GATEHOUSE_CORS_LOCALHOST: '1', GATEHOUSE_LIMITS_SCALE: '20' },
    settingsOf: (identity) =>
      identity === 'gateway'
        ? { GATEHOUSE_HTTP_LISTEN: new URL(url).host, GATEHOUSE_PUBLIC_URL: url }
        : noSettings,
  })

  before(async () => {
    const { GATEHOUSE_AUTH_ADDR: auth, GATEHOUSE_WEBHOOKS_ADDR: guilds } = stack.network().env
    await seed({ gateway: url, auth, guilds, tls: tlsOf('admin') })
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-guides-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [guide, outputs] of Object.entries(guides))
    it(`work as documented: ${guide}`, async () => {
      const examples = [...readDocs(guide).matchAll(/^```sh\n(.*?)^```$/gms)].map(
        ([, example = '']) => example,
      )
      expect(examples.length).to.equal(outputs.length)
      const printed = await run(examples)
      for (const [at, output] of outputs.entries()) expect(printed[at], examples[at]).to.match(output)
    })

  /** Runs the examples in one shell, because later ones use variables of earlier ones; returns what each prints. */
  async function run(examples: readonly string[]): Promise<string[]> {
    const end = '--- end of example ---'
    const script = examples.map((example) => `${example}\necho '${end}'\n`).join('')
    const here = script.replaceAll('http://localhost:8080', url)
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', here], { cwd: folder })
    return stdout.split(end).map((part) => part.trim())
  }
})
