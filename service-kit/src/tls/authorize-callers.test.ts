import {
  credentials,
  Client as GrpcClient,
  type Metadata,
  type MethodDefinition,
  status,
} from '@grpc/grpc-js'
import { expect } from 'chai'
import { service } from 'grpc-health-check'
import { authority, identityName } from '../../testing/certificates.ts'
import { echoCallers, serveEcho } from '../../testing/echo-server.ts'
import { EchoService } from '../../testing/echo-service.ts'
import { logLines } from '../../testing/log-lines.ts'
import { rejected } from '../../testing/rejected.ts'
import { testClient } from '../../testing/test-client.ts'
import type { RpcClient } from '../grpc/connect.ts'
import type { Serving } from '../grpc/serve.ts'
import { splitAddress } from '../net/addresses.ts'
import { callerIdentity, rejectedCallers } from './authorize-callers.ts'
import type { Tls } from './tls-files.ts'

const trusted = authority()
const of = (...names: string[]) => trusted.issue({ names })

describe('authorizeCallers', () => {
  const opened: (() => unknown)[] = []
  const server = trusted.issue({})
  const open = async (options: Parameters<typeof serveEcho>[1] = {}): Promise<Serving> => {
    const serving = await serveEcho({}, { tls: server, ...options })
    opened.push(() => serving.drain(0))
    return serving
  }
  const client = ({ address }: Serving, tls: Tls): RpcClient<typeof EchoService> => {
    const made = testClient(EchoService, localhost(address), { tls: { ...tls, ca: server.ca } })
    opened.push(() => made.close())
    return made
  }
  afterEach(async () => {
    while (opened.length > 0) await opened.pop()?.()
  })

  it('rejects an rpc without an entry in the table of callers', async () => {
    const { Say: _, ...callers } = echoCallers['echo.v1.Echo']
    const echo = client(await open({ callers: { 'echo.v1.Echo': callers } }), of(identityName('gateway')))
    expect((await rejected(echo.say('-'))).code).to.equal('CALLER_NOT_ALLOWED')
    expect(await echo.collect(['a'])).to.equal('a.')
  })

  it('rejects a certificate that does not name one allowed identity, for every kind of rpc', async () => {
    const serving = await open()
    const rejectedCallers: Record<string, Tls> = {
      'another identity': of(identityName('webhook-service')),
      'an unknown identity': of(identityName('nobody')),
      'no subjectAltName': trusted.issue({ names: [], commonName: 'gateway' }),
      'the identity as common name and DNS name': trusted.issue({
        names: ['DNS:gateway'],
        commonName: 'spiffe://gatehouse/gateway',
      }),
      'two identities': of(identityName('gateway'), identityName('admin')),
      'the same identity in another trust domain': of('URI:spiffe://elsewhere/gateway'),
      'a longer path': of(identityName('gateway/0')),
    }
    for (const [title, tls] of Object.entries(rejectedCallers)) {
      const echo = client(serving, tls)
      const many = Array.from({ length: 200 }, () => 'x'.repeat(10_000))
      const codes = [
        (await rejected(echo.say('-'))).code,
        (await rejected(echo.collect(many))).code,
        await streamStatus(echo.talk()),
      ]
      const denied = ['CALLER_NOT_ALLOWED', 'CALLER_NOT_ALLOWED', status.PERMISSION_DENIED]
      expect(codes, title).to.deep.equal(denied)
    }
  })

  it('answers the health check of the process to anyone, and that of a service to its callers', async () => {
    const serving = await open()
    const statusOf = async (name: string, tls: Tls) => {
      const health = testClient(
        { check: service.Check as MethodDefinition<unknown, { status: string }> },
        localhost(serving.address),
        {
          tls: { ...tls, ca: server.ca },
        },
      )
      opened.push(() => health.close())
      return health.check({ service: name }).then(
        ({ status }) => status,
        ({ code }) => code,
      )
    }
    const [gateway, stranger] = [of(identityName('gateway')), of(identityName('webhook-service'))]
    expect(await statusOf('', stranger)).to.equal('SERVING')
    expect(await statusOf('echo.v1.Echo', gateway)).to.equal('SERVING')
    expect(await statusOf('echo.v1.Echo', stranger)).to.equal('CALLER_NOT_ALLOWED')
    expect(await statusOf('echo.v1.Echo', authority().issue({}))).to.equal('CALLER_NOT_ALLOWED')
    for (const unknown of ['echo.v1.Other', '__proto__', 'x'.repeat(1000)])
      expect(await statusOf(unknown, stranger)).to.equal('INTERNAL_SERVER_ERROR')
    const labels = (await rejectedCallers.get()).values.map(({ labels: { rpc } }) => rpc)
    expect(labels).to.include('grpc.health.v1.Health/Check')
    expect(labels.filter((rpc) => /Other|proto|xxx|Echo\/health/.test(String(rpc)))).to.deep.equal([])
  })

  it('rejects an expired, self-signed or foreign certificate like a missing one', async () => {
    const serving = await open()
    const names = [identityName('gateway')]
    for (const tls of [
      trusted.issue({ names, days: -1 }),
      authority({ names }).self,
      authority().issue({ names }),
    ])
      expect(await streamStatus(client(serving, tls).talk())).to.equal(status.UNAUTHENTICATED)
  })

  it('allows the identity of the table, beside DNS names', async () => {
    const echo = client(await open(), of('DNS:localhost', identityName('gateway')))
    expect(await echo.say('hello')).to.equal('hello')
    expect(await echo.collect(['a', 'b'])).to.equal('a,b.')
    const talk = echo.talk()
    talk.end()
    expect(await streamStatus(talk)).to.equal(status.OK)
  })

  it('allows reflection for admin only', async () => {
    const serving = await open({ reflection: true })
    const codes = await Promise.all(
      ['admin', 'gateway'].map((identity) => reflect(serving, of(identityName(identity)))),
    )
    expect(codes).to.deep.equal([status.OK, status.PERMISSION_DENIED])
  })

  it('logs and counts a rejection with the identity and the rpc', async () => {
    const { log, lines } = logLines()
    const serving = await open({ log })
    await rejected(client(serving, of(identityName('admin'))).say('secret'))
    await rejected(client(serving, of(identityName('nobody'))).say('secret'))
    await rejected(client(serving, authority().self).say('secret'))
    expect(lines.map(({ msg, identity, rpc }) => [msg, identity, rpc])).to.deep.equal([
      ['caller not allowed', 'admin', 'echo.v1.Echo/Say'],
      ['caller not allowed', 'nobody', 'echo.v1.Echo/Say'],
      ['caller not allowed', null, 'echo.v1.Echo/Say'],
    ])
    expect(JSON.stringify(lines)).not.to.contain('secret')
    const { values } = await rejectedCallers.get()
    const counted = values.filter(({ labels }) => labels.rpc === 'echo.v1.Echo/Say')
    expect(counted.map(({ labels }) => labels.identity)).to.include.members(['admin', 'unknown', 'none'])
    expect(counted.map(({ labels }) => labels.identity)).not.to.include('nobody')
  })
})

