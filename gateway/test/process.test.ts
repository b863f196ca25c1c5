import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

describe('the test clock of the gateway', () => {
  const clock = fakeClock()
  const gateway = useGateway({ GATEHOUSE_TEST_CLOCK: '1', GATEHOUSE_LIMITS_SCALE: '1' }, { clock })

  it('moves the rate limits of the process', async () => {
    const suggest = () =>
      gateway().call('POST', '/auth/username-suggestions', { json: { global_name: 'Ann' } })
    for (let i = 0; i < 10; i++) await suggest()
    expect((await suggest()).status).to.equal(429)
    const control = testClient(ClockService, gateway().grpcAddress ?? '')
    await control.advance({ by: toDuration(10_000) })
    control.close()
    expect((await suggest()).status).to.equal(200)
  })
})

describe('the test clock of a gateway with mutual TLS', () => {
  const signing = authority()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-'))
  after(() => rmSync(folder, { recursive: true }))
  const issue = (identity: string) =>
    signing.issue({ names: ['DNS:localhost', 'IP:127.0.0.1', identityName(identity)] })
  const files = Object.entries(issue('gateway')).map(([name, pem]) => {
    const path = join(folder, `${name}.pem`)
    writeFileSync(path, pem)
    return [`GATEHOUSE_TLS_${name.toUpperCase()}`, path]
  })
  const gateway = useGateway(
    { GATEHOUSE_TEST_CLOCK: '1', ...Object.fromEntries(files) },
    { clock: fakeClock() },
  )

  it('is available only to admin', async () => {
    const call = async (tls: Tls | null) => {
      const address = (gateway().grpcAddress ?? '').replace('127.0.0.1', 'localhost')
      const control = testClient(ClockService, address, { tls })
      const result = await control.now({}).then(
        () => 'answered',
        (error: ServiceError) => error.code,
      )
      control.close()
      return result
    }
    expect(await call(issue('admin'))).to.equal('answered')
    expect(await call(issue('auth-service'))).to.equal('CALLER_NOT_ALLOWED')
    expect(await call(null)).to.equal('SERVICE_UNAVAILABLE')
  })
})

describe('a gateway without the test clock', () => {
  const gateway = useGateway()

  it('serves no gRPC', () => expect(gateway().grpcAddress).to.equal(null))

  it('serves no health endpoint on the public port', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await gateway().call('GET', path)).status).to.equal(404)
    }
    expect((await fetch(`http://${gateway().opsAddress}/health/live`)).status).to.equal(200)
  })
})

describe('a gateway that drains', () => {
  const gateway = useGateway()

  it('is unready, still serves and closes its connections', async () => {
    gateway().beginDrain()
    expect((await fetch(`http://${gateway().opsAddress}/health/ready`)).status).to.equal(503)
    const { status, headers } = await gateway().call('GET', '/openapi.json')
    expect([status, headers.get('connection')]).to.deep.equal([200, 'close'])
  })
})

describe('a gateway that shuts down', () => {
  const gateway = useGateway()

  it('completes requests in flight and accepts no new ones', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const { suggestUsernames } = gateway().stubs.auth
    gateway().stubs.auth.suggestUsernames = async (request, call) => {
      begun.resolve()
      await goOn.promise
      return suggestUsernames(request, call)
    }
    const response = gateway().call('POST', '/auth/username-suggestions', { json: { global_name: 'Ann' } })
    await begun.promise
    const closed = gateway().close()
    const rejected = await gateway()
      .call('GET', '/openapi.json')
      .catch((error: Error) => error)
    expect(rejected).to.be.an('error')
    goOn.resolve()
    const { status, headers } = await response
    expect([status, headers.get('connection')]).to.deep.equal([200, 'close'])
    await closed
  })
})
