import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const run = promisify(execFile)
const itsPassword = 'violet anchor 17 \u00fc'
const guide = readFileSync(join(import.meta.dirname, '../docs/import.md'), 'utf8')
const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='

/** The exports are in the form of the other system. Each has ada, with a password if the system exports any, and bob, who has none or is suspended. */
const recipes: Record<string, { files: string[]; more?: string[]; password?: string | null }> = {
  keycloak: { files: ['keycloak.json'], more: ['corp', 'https://idp.example'] },
  auth0: { files: ['auth0-users.ndjson', 'auth0-hashes.ndjson'] },
  firebase: { files: ['firebase.json'], more: [signer, 'Bw=='], password: 'user1password' },
  supabase: { files: ['supabase.ndjson'] },
  clerk: { files: ['clerk.csv'] },
  cognito: { files: ['cognito.json'], password: null },
  django: { files: ['django.json'] },
  discourse: { files: ['discourse.ndjson'] },
  'better-auth': { files: ['better-auth.ndjson'] },
}

describe('the recipes of docs/import.md', () => {
  const stack = openDevStack()
  const folder = temporaryFolder()
  const admin = (...args: string[]) => adminOutput([...args, '--json'], { env: stack.network().env })
  const shown = async (email: string): Promise<Record<string, unknown>> =>
    JSON.parse((await admin('account', 'find', '--email', email)).out)

  it('are all tested', () => {
    const names = [...guide.matchAll(/^\/\/ node ([\w-]+)\.mjs/gm)].map(([, name]) => name)
    expect(names).to.deep.equal(Object.keys(recipes))
  })

  for (const [name, { files, more = [], password = itsPassword }] of Object.entries(recipes))
    it(`import what ${name} exports`, async () => {
      const lines = await converted(name, [
        ...files.map((file) => join(import.meta.dirname, 'exports', file)),
        ...more,
      ])
      const accounts = join(folder.path, `${name}.ndjson`)
      await writeFile(accounts, lines)
      const { code, out, err } = await admin('account', 'import', accounts)
      expect([code, JSON.parse(out).refused], err).to.deep.equal([0, 0])

      const [ada, bob] = await Promise.all(
        ['ada', 'bob'].map((person) => shown(`${person}.${name}@gatehouse.test`)),
      )
      const hasTime = name !== 'clerk'
      if (hasTime) expect(ada?.created_at).to.match(/^2023-09-05T04:20:31\.918Z$/)
      expect([ada?.verified, ada?.status], 'ada').to.deep.equal([name !== 'django', 'active'])
      if (name !== 'clerk') expect(bob?.status, 'bob').to.equal('disabled')
      if (password === null) return
      const body = { email: `ada.${name}@gatehouse.test`, password }
      const signIn = await stack.post<{ token?: string; mfa?: boolean; ticket?: string }>('/auth/login', {
        body,
      })
      const wrong = await stack.post('/auth/login', { body: { ...body, password: `${password}x` } })
      expect([signIn.status, wrong.status]).to.deep.equal([200, 400])
      const hasApp = name === 'keycloak' || name === 'clerk'
      expect(signIn.body.mfa === true, 'second factor').to.equal(hasApp)
      if (name === 'keycloak') {
        const body = { ticket: signIn.body.ticket, code: codeOf('Vz4TqPbQkH8mYw2LxN7d') }
        expect((await stack.post('/auth/login/mfa/totp', { body })).status).to.equal(200)
      }
      if (signIn.body.token === undefined) return
      const { body: me } = await stack.get<{ global_name: string }>('/users/@me', {
        token: signIn.body.token,
      })
      expect(me.global_name).to.equal('Ada Lovelace')
    })

  it('link people of Keycloak to their provider', async () => {
    const cleo = await shown('cleo.keycloak@gatehouse.test')
    expect([cleo.sso_issuer, cleo.sso_subject]).to.deep.equal(['https://idp.example', '00uk3x9f2'])
  })

  /** RFC 6238, of a secret whose bytes are the text itself, as Keycloak has them. */
  function codeOf(secret: string): string {
    const counter = Buffer.alloc(8)
    counter.writeUInt32BE(Math.floor(stack.network().clock.now() / 30_000), 4)
    const mac = createHmac('sha1', secret).update(counter).digest()
    const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }

  async function converted(name: string, args: string[]): Promise<string> {
    const [, script = ''] = guide.match(new RegExp(`js\\n(// node ${name}\\.mjs .*?)\`\`\``, 's')) ?? []
    const file = join(folder.path, `${name}.mjs`)
    await writeFile(file, script)
    return (await run(process.execPath, [file, ...args])).stdout
  }
})
