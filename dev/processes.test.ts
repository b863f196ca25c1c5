import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readStackFile } from '@gatehouse/admin/stack-file'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { identify } from './process/process-identity.ts'
import { until } from './process/until.ts'
import { type Stack, startProcesses } from './processes.ts'
import { findFreePort } from './stack/free-port.ts'
import type { StackOptions } from './stack/stack-options.ts'
import { fakeServices, readDiary } from './testing/fake-services.ts'
import { rejection } from './testing/rejection.ts'

describe('startProcesses', () => {
  const stacks: Stack[] = []
  afterEach(() => Promise.all(stacks.splice(0).map((stack) => stack.stop())))
  const folder = temporaryFolder()

  const gateway = { phase: 2 as const, ports: { http: 0, grpc: 0, ops: 0 } }
  const sessions = { ports: { grpc: 0, ops: 0 } }
  const env = () => ({
    ...process.env,
    GATEHOUSE_MONGODB_URL: process.env.GATEHOUSE_TEST_MONGODB_URL,
    GATEHOUSE_REDIS_URL: process.env.GATEHOUSE_TEST_REDIS_URL,
  })

  const start = async (services: Parameters<typeof fakeServices>[1], options: Partial<StackOptions> = {}) => {
    const fakes = fakeServices(folder.path, services)
    const stack = await startProcesses({ folder: folder.path, env: env(), services: fakes, ...options })
    stacks.push(stack)
    return stack
  }

  const settingsOf = async (url: string) => (await (await fetch(url)).json()) as Record<string, string>

  it('writes stack.json when all are ready and removes it at the end', async () => {
    const stack = await start({ gateway, 'session-service': sessions })
    const file = readStackFile(folder.path)
    expect(file.gateway).to.equal(stack.gateway)
    expect(file.grpc.sessions).to.match(/^127\.0\.0\.1:\d+$/)
    expect(Object.keys(file.ops)).to.deep.equal(['gateway', 'session-service'])
    expect((await fetch(`http://${file.ops.gateway}/health/ready`)).ok).to.equal(true)
    expect(file.pids).to.have.all.keys('supervisor', 'mail', 'gateway', 'session-service')
    expect(statSync(join(folder.path, 'stack.json')).mode & 0o777).to.equal(0o600)
    await stack.stop()
    expect(existsSync(join(folder.path, 'stack.json'))).to.equal(false)
    expect(existsSync(join(folder.path, 'processes.json'))).to.equal(false)
    for (const pid of Object.values(file.pids).filter((each) => each !== process.pid)) {
      expect(identify(pid)).to.equal(undefined)
    }
  })

  it('stops the gateway before the services', async () => {
    const stack = await start({ gateway, 'session-service': sessions })
    await stack.stop()
    expect(readDiary(folder.path)).to.deep.equal(['gateway ended', 'session-service ended'])
  })

  it('starts several processes of a service and gives all addresses to the others', async () => {
    const stack = await start(
      {
        gateway,
        'session-service': sessions,
      },
      { replicas: { gateway: 3, 'session-service': 2 } },
    )
    expect(stack.gateways).to.have.length(3)
    expect(stack.grpc.sessions.split(',')).to.have.length(2)
    for (const url of stack.gateways)
      expect((await settingsOf(url)).GATEHOUSE_SESSIONS_ADDR).to.equal(stack.grpc.sessions)
    expect(stack.pids()).to.include.keys('gateway-2', 'gateway-3', 'session-service-2')
  })

  it('creates a key ring that only its owner can read, and keeps it', async () => {
    const stack = await start({ gateway })
    const file = (await settingsOf(stack.gateway)).GATEHOUSE_KEYS?.replace('file:', '') ?? ''
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    const ring = readFileSync(file, 'utf8')
    await stack.stop()
    await start({ gateway })
    expect(readFileSync(file, 'utf8')).to.equal(ring)
  })

  it('kills a process and restarts it at the same address', async () => {
    const stack = await start({ gateway })
    const before = stack.pids().gateway
    await stack.kill('gateway')
    expect(stack.pids()).not.to.have.property('gateway')
    await stack.restart('gateway')
    expect(readStackFile(folder.path).pids.gateway).to.equal(stack.pids().gateway).and.not.equal(before)
    await settingsOf(stack.gateway)
  })

  it('restarts a process that exited unexpectedly if the stack is kept alive', async () => {
    const said: string[] = []
    const stack = await start({ gateway }, { isKeptAlive: true, say: (line) => said.push(line) })
    const before = stack.pids().gateway ?? 0
    process.kill(before, 'SIGKILL')
    await until(() => ![undefined, before].includes(readStackFile(folder.path).pids.gateway))
    expect(said.join('\n')).to.include('gateway ended with SIGKILL').and.include('started again in 0.5 s')
  })

  it('reports the last lines of a service that exits while it starts, and stops the rest', async () => {
    const broken = { ...sessions, main: `console.log('no such key ring'); process.exit(3)` }
    const error = await rejection(start({ gateway, 'session-service': broken }))
    expect(error.message).to.include('session-service ended with exit code 3').and.include('no such key ring')
    expect(existsSync(join(folder.path, 'processes.json'))).to.equal(false)
  })

  it('reports why a migration failed, before any service starts', async () => {
    const error = await rejection(
      start({ gateway: { ...gateway, migrate: `throw new Error('index clash')` } }),
    )
    expect(error.message).to.include('index clash')
    expect(existsSync(join(folder.path, 'logs', 'gateway.log'))).to.equal(false)
  })

  it('names the port in use and the setting', async () => {
    const port = await findFreePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const ports = { isAuto: true, chosen: { 'gateway.http': port } }
    const error = await rejection(start({ gateway }, { ports }))
    other.close()
    expect(error.message).to.include(`Port ${port} (gateway.http`).and.include('GATEHOUSE_HTTP_LISTEN')
  })

  it('rejects a second supervisor on the same folder', async () => {
    const stack = await start({ gateway })
    const error = await rejection(start({ gateway }))
    expect(error.message).to.include(`Process ${process.pid} already runs a stack`).and.include('--data')
    await settingsOf(stack.gateway)
  })

  it('stops what it started if it is aborted', async () => {
    const never = { ...sessions, main: `setInterval(() => {}, 1000); console.log('waiting')` }
    const interrupt = new AbortController()
    const starting = rejection(start({ gateway, 'session-service': never }, { signal: interrupt.signal }))
    const record = join(folder.path, 'processes.json')
    await until(() => existsSync(record) && readFileSync(record, 'utf8').includes('session-service'))
    const { children } = JSON.parse(readFileSync(record, 'utf8')) as {
      children: Record<string, { pid: number }>
    }
    interrupt.abort()
    await starting
    expect(children).to.include.keys('mail', 'session-service')
    for (const { pid } of Object.values(children)) expect(identify(pid)).to.equal(undefined)
    expect(existsSync(record)).to.equal(false)
  })

  it('names a given store that does not answer, without its password', async () => {
    const given = { ...env(), GATEHOUSE_REDIS_URL: 'redis://user:hidden@127.0.0.1:1' }
    const error = await rejection(start({ gateway }, { env: given }))
    expect(error.message).to.include('ECONNREFUSED').and.not.include('hidden')
  })
})
