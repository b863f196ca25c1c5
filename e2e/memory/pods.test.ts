import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { memoryTable } from '@gatehouse/dev/manifests/memory-table'
import { type MemoryGroup, memoryGroup } from '@gatehouse/dev/process/memory-group'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openFaultStack } from '../faults/fault-stack.ts'

const mebibyte = 1024 * 1024
const json = { 'content-type': 'application/json' }

/** Each service with the memory of its pod; where no group can be made, its largest resident size is compared. */
describe('the memory of the pods suffices for', () => {
  const groups = new Map<string, MemoryGroup>()
  const stack = openFaultStack({
    runFrom: 'dist',
    env: {
      GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEHOUSE_ARGON2_MEMORY_KIB: '',
      GATEHOUSE_ARGON2_PASSES: '',
      GATEHOUSE_HASHING_SLOTS: '2',
    },
    wrap(service, spec) {
      const group = memoryGroup(memoryTable[service]?.limitMib ?? 0)
      if ('skipped' in group) return spec
      groups.set(service, group)
      return group.wrap(spec)
    },
  })
  let pids: Record<string, number> = {}
  const sockets: Socket[] = []
  before(function () {
    if (process.platform !== 'linux') this.skip()
    pids = stack.stack().pids()
  })
  after(() => {
    for (const group of groups.values()) group.remove()
  })

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const [service, { limitMib }] of Object.entries(memoryTable)) {
      const group = groups.get(service)
      expect([service, stack.stack().pids()[service]]).to.deep.equal([service, pids[service]])
      if (group) expect([service, group.oomKills()]).to.deep.equal([service, 0])
      else expect(peakOf(pids[service]), service).to.be.below(limitMib * mebibyte)
    }
    // Whoever did not send the load is served.
    await until(async () => {
      for (const endpoint of [stack.endpoints.session, stack.endpoints.login, stack.endpoints.execute])
        expect((await endpoint()).status).to.be.below(300)
    })
  })

  const gateway = () => new URL(stack.stack().gateway)
  const open = (text: string, { reads = true } = {}) => {
    const socket = connect(Number(gateway().port), '127.0.0.1')
    socket.on('error', () => {})
    if (reads) socket.resume()
    else socket.pause()
    socket.write(text)
    sockets.push(socket)
  }
  /** The status; 0 for a connection that was reset. */
  const send = (method: string, path: string, body: Buffer | string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve) => {
      const bytes = Buffer.from(body)
      const sent = request(gateway(), {
        method,
        path,
        headers: { ...headers, 'content-length': bytes.length },
      })
      sent.on('error', () => resolve(0))
      sent.on('response', (response) => {
        response.resume()
        response.on('close', () => resolve(response.statusCode ?? 0))
      })
      sent.end(bytes)
    })
  const times = <T>(count: number, work: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => work(i))
  const from = (network: number) => ({ 'x-forwarded-for': `11.${network >> 8}.${network & 255}.9` })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 1500))

  it('headers that do not end', async () => {
    const lines = times(900, (i) => `x${i}: ${'b'.repeat(120)}`).join('\r\n')
    times(800, () => open(`GET /openapi.json HTTP/1.1\r\nHost: x\r\n${lines}`))
    await settled()
  })

  it('bodies that do not end, of many networks', async () => {
    const body = `{"avatar":"data:image/png;base64,${'A'.repeat(390_000)}`
    times(1000, (i) =>
      open(
        `PATCH ${hookPath()} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from(i % 64)['x-forwarded-for']}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 10}\r\n\r\n${body}`,
      ),
    )
    await settled()
  })

  it('responses that nobody reads', async () => {
    const asked = times(16, () => 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n').join('')
    times(300, () => open(asked, { reads: false }))
    await settled()
  })

  /** One character outside Latin-1 makes the text two bytes a character. */
  const push = (bytes: number) =>
    `{"ref":"refs/heads/main","sender":{"login":"a"},"x":"\u0416${'a'.repeat(bytes - 200)}"}`
  const hookPath = () => `/webhooks/${stack.webhook().id}/${stack.webhook().token}`
  const post = (body: Buffer | string, network: number, headers: Record<string, string> = {}) =>
    send('POST', `${hookPath()}/code-host`, body, {
      ...json,
      ...from(network),
      'x-github-event': 'push',
      ...headers,
    })

  it('bursts of compressed bodies of 25 MiB', async () => {
    const zipped = gzipSync(push(25 * mebibyte))
    for (let burst = 0; burst < 4; burst++)
      await Promise.all(times(15, (i) => post(zipped, i, { 'content-encoding': 'gzip' })))
  })

  it('bodies of 25 MiB', async () => {
    const body = Buffer.from(push(25 * mebibyte))
    for (let burst = 0; burst < 3; burst++) await Promise.all(times(6, (i) => post(body, i)))
  })

  it('many bodies of 256 KiB', async () => {
    const noise = randomBytes(64 * 1024).toString('hex')
    const body = push(256 * 1024).replace('a'.repeat(noise.length), noise)
    for (let burst = 0; burst < 4; burst++) await Promise.all(times(150, (i) => post(body, i)))
  })

  it('avatars that inflate', async () => {
    const chunk = (type: string, data: Buffer) => {
      const bytes = Buffer.alloc(12 + data.length)
      bytes.writeUInt32BE(data.length, 0)
      bytes.write(type, 4, 'latin1')
      data.copy(bytes, 8)
      bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
      return bytes
    }
    const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
    const text = deflateSync(Buffer.alloc(7_990_000, 65), { level: 9 })
    const image = Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', head),
      ...times(6, (i) => chunk('zTXt', Buffer.concat([Buffer.from(`k${i}\0\0`, 'latin1'), text]))),
      chunk('IDAT', deflateSync(Buffer.alloc(5))),
      chunk('IEND', Buffer.alloc(0)),
    ])
    const body = JSON.stringify({ avatar: `data:image/png;base64,${image.toString('base64')}` })
    await Promise.all(times(12, (i) => send('PATCH', hookPath(), body, { ...json, ...from(i) })))
  })

  it('sign-ins of many networks at once, and tokens that nobody has', async () => {
    const { email } = stack.account()
    const login = (i: number) =>
      send('POST', '/auth/login', JSON.stringify({ email: `${i}-${email}`, password: 'x'.repeat(72) }), {
        ...json,
        ...from(i),
      })
    await Promise.all(times(300, login))
    const check = (i: number) =>
      send('GET', '/auth/sessions/current', '', { ...from(i), authorization: `unknown-${i}` })
    for (let round = 0; round < 10; round++) await Promise.all(times(200, (i) => check(round * 200 + i)))
  })
})

/** The most bytes that the process had in memory. */
function peakOf(pid: number | undefined): number {
  const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) * 1024
}
