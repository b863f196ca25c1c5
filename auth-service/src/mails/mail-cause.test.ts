import { expect } from 'chai'
import { mailCause } from './mail-cause.ts'

describe('mailCause', () => {
  const cause = (
    userAgent: string,
    location: ReturnType<Parameters<typeof mailCause>[0]['locationOf']> = null,
  ) =>
    mailCause(
      { clock: { now: () => 0 }, locationOf: () => location },
      { address: '192.0.2.1', userAgent, location: { city: 'Claimed' } },
    )

  it('has no device and place without a client', () => {
    const context = { clock: { now: () => 0 }, locationOf: () => ({ city: 'Linz' }) }
    expect(mailCause(context, undefined)).to.deep.equal({
      at: '1970-01-01T00:00:00.000Z',
      device: null,
      place: null,
    })
  })

  it('has the place of the address and not the one that the client sent', () => {
    expect(cause('', { city: 'Linz', region: 'Upper Austria', country: 'Austria' }).place).to.equal(
      'Linz, Upper Austria, Austria',
    )
    expect(cause('', { city: 'Singapore', country: 'Singapore' }).place).to.equal('Singapore')
    expect(cause('').place).to.equal(null)
  })

  it('removes links from the name of a device', () => {
    for (const name of ['evil.example/1.0', 'https://evil.example/x', 'a@b.example/1', '<a href=x>/1'])
      expect(cause(name).device ?? '').to.not.match(/[.:/@<>]/)
    expect(cause(`${'x'.repeat(500)}/1.0`).device?.length ?? 0).to.be.at.most(40)
  })
})
