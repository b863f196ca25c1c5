import { expect } from 'chai'
import { createGatehouse, type StepUpChallenge } from '../src/index.ts'
import { errorOf, fakeApi, rejection } from './fake-api.ts'

const required = () => rejection(403, 'SUDO_MODE_REQUIRED', { has_mfa: false, methods: ['password'] })
const wrongPassword = () =>
  rejection(400, 'INVALID_FORM_BODY', {
    errors: [{ path: 'password', code: 'INVALID_PASSWORD', message: 'The password is incorrect.' }],
  })
const body = { session_id_hashes: ['a'] }

describe('a request that requires a step-up', () => {
  function openGatehouse(handlers: Parameters<typeof fakeApi>, passwords: (string | undefined)[]) {
    const challenges: StepUpChallenge[] = []
    const { sent, options } = fakeApi(...handlers)
    const onStepUp = async (challenge: StepUpChallenge) => {
      challenges.push(challenge)
      const password = passwords.shift()
      return password === undefined ? undefined : { password }
    }
    return { gatehouse: createGatehouse({ ...options, onStepUp }), sent, challenges }
  }

  it('is sent again with the proof in its body', async () => {
    const { gatehouse, sent, challenges } = openGatehouse([required, () => ({ status: 204 })], ['secret'])
    await gatehouse.post('/auth/sessions/logout', { body })
    expect(challenges).to.deep.equal([{ methods: ['password'] }])
    expect(sent.map((request) => request.body)).to.deep.equal([body, { ...body, password: 'secret' }])
  })

  it('is sent again without a body of its own', async () => {
    const { gatehouse, sent } = openGatehouse([required, () => ({ status: 204 })], ['secret'])
    await gatehouse.post('/users/@me/disable', { body: {} })
    expect(sent[1]?.body).to.deep.equal({ password: 'secret' })
    expect(sent[1]?.headers.get('content-type')).to.equal('application/json')
  })

  it('asks again with the error of a wrong proof', async () => {
    const handlers = [required, wrongPassword, () => ({ status: 204 })]
    const { gatehouse, challenges } = openGatehouse(handlers, ['wrong', 'right'])
    await gatehouse.post('/auth/sessions/logout', { body })
    expect(challenges.map(({ error }) => error?.fields.password?.code)).to.deep.equal([
      undefined,
      'INVALID_PASSWORD',
    ])
  })

  it('fails as before if the user cancels or nobody can be asked', async () => {
    const { gatehouse } = openGatehouse([required], [undefined])
    const error = await errorOf(gatehouse.post('/auth/sessions/logout', { body }))
    expect(error).to.include({ code: 'SUDO_MODE_REQUIRED' })
    const other = createGatehouse(fakeApi(required).options)
    expect(await errorOf(other.post('/auth/sessions/logout', { body }))).to.include({
      code: 'SUDO_MODE_REQUIRED',
    })
  })

  describe('at the same time as others', () => {
    const end = (id: string) => ({ body: { session_id_hashes: [id] } })

    it('asks the user once, and sends the others again without the proof', async () => {
      const ids = ['a', 'b', 'c', 'd']
      const proved = { value: false }
      const { sent, options } = fakeApi((_, sentBody) => {
        proved.value ||= 'password' in (sentBody as object)
        return proved.value ? { status: 204 } : required()
      })
      let dialogs = 0
      const onStepUp = async () => {
        dialogs += 1
        // Every request was rejected before the user answers.
        while (sent.length < ids.length) await new Promise((resolve) => setImmediate(resolve))
        return { password: 'secret' }
      }
      const gatehouse = createGatehouse({ ...options, onStepUp })
      await Promise.all(ids.map((id) => gatehouse.post('/auth/sessions/logout', end(id))))
      expect([dialogs, sent.length]).to.deep.equal([1, 8])
      expect(sent.filter(({ body }) => 'password' in (body as object))).to.have.length(1)
    })

    it('fails with the others if the user cancels', async () => {
      const { gatehouse, challenges } = openGatehouse([required], [undefined])
      const both = ['a', 'b'].map((id) => errorOf(gatehouse.post('/auth/sessions/logout', end(id))))
      for (const error of await Promise.all(both)) expect(error).to.include({ code: 'SUDO_MODE_REQUIRED' })
      expect(challenges).to.have.length(1)
    })

    it('is sent again if its rejection arrives after the proof of another', async () => {
      let late: (() => void) | undefined
      const handlers = [
        () => new Promise<ReturnType<typeof required>>((resolve) => (late = () => resolve(required()))),
        required,
        () => ({ status: 204 }),
      ]
      const { gatehouse, challenges, sent } = openGatehouse(handlers, ['secret'])
      const first = gatehouse.post('/auth/sessions/logout', end('a'))
      await gatehouse.post('/auth/sessions/logout', end('b'))
      late?.()
      await first
      expect([challenges.length, sent.length]).to.deep.equal([1, 4])
    })
  })

  it('fails with another error of the second request', async () => {
    const handlers = [required, () => rejection(404, 'UNKNOWN_WEBHOOK')]
    const { gatehouse } = openGatehouse(handlers, ['secret'])
    expect(await errorOf(gatehouse.post('/auth/sessions/logout', { body }))).to.include({
      code: 'UNKNOWN_WEBHOOK',
    })
  })

  it('asks nobody about other rejections', async () => {
    const { gatehouse, challenges } = openGatehouse([() => rejection(403, 'MISSING_PERMISSIONS')], ['secret'])
    await errorOf(gatehouse.get('/users/@me'))
    expect(challenges).to.deep.equal([])
  })
})
