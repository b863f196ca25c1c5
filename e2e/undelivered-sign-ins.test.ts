import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

describe('clients that hang up during a sign-in', () => {
  const stack = openDevStack()

  /** Ends its side after some time, or (null) once the response arrives. What the gateway sent before it noticed arrives; its token is returned. */
  async function post(path: string, body: object, hangUpAfterMs: number | null): Promise<string | null> {
    const { hostname, port } = new URL(stack.network().urls.gateway)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {})
    await once(socket, 'connect')
    const text = JSON.stringify(body)
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`
    socket.write(head + text)
    if (hangUpAfterMs === null) await once(socket, 'data')
    else await pause(hangUpAfterMs)
    socket.end()
    await once(socket, 'close')
    return /"token":"([^"]+)"/.exec(Buffer.concat(received).toString())?.[1] ?? null
  }

  const sessionsOf = async (token: string) => {
    const { body } = await stack.get<{ id_hash: string }[]>('/auth/sessions', { token })
    return body.length
  }

  it('have exactly the sessions whose tokens they received', async () => {
    const ann = await stack.register('hanging-up')
    const { email, password } = ann
    const received: string[] = []
    for (let index = 0; index < 40; index += 1) {
      const token = await post('/auth/login', { email, password }, index % 20 === 19 ? null : index % 20)
      if (token) received.push(token)
    }
    expect(received.length).to.be.within(2, 39)
    await until(async () => expect(await sessionsOf(ann.token)).to.equal(1 + received.length), {
      everyMs: 200,
    })
    for (const token of received) expect((await stack.get('/users/@me', { token })).status).to.equal(200)
  })

  it('can sign in afterwards, if they registered, and have no other session', async () => {
    const credentials = (index: number) => ({
      email: `leaver-${index}@gatehouse.test`,
      password: `violet-anchor-${index}`,
    })
    const register = (index: number, hangUpAfterMs: number | null) =>
      post(
        '/auth/register',
        { ...credentials(index), consent: true, date_of_birth: '1990-01-01' },
        hangUpAfterMs,
      )
    // One after the other: a registration takes some 15 ms, over which they hang up. The first and the last wait for the response.
    const tokens: (string | null)[] = []
    for (let index = 0; index < 22; index += 1)
      tokens.push(await register(index, index % 21 === 0 ? null : index * 1.5))

    const { accounts } = stack.network().clients
    for (const [index, token] of tokens.entries()) {
      const { email } = credentials(index)
      const isRegistered = await accounts.findAccount({ email }).then(
        () => true,
        () => false,
      )
      if (!isRegistered) {
        expect(token, email).to.equal(null)
        continue
      }
      const own = await stack.post<{ token: string }>('/auth/login', { body: credentials(index) })
      await until(async () => expect(await sessionsOf(own.body.token), email).to.equal(token ? 2 : 1), {
        everyMs: 100,
      })
    }
    expect(tokens.filter((token) => token !== null)).to.have.length.above(1)
  })
})
