import {
  type BreachedPasswords,
  breachedPasswords,
  breachLookups,
} from '@gatehouse/auth-service/passwords/breached-passwords'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import { fakeRangeService, type RangeService, sha1 } from './fake-range-service.ts'

const breached = 'correct horse battery'
const padded = 'only there as padding'
const hour = 60 * 60_000

describe('breached passwords', () => {
  let service: RangeService
  let list: BreachedPasswords
  let clock: ReturnType<typeof fakeClock>
  let logged: ReturnType<typeof logLines>
  before(async () => {
    service = await fakeRangeService({ [breached]: 3, [padded]: 0 })
  })
  after(() => service.close())
  const open = (options: { url?: string | null; timeoutMs?: number } = {}) => {
    clock = fakeClock()
    logged = logLines()
    list = breachedPasswords({ url: service.url, clock, log: logged.log, timeoutMs: 200, ...options })
  }
  beforeEach(() => {
    service.answer = service.honest
    service.requests.length = 0
    open()
  })

  it('sends only the first five hex digits and requests padding', async () => {
    expect(await list.has(breached)).to.equal(true)
    expect(service.requests).to.deep.equal([
      { path: `/range/${sha1(breached).slice(0, 5)}`, padding: 'true' },
    ])
  })

  it('accepts passwords that are not in the range or only as padding', async () => {
    expect(await list.has('violet-anchor-17')).to.equal(false)
    expect(await list.has(padded)).to.equal(false)
  })

  it('reads lower-case digits and plain line feeds', async () => {
    service.answer = ({ url = '' }, response) => {
      response.end(service.range(url.slice(-5)).toLowerCase().replaceAll('\r\n', '\n'))
    }
    expect(await list.has(breached)).to.equal(true)
  })

  it('does no lookup without a configured service', async () => {
    open({ url: null })
    expect(await list.has(breached)).to.equal(false)
    expect(service.requests).to.deep.equal([])
  })

  it('caches a range for an hour and shares one lookup among concurrent calls', async () => {
    await Promise.all([list.has(breached), list.has(breached)])
    clock.advance(hour - 1)
    await list.has(breached)
    expect(service.requests).to.have.lengthOf(1)
    clock.advance(2)
    await list.has(breached)
    expect(service.requests).to.have.lengthOf(2)
  })

  it('caches a thousand ranges', async () => {
    service.answer = (_request, response) => response.end('')
    // More than 1001: on a busy machine a lookup may take too long, and is not cached.
    const passwords = passwordsOfDifferentRanges(1010)
    for (const password of passwords) await list.has(password)
    service.requests.length = 0
    await list.has(passwords.at(-1) ?? '')
    expect(service.requests, 'the last is kept').to.have.lengthOf(0)
    await list.has(passwords[0] ?? '')
    expect(service.requests, 'the first is not').to.have.lengthOf(1)
  })

  describe('accepts a password and logs once if the service', () => {
    const responses: [string, RangeService['answer']][] = [
      ['does not answer', () => {}],
      ['stops in the middle', (_request, response) => void response.writeHead(200).write('0'.repeat(35))],
      [
        'is cut off',
        (_request, response) => {
          response.writeHead(200, { 'content-length': '4000' }).write(`${'0'.repeat(35)}:1\r\n`)
          response.socket?.destroySoon()
        },
      ],
      ['hangs up', (request) => void request.socket.destroy()],
      ['fails', (_request, response) => void response.writeHead(500).end('0'.repeat(35))],
      ['has nothing there', (_request, response) => void response.writeHead(404).end()],
      ['answers with a page', (_request, response) => void response.end('<html>sign in first</html>')],
      ['answers with other bytes', (_request, response) => void response.end(Buffer.alloc(64, 0xff))],
      [
        'answers with too much',
        (_request, response) => void response.end(`${'A'.repeat(35)}:1\n`.repeat(40_000)),
      ],
      [
        'sends elsewhere',
        (_request, response) => void response.writeHead(302, { location: `${service.url}/elsewhere` }).end(),
      ],
    ]
    for (const [what, answer] of responses) {
      it(what, async () => {
        service.answer = answer
        const failedBefore = await failures()
        expect(await list.has(breached)).to.equal(false)
        expect(await list.has(breached)).to.equal(false)
        expect(service.requests, 'nothing is requests of others, and failures are not kept').to.have.lengthOf(
          2,
        )
        expect((await failures()) - failedBefore).to.equal(2)
        expect(logged.text().match(/breached_passwords\.unavailable/g)).to.have.lengthOf(1)
        expect(logged.text()).not.to.contain(sha1(breached).slice(0, 5)).and.not.to.contain(breached)
      })
    }

    it('is not reachable', async () => {
      const gone = await fakeRangeService()
      gone.close()
      open({ url: gone.url })
      expect(await list.has(breached)).to.equal(false)
      expect(logged.text()).to.contain('breached_passwords.unavailable')
    })
  })

  it('retries and logs again after the service recovered', async () => {
    const fail: RangeService['answer'] = (_request, response) => void response.writeHead(500).end()
    for (const answer of [fail, service.honest, fail]) {
      service.answer = answer
      clock.advance(hour + 1)
      await list.has(breached)
    }
    expect(logged.text().match(/breached_passwords\.unavailable/g)).to.have.lengthOf(2)
  })
})

async function failures(): Promise<number> {
  const { values } = await breachLookups.get()
  return values.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0
}

function passwordsOfDifferentRanges(count: number): string[] {
  const byRange = new Map<string, string>()
  for (let index = 0; byRange.size < count; index++) byRange.set(sha1(`p${index}`).slice(0, 5), `p${index}`)
  return [...byRange.values()]
}
