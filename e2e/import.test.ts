import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const hash = '$2b$04$YTvNhgHFieQNgf9TaSvdS.G3aXP/3xJBxd.dWpeHymGbwiKFdp2Q6'
const itsPassword = 'violet anchor 17 \u00fc'
const lines = 5_000

describe('npm run admin -- account import', () => {
  const stack = openDevStack()
  const folder = temporaryFolder()
  const file = (name: string) => join(folder.path, name)

  it('imports five thousand accounts, each once, also if it is killed and run again', async () => {
    const accounts = file('accounts.ndjson')
    await pipeline(Readable.from(manyAccounts()), createWriteStream(accounts))

    const first = inProcessOfItsOwn('account', 'import', accounts)
    await until(() => isThere('person-1000@gatehouse.test'))
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(await isThere(`person-${lines - 1}@gatehouse.test`), 'it was not done').to.equal(false)

    const { code, out, err } = await admin('account', 'import', accounts, '--json')
    const { created, existed, refused } = JSON.parse(out)
    expect({ code, err, refused, all: created + existed }).to.deep.equal({
      code: 0,
      err: '',
      refused: 0,
      all: lines,
    })
    expect(existed).to.be.within(1000, lines - 1)

    const again = await admin('account', 'import', accounts, '--json')
    expect(JSON.parse(again.out)).to.deep.equal({ created: 0, existed: lines, refused: 0 })
  })

  it('accepts the imported passwords', async () => {
    const body = { email: 'person-42@gatehouse.test', password: itsPassword }
    for (let twice = 0; twice < 2; twice++)
      expect((await stack.post('/auth/login', { body })).status).to.equal(200)
    const wrong = { ...body, password: 'violet anchor 18' }
    expect((await stack.post('/auth/login', { body: wrong })).status).to.equal(400)
  })

  it('reports every rejected line with number and reason, and imports the others', async () => {
    const [mixed, report] = [file('mixed.ndjson'), file('refused.ndjson')]
    const good = (email: string) => JSON.stringify({ email, password_hash: hash })
    const content = [
      good('good-1@gatehouse.test'),
      '{"email": "cut',
      '',
      good('not an address'),
      '{"email":"typo@gatehouse.test","password_hash":"x","passwrod":"clear text"}',
      '[]',
      `{"email":"long@gatehouse.test","global_name":"${'x'.repeat(70_000)}"}`,
      '{"email":"a@gatehouse.test","email":"b@gatehouse.test","password_hash":""}',
      '\xff\xfe',
      `{"email":"time@gatehouse.test","password_hash":"${hash}","created_at":"yesterday"}`,
      `${good('good-2@gatehouse.test')}\r`,
      good('good-3@gatehouse.test'),
    ]
    await writeFile(mixed, content.join('\n'), 'latin1')
    const { code, out, err } = await admin('account', 'import', mixed, '--report', report, '--json')
    expect(code).to.equal(1)
    expect(JSON.parse(out)).to.deep.equal({ created: 3, existed: 0, refused: 8 })
    const listed = (await readFile(report, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(listed.map(({ line }) => line).toSorted((a, b) => a - b)).to.deep.equal([2, 4, 5, 6, 7, 8, 9, 10])
    const codeOf = (number: number) => listed.find(({ line }) => line === number)?.errors[0]?.code
    expect([2, 4, 5, 7].map(codeOf)).to.deep.equal([
      ...['MALFORMED_JSON', 'INVALID_EMAIL_FORMAT', 'UNKNOWN_FIELD', 'PAYLOAD_TOO_LARGE'],
    ])
    for (const { line } of listed) expect(err).to.contain(`line ${line}: `)
    expect(err + (await readFile(report, 'utf8')))
      .not.to.contain('clear text')
      .and.not.to.contain(hash)
  })

  it('reads a JSON array with values as databases and exporters write them', async () => {
    const array = file('array.json')
    const person = (number: number, more: object) => ({
      email: `exported-${number}@gatehouse.test`,
      password_hash: hash,
      ...more,
    })
    const times = [1693887631.918, 1_693_887_631_918, '1693887631918', '2023-09-05 04:20:31.918+00']
    const entries = [
      ...times.map((created_at, index) => person(index, { created_at, username: '', verified: 'true' })),
      person(4, { password_hash: null, username: 'john.doe', verified: 'f', suspended: 0 }),
      person(5, { password_hash: '', created_at: 'soon', verified: 'yes', sso: { issuer: 'x' } }),
    ]
    await writeFile(array, JSON.stringify(entries, null, 2))
    const { code, out, err } = await admin('account', 'import', array, '--json')
    expect([code, JSON.parse(out)]).to.deep.equal([1, { created: 5, existed: 0, refused: 1 }])
    const [rejected, renamed] = err.trim().split('\n')
    expect(renamed).to.equal('line 5: username: Not allowed here. The account is john_doe.')
    expect(rejected).to.match(/^line 6: .*verified: .*created_at: Must be a time .*sso\.subject: /)
    for (const number of times.keys()) {
      const found = await admin('account', 'find', '--email', `exported-${number}@gatehouse.test`, '--json')
      expect(JSON.parse(found.out)).to.deep.include({
        created_at: '2023-09-05T04:20:31.918Z',
        verified: true,
      })
    }
  })

  it('reports a file that cannot be read or written', async () => {
    const [missing, empty] = [file('missing.ndjson'), file('empty.ndjson')]
    for (const unreadable of [missing, folder.path]) {
      const { code, err } = await admin('account', 'import', unreadable)
      expect([code, err.startsWith(`${unreadable}: `)]).to.deep.equal([1, true])
    }
    await writeFile(empty, '')
    const { code, err } = await admin('account', 'import', empty, '--report', file('no/such/folder'))
    expect(code).to.equal(1)
    expect(err).to.contain('no/such/folder')
    expect(JSON.parse((await admin('account', 'import', empty, '--json')).out)).to.deep.equal({
      created: 0,
      existed: 0,
      refused: 0,
    })
  })

  async function isThere(email: string): Promise<boolean> {
    return stack
      .network()
      .clients.accounts.findAccount({ email })
      .then(
        () => true,
        () => false,
      )
  }

  function admin(...args: string[]) {
    return adminOutput(args, { env: stack.network().env })
  }

  function inProcessOfItsOwn(...args: string[]): ChildProcess {
    const main = new URL('../admin/src/main.ts', import.meta.url).pathname
    const env = { ...process.env, ...stack.network().env }
    return spawn(process.execPath, ['--conditions=gatehouse-source', main, ...args], { env, stdio: 'ignore' })
  }
})

function* manyAccounts(): Generator<string> {
  for (let index = 0; index < lines; index++) {
    const account = { email: `person-${index}@gatehouse.test`, password_hash: hash, external_id: index }
    yield `${JSON.stringify({ ...account, global_name: `TestAccount ${index % 300}`, verified: index % 2 === 0 })}\n`
  }
}
