import { expect } from 'chai'
import { adminOutput } from './testing/admin-output.ts'

const nowhere = '/nonexistent/stack'

describe('npm run admin', () => {
  it('prints help with an example at every level', async () => {
    for (const level of [
      [],
      ['guild'],
      ['guild', 'put'],
      ['account', 'disable'],
      ['account', 'import'],
      ['account', 'set-password'],
      ['audit'],
      ['clock', 'advance'],
      ['seed'],
      ['webhook'],
      ['webhook', 'preview'],
    ]) {
      const { code, out } = await admin(...level, '--help')
      expect(code, level.join(' ')).to.equal(0)
      expect(out, level.join(' ')).to.match(/Examples?:\n {2}npm run admin -- /)
      expect(out, level.join(' ')).to.contain('--json')
    }
  })

  it('has exactly these commands', async () => {
    const { out } = await admin('--help')
    const [, listed = ''] = /Commands:\n(.*?)\n\n/s.exec(out) ?? []
    expect([...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)).to.deep.equal([
      ...[
        'guild',
        'channel',
        'member',
        'overwrite',
        'invite',
        'account',
        'audit',
        'mail',
        'clock',
        'rekey',
        'seed',
        'sso',
        'webhook',
        'help',
      ],
    ])
  })

  it('names a missing or invalid option and exits with 2', async () => {
    expect(await admin('guild', 'put', '--name', 'Home')).to.deep.equal({
      code: 2,
      out: '',
      err: "required option '--owner <user id>' not specified. Add --help to see how.\n",
    })
    const member = ['member', 'put', '--guild', '1', '--user', '2']
    expect((await admin(...member, '--permissions', 'FLY')).err).to.contain("'--permissions <names or bits>'")
    const invite = ['invite', 'put', '--guild', '1', '--channel', '2']
    expect((await admin(...invite, '--expires-in', 'soon')).err).to.contain("'--expires-in <duration>'")
    expect((await admin(...invite, '--max-uses', '-1')).err).to.contain("'--max-uses <number>'")
    expect((await admin('channel', 'put', '--name', 'x', '--kind', 'voice')).err).to.contain('text, dm')
    expect((await admin('guild', 'explode')).code).to.equal(2)
    expect((await admin('guild')).code).to.equal(2)
  })

  it('describes options and marks required ones', async () => {
    const { out } = await admin('member', 'get', '--help')
    expect(out).to.match(/--guild <id> +guild id \(required\)\n/)
    expect(out).to.match(/--user <id> +account id \(required\)\n/)
    expect((await admin('guild', 'put', '--help')).out).to.match(/--id <id> [^(]*default: a new one\n/)
    expect((await admin('invite', 'list', '--help')).out).to.contain('Lists every invite of a guild')
  })

  it('explains how to start a stack with a movable clock', async () => {
    for (const command of [['now'], ['advance', '5m']]) {
      const { code, err } = await admin('clock', ...command, { GATEHOUSE_AUTH_ADDR: '127.0.0.1:1' })
      expect(code).to.equal(1)
      expect(err).to.contain('GATEHOUSE_TEST_CLOCK=1')
    }
  })

  it('explains how to start a stack if none runs', async () => {
    const { code, out, err } = await admin('guild', 'list', '--data', nowhere)
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    expect(err).to.contain(nowhere).and.to.contain('npm start')
  })

  it('prints the same error as JSON with --json', async () => {
    const { err } = await admin('guild', 'list', '--data', nowhere, '--json')
    expect(JSON.parse(err)).to.have.keys('code', 'message')
  })

  it('reports in one line that nothing answers at an address', async () => {
    const { code, err } = await admin('guild', 'list', { GATEHOUSE_GUILDS_ADDR: '127.0.0.1:1' })
    expect(code).to.equal(1)
    expect(err)
      .to.match(/^[^\n]+\(SERVICE_UNAVAILABLE\)\n$/)
      .and.to.contain('npm start')
  })

  it('names an invalid setting', async () => {
    const { code, err } = await admin('guild', 'list', { GATEHOUSE_AUTH_ADDR: 'no address' })
    expect(code).to.equal(2)
    expect(err).to.contain('GATEHOUSE_AUTH_ADDR')
  })
})

function admin(...args: (string | NodeJS.ProcessEnv)[]) {
  const env = args.find((arg) => typeof arg === 'object') ?? {}
  return adminOutput(
    args.filter((arg) => typeof arg === 'string'),
    { env },
  )
}
