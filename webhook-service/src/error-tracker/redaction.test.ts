import { expect } from 'chai'
import { isPayload, type Payload } from '../code-host/payload.ts'
import { recordedPayloads, resourceNames, secrets } from './recorded-payloads.ts'
import { scrub } from './scrub.ts'
import { translateErrorTracker } from './translate.ts'

const names = Object.keys(recordedPayloads) as (keyof typeof recordedPayloads)[]

describe('what nobody may see of an error report', () => {
  it('is in the payloads of these tests', () => {
    const all = JSON.stringify(recordedPayloads)
    for (const secret of secrets) expect(all).to.include(secret)
  })

  for (const name of names)
    it(`is in no message: ${name}`, () => {
      const made = JSON.stringify(translateErrorTracker(resourceNames[name], recordedPayloads[name]))
      for (const secret of secrets) expect(made).to.not.include(secret)
    })

  it('is in no message either when every text of the report is an address', () => {
    for (const address of ['victim@example.com', '203.0.113.77', '2001:db8::77'])
      for (const name of names) {
        const payload = everywhere(recordedPayloads[name], `x ${address}, y`)
        const made = JSON.stringify(translateErrorTracker(resourceNames[name], payload))
        expect(made).to.not.include(address)
      }
  })

  describe('as addresses in text', () => {
    for (const [text, scrubbed] of [
      ['mail bob.smith+x@mail.example.co.uk now', 'mail [email] now'],
      ['?email=bob%40example.com&a=1', '?email=[email]&a=1'],
      ['<Bob bob@example.com>', '<Bob [email]>'],
      ['connect 10.0.0.5:5432', 'connect [ip]:5432'],
      ['from 192.0.2.1.', 'from [ip].'],
      ['[2001:db8::1]:443', '[[ip]]:443'],
      ['::ffff:192.0.2.1', '[ip]'],
      ['fe80::1%eth0', '[ip]'],
      ['leak@ex\u0001ample.com', '[email]'],
      ['leak@ex\u200eam\u200bple.com', '[email]'],
      ['203.0.113.\u00019', '[ip]'],
    ] as const)
      it(`goes from ${text}`, () => {
        expect(scrub(text)).to.equal(scrubbed)
      })

    for (const text of [
      'std::vector<int>::at',
      'A::B and ::',
      'at 12:34:56',
      'lamp@2.4.0',
      'v1.2.3',
      '1.2.3.4.5',
      '999.1.1.1',
      'user@host',
      '@everyone',
    ])
      it(`leaves ${text}`, () => {
        expect(scrub(text)).to.equal(text)
      })

    it('takes no longer for hostile text', () => {
      const started = process.cpuUsage()
      for (const text of ['a@', '1.', 'a.', 'f:', '@a.', 'x%40', '1.1.1.', ':']) scrub(text.repeat(100_000))
      const { user } = process.cpuUsage(started)
      expect(user / 1000).to.be.below(2000)
    })
  })
})

function everywhere(payload: Payload, text: string): Payload {
  const replaced = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => replaced(item, ''))
    if (isPayload(value)) return everywhere(value, text)
    return typeof value === 'string' && key !== 'action' ? text : value
  }
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, replaced(value, key)]))
}
