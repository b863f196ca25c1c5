import { expect } from 'chai'
import { describeClient } from './client-description.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const unknown = { browser: null, os: null, platform: null }

describe('describeClient', () => {
  it('returns browser, operating system and platform', () => {
    expect(describeClient(chrome)).to.deep.equal({ browser: 'Chrome', os: 'Windows', platform: 'desktop' })
    expect(describeClient(iphone)).to.deep.equal({ browser: 'Safari', os: 'iOS', platform: 'mobile' })
    expect(describeClient(firefox)).to.deep.equal({ browser: 'Firefox', os: 'Linux', platform: 'desktop' })
  })

  for (const text of ['', '   ', 'node', '()', '\0\0', 'x'.repeat(100_000)]) {
    it(`returns only nulls for ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(describeClient(text)).to.deep.equal(unknown)
    })
  }

  it('parses a repeated text once, also if only what is cut off differs', () => {
    const long = `${firefox} ${'x'.repeat(600)}`
    expect(describeClient(`${long}1`)).to.equal(describeClient(`${long}2`))
    expect(describeClient(`${firefox} 1`)).not.to.equal(describeClient(`${firefox} 2`))
  })

  it('returns null for the unknown parts', () => {
    expect(describeClient('curl/8.1.0 (Linux)')).to.include({ os: 'Linux' })
    expect(describeClient('Mozilla/5.0 (PlayStation 4)').platform).not.to.equal('Unknown')
  })

  it('removes control characters and shortens long names', () => {
    const name = describeClient(`${'n\u0007'.repeat(200)}/1.0 (x)`).browser ?? ''
    expect(name.length).to.be.at.most(64)
    expect(name).not.to.match(/\p{C}/u)
  })
})
