import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { annsToken } from './fixtures.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

const device = 'v1.key.iv.sealed'
const credentials = { email: 'ann@gatehouse.test', password: 'kz7!mQ2x-vbn' }
const registration = { ...credentials, consent: true, date_of_birth: '1990-05-06' }
const endpoints = [
  ['/auth/login', credentials],
  ['/auth/register', registration],
] as const

function rememberDevices(gateway: TestGateway, deviceToken: string | undefined = device): void {
  const value = { token: annsToken, accountId: '1', deviceToken }
  gateway.stubs.auth.login = () => ({ outcome: { $case: 'signedIn', value } })
  gateway.stubs.auth.register = () => ({ signedIn: value })
}

function signIn(gateway: TestGateway, [path, json]: (typeof endpoints)[number], cookie?: string) {
  return gateway.call('POST', path, { token: null, json, headers: cookie === undefined ? {} : { cookie } })
}

const presented = (gateway: TestGateway) =>
  (gateway.stubs.received.at(-1)?.request as { deviceToken?: string } | undefined)?.deviceToken

describe('the device cookie', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://gate.example' })

  for (const endpoint of endpoints) {
    it(`is set by ${endpoint[0]} for 30 days, and sent to auth-service`, async () => {
      rememberDevices(gateway())
      const response = await signIn(gateway(), endpoint, `a=b; __Host-gatehouse_device=${device}; c=d`)
      expect(response.headers.getSetCookie()).to.deep.equal([
        `__Host-gatehouse_device=${device}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ])
      expect(response.json).to.deep.equal({ token: annsToken, user_id: '1' })
      expect(presented(gateway())).to.equal(device)
    })
  }

  it('is not set by an error or without a device token', async () => {
    rememberDevices(gateway(), '')
    expect((await signIn(gateway(), endpoints[0])).headers.getSetCookie()).to.deep.equal([])
    gateway().stubs.auth.login = () => {
      throw new ServiceError('PASSWORD_LOGIN_DISABLED')
    }
    const rejection = await signIn(gateway(), endpoints[0], `__Host-gatehouse_device=${device}`)
    expect([rejection.status, rejection.json.code]).to.deep.equal([403, 'PASSWORD_LOGIN_DISABLED'])
    expect(rejection.headers.getSetCookie()).to.deep.equal([])
  })

  it('is ignored under another name, in another header, or if it is too long', async () => {
    for (const cookie of [
      `gatehouse_device=${device}`,
      `__Secure-gatehouse_device=${device}`,
      '__Host-gatehouse_device=',
      `__Host-gatehouse_device=${'x'.repeat(1025)}`,
      'nonsense',
    ]) {
      await signIn(gateway(), endpoints[0], cookie)
      expect(presented(gateway()), cookie).to.equal(undefined)
    }
  })
})

describe('the device cookie over http', () => {
  const local = useGateway({ GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' })
  const remote = useGateway({ GATEHOUSE_PUBLIC_URL: 'http://gate.example' })

  it('has a plain name on loopback and is not set on other hosts', async () => {
    rememberDevices(local())
    expect((await signIn(local(), endpoints[0])).headers.getSetCookie()).to.deep.equal([
      `gatehouse_device=${device}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ])
    rememberDevices(remote())
    expect(
      (await signIn(remote(), endpoints[0], `gatehouse_device=${device}`)).headers.getSetCookie(),
    ).to.deep.equal([])
    expect(presented(remote())).to.equal(undefined)
  })
})
