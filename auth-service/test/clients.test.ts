import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  type AuthHarness,
  actor,
  client,
  openAuthHarness,
  password,
  problems,
  registration,
} from './auth-harness.ts'

const email = 'ann@gatehouse.test'

describe('the client of a request to Auth', () => {
  let stack: AuthHarness
  let id: string
  before(async () => {
    stack = await openAuthHarness()
    id = await stack.register({ email, password })
  })
  after(() => stack.close())

  for (const [name, call, path = 'client'] of [
    ['Register', (client) => stack.auth.register({ ...registration(), client })],
    [
      'CheckRegistration',
      (client) => stack.auth.checkRegistration({ registration: { ...registration(), client }, unparsed: [] }),
      'registration.client',
    ],
    ['Login', (client) => stack.auth.login({ client, email, password })],
    ['AssertStepUp', (client) => stack.auth.assertStepUp({ actor: actor(id), client, password })],
    ['UpdateMe', (client) => stack.updateMe({ actor: actor(id), client, globalName: 'Ann' })],
    ['DisableMe', (client) => stack.auth.disableMe({ actor: actor(id), client, password })],
    ['DeleteMe', (client) => stack.auth.deleteMe({ actor: actor(id), client, password })],
  ] as [string, (given: typeof client | undefined) => Promise<unknown>, string?][]) {
    it(`is required by ${name}, with a valid address`, async () => {
      for (const [given, problem] of [
        [undefined, `${path}:REQUIRED`],
        [{ ...client, address: '' }, `${path}.address:REQUIRED`],
        [{ ...client, address: '192.0.2.7:80' }, `${path}.address:INVALID_FORMAT`],
      ] as const) {
        expect(problems(await rejected(call(given)))).to.deep.equal([problem])
      }
    })
  }

  it('has an IPv4 address if it is an IPv4-mapped IPv6 address', async () => {
    await stack.auth.login({ client: { ...client, address: '::ffff:192.0.2.9' }, email, password })
    const [signIn] = await stack.audit.find({ type: 'account.sign_in' }).sort({ _id: -1 }).limit(1).toArray()
    expect(signIn?.address).to.equal('192.0.2.9')
  })
})