const identity = (subjectaltname?: string) => callerIdentity({ subjectaltname })

describe('callerIdentity', () => {
  it('returns null without exactly one URI of the trust domain', () => {
    for (const names of [
      undefined,
      '',
      'DNS:gateway',
      'URI:https://gatehouse/gateway',
      'URI:spiffe://elsewhere/gateway',
      'URI:spiffe://gatehouse/gateway, URI:spiffe://gatehouse/admin',
      'URI:spiffe://gatehouse/gateway, URI:spiffe://gatehouse/gateway',
      'URI:spiffe://gatehouse/gateway, URI:https://other.test/',
    ])
      expect(identity(names), names).to.equal(null)
  })

  it('does not read an entry out of a quoted name', () => {
    expect(identity('DNS:"a, URI:spiffe://gatehouse/admin"')).to.equal(null)
    expect(identity('DNS:"a\\", URI:spiffe://gatehouse/admin"')).to.equal(null)
    expect(identity('URI:"spiffe://gatehouse/admin\\u0000"')).to.equal(null)
    expect(identity('DNS:"a, URI:spiffe://gatehouse/admin", URI:spiffe://gatehouse/gateway')).to.equal(
      'gateway',
    )
  })

  it('returns what follows the trust domain, among DNS names and addresses', () => {
    expect(identity('DNS:gateway, URI:spiffe://gatehouse/gateway, IP Address:127.0.0.1')).to.equal('gateway')
    expect(identity('URI:spiffe://gatehouse/gateway/')).to.equal('gateway/')
    expect(identity('URI:spiffe://gatehouse/Gateway')).to.equal('Gateway')
  })
})

/** The name in the server's certificate. */
const localhost = (address: string) => `localhost:${splitAddress(address).port}`

function streamStatus(call: {
  on(event: 'status', listener: (status: { code: status; metadata: Metadata }) => void): unknown
  on(event: 'error' | 'data', listener: () => void): unknown
}): Promise<status> {
  return new Promise((resolve) => {
    call.on('error', () => {})
    call.on('data', () => {})
    call.on('status', ({ code }) => resolve(code))
  })
}

/** The status of a reflection stream without a request. */
function reflect({ address }: Serving, { ca, key, cert }: Tls): Promise<status> {
  const channel = new GrpcClient(localhost(address), credentials.createSsl(ca, key, cert))
  const asIs = (bytes: Buffer) => bytes
  const call = channel.makeBidiStreamRequest(
    '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
    asIs,
    asIs,
  )
  call.end()
  return streamStatus(call).finally(() => channel.close())
}
