import {
  mapFields,
  mapFieldsByWireName,
  profileFieldNames,
  registrationFields,
} from '@gatehouse/proto/profile-fields'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { annsToken, fetchClient } from './fixtures.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

describe('account routes', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://gate.example' })
  const call: TestGateway['call'] = (...request) => gateway().call(...request)
  const lastRequest = () => gateway().stubs.received.at(-1)?.request

  it('registers an account and sends the client to auth-service', async () => {
    const response = await call('POST', '/auth/register', {
      token: null,
      json: {
        consent: true,
        date_of_birth: '1990-05-06',
        email: 'ann@gatehouse.test',
        invite_code: '',
        mfa: true,
      },
      headers: { 'user-agent': 'test/1', 'x-client-location': '{"city":"Graz","odd":1}' },
    })
    expect(response.status).to.equal(200)
    expect(response.json).to.deep.equal({ token: annsToken, user_id: '1' })
    expect(lastRequest()).to.deep.equal({
      client: {
        address: '127.0.0.1',
        userAgent: 'test/1',
        acceptLanguage: '*',
        auditReason: undefined,
        location: { city: 'Graz', region: undefined, country: undefined },
      },
      consent: true,
      dateOfBirth: '1990-05-06',
      deviceToken: undefined,
      email: 'ann@gatehouse.test',
      ...mapFields(registrationFields, () => undefined),
      idempotencyKey: undefined,
      inviteCode: undefined,
      password: undefined,
      username: undefined,
    })
  })

  it('lets auth-service check the valid fields if others are invalid', async () => {
    const problem = {
      path: 'registration.password',
      code: 'PASSWORD_LENGTH_INVALID',
      message: 'Too short.',
    } as const
    gateway().stubs.auth.checkRegistration = () => {
      throw new ServiceError('INVALID_FORM_BODY', { fields: [problem] })
    }
    const json = { consent: 'yes', date_of_birth: 7, email: null, password: 'short', global_name: ' Ann ' }
    const response = await call('POST', '/auth/register', { token: null, json })
    const paths = (response.json.errors as { path: string; code: string }[]).map(
      ({ path, code }) => `${path}:${code}`,
    )
    expect([response.status, ...paths]).to.deep.equal([
      ...[400, 'consent:INVALID_BOOLEAN', 'date_of_birth:INVALID_FORMAT', 'email:INVALID_FORMAT'],
      'password:PASSWORD_LENGTH_INVALID',
    ])
    expect(lastRequest()).to.deep.include({ unparsed: ['consent', 'date_of_birth', 'email'] })
    expect(lastRequest()).to.have.nested.include({
      'registration.password': 'short',
      'registration.globalName': 'Ann',
    })
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal(['auth.checkRegistration'])
  })

  it('reports the invalid fields also if auth-service is unavailable', async () => {
    gateway().stubs.auth.checkRegistration = () => {
      throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    const response = await call('POST', '/auth/register', { token: null, json: {} })
    expect([response.status, response.json.errors]).to.deep.equal([
      400,
      ['consent', 'date_of_birth'].map((path) => ({
        path,
        code: 'REQUIRED',
        message: 'This field is required.',
      })),
    ])
  })

  it('sends a password unchanged and trims an email', async () => {
    const json = { email: ' ann@gatehouse.test\u0000', password: ' pass\u202eword\t ' }
    expect((await call('POST', '/auth/login', { token: null, json })).status).to.equal(200)
    expect(lastRequest()).to.include({ email: 'ann@gatehouse.test', password: ' pass\u202eword\t ' })
  })

  it('returns the current session without another call to session-service', async () => {
    const response = await call('GET', '/auth/sessions/current')
    expect(response.json).to.deep.equal({
      approx_last_used_at: '2030-01-01T01:02:03.456Z',
      client_info: {
        browser: 'Firefox',
        location: { city: 'Graz', country: 'AT', region: null },
        os: null,
        platform: 'desktop',
      },
      current: true,
      id_hash: 'annsHash',
      created_at: '2030-01-01T00:00:00.000Z',
      address_prefix: '192.0.2.0/24',
    })
    expect(gateway().stubs.received).to.deep.equal([])
  })

  it('lists sessions and marks the current one', async () => {
    const { json } = await call('GET', '/auth/sessions')
    expect(json.map((one) => (one as { current: boolean }).current)).to.deep.equal([true, false])
  })

  it('requires a proof of identity before it revokes sessions', async () => {
    const json = { session_id_hashes: ['a', 'b'], password: 'hunter22' }
    const response = await call('POST', '/auth/sessions/logout', { json })
    expect([response.status, response.text]).to.deep.equal([204, ''])
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal([
      'auth.assertStepUp',
      'sessions.revoke',
    ])
    expect(lastRequest()).to.deep.equal({ accountId: '1', idHashes: ['a', 'b'], client: fetchClient })
  })

  it('revokes nothing if the proof is rejected, and returns its extras at the top level', async () => {
    gateway().stubs.auth.assertStepUp = () => {
      throw new ServiceError('SUDO_MODE_REQUIRED', { data: { has_mfa: false, methods: ['password'] } })
    }
    const response = await call('POST', '/auth/sessions/logout', { json: { session_id_hashes: [] } })
    expect(response.status).to.equal(403)
    expect(response.json).to.deep.include({
      code: 'SUDO_MODE_REQUIRED',
      has_mfa: false,
      methods: ['password'],
    })
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal(['auth.assertStepUp'])
  })

  it('signs out with any token and without one', async () => {
    for (const token of [annsToken, 'nonsense', null]) {
      expect((await call('POST', '/auth/logout', { token })).status).to.equal(204)
    }
    const requests = gateway().stubs.received.map(({ request }) => request)
    expect(requests).to.deep.equal([
      { token: annsToken, client: fetchClient },
      { token: 'nonsense', client: fetchClient },
    ])
  })

  it('suggests usernames', async () => {
    const response = await call('POST', '/auth/username-suggestions', {
      token: null,
      json: { global_name: ' Ann ' },
    })
    expect(response.json).to.deep.equal({ suggestions: ['ann', 'ann_2'] })
    expect(lastRequest()).to.deep.equal({ globalName: 'Ann' })
  })

  it('returns the own account with all documented fields', async () => {
    const { json } = await call('GET', '/users/@me')
    expect(json).to.deep.equal({
      id: '1',
      username: 'user1',
      discriminator: '0042',
      ...mapFieldsByWireName(profileFieldNames, () => null),
      avatar: null,
      avatar_color: null,
      flags: 0,
      email: 'ann@gatehouse.test',
      phone: null,
      verified: true,
      mfa_enabled: false,
      authenticator_types: [],
      sso_link: null,
      has_password: true,
      require_passkey: false,
      password_last_changed_at: '2030-01-01T00:00:00.000Z',
      required_actions: [],
      created_at: '2030-01-01T00:00:00.000Z',
    })
  })

  it('sends a mask of the changed fields, also of those to clear, and no field that cannot be set', async () => {
    const json = {
      username: ' Ann ',
      discriminator: '0042',
      global_name: null,
      locale: '',
      password: ' old password',
      new_password: 'new password ',
      avatar: null,
      verified: true,
      flags: 1,
      id: '2',
      administrator: true,
    }
    const response = await call('PATCH', '/users/@me', { json })
    expect([response.status, response.json.id]).to.deep.equal([200, '1'])
    expect(response.headers.get('cache-control')).to.equal('no-store')
    expect(lastRequest()).to.deep.include({
      account: {
        username: 'Ann',
        discriminator: '0042',
        ...mapFields(profileFieldNames, () => undefined),
        email: undefined,
      },
      updateMask: ['username', 'discriminator', 'global_name', 'locale'],
      password: ' old password',
      newPassword: 'new password ',
    })
  })

  it('names rejected fields as the body does', async () => {
    gateway().stubs.auth.updateMe = () => {
      throw invalidFields({ 'account.username': 'USERNAME_RESERVED_VALUE', password: 'INVALID_PASSWORD' })
    }
    const { json } = await call('PATCH', '/users/@me', { json: { username: 'admin', password: 'hunter22' } })
    expect((json.errors as { path: string }[]).map(({ path }) => path)).to.deep.equal([
      'username',
      'password',
    ])
  })

  it('rejects an avatar and accepts null or an empty text', async () => {
    for (const avatar of ['data:image/png;base64,AAAA', 'x', 7, {}]) {
      const { status, json } = await call('PATCH', '/users/@me', { json: { avatar } })
      const [problem] = json.errors as { path: string; code: string }[]
      expect([status, problem?.path, problem?.code]).to.deep.equal([400, 'avatar', 'AVATARS_NOT_SUPPORTED'])
    }
    expect(gateway().stubs.received).to.deep.equal([])
    for (const avatar of [null, '']) {
      expect((await call('PATCH', '/users/@me', { json: { avatar } })).status).to.equal(200)
    }
  })

  it('reports wrong types and empty texts of all non-nullable fields at once', async () => {
    const json = {
      username: '',
      discriminator: 42,
      global_name: ' ',
      locale: {},
      password: null,
      new_password: '',
      email: { $ne: null },
    }
    const response = await call('PATCH', '/users/@me', { json })
    expect(response.status).to.equal(400)
    const invalid = (response.json as { errors?: { path: string; code: string }[] }).errors ?? []
    expect(invalid.map(({ path, code }) => `${path}:${code}`).toSorted()).to.deep.equal([
      'discriminator:INVALID_FORMAT',
      'email:INVALID_FORMAT',
      'global_name:GLOBAL_NAME_LENGTH_INVALID',
      'locale:INVALID_FORMAT',
      'new_password:PASSWORD_LENGTH_INVALID',
      'password:INVALID_FORMAT',
      'username:USERNAME_LENGTH_INVALID',
    ])
    expect(gateway().stubs.received).to.deep.equal([])
  })

  it('disables and deletes the account of a caller who proves their identity', async () => {
    for (const verb of ['disable', 'delete']) {
      const path = `/users/@me/${verb}`
      expect((await call('POST', path, { token: null })).status).to.equal(401)
      const response = await call('POST', path, { json: { password: 'hunter22' } })
      expect([response.status, response.text]).to.deep.equal([204, ''])
      expect(lastRequest()).to.deep.include({ password: 'hunter22' })
      expect((await call('POST', path)).status).to.equal(204)
      expect((await call('POST', path, { json: { password: 7 } })).status).to.equal(400)
    }
    expect((await call('PATCH', '/users/@me', { token: null, json: {} })).status).to.equal(401)
  })
})
