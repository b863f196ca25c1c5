import { expect } from 'chai'
import { webUrl } from './web-url.ts'

describe('webUrl', () => {
  it('returns a valid URL unchanged', () => {
    for (const url of ['https://gatehouse.test', 'http://127.0.0.1:3000/a?b=c#d', 'https://münchen.test/ä'])
      expect(webUrl(url)).to.equal(url)
  })

  it('rejects other schemes, credentials and long URLs', () => {
    for (const url of [
      'ftp://gatehouse.test',
      'javascript:alert(1)',
      'data:text/html,x',
      '//gatehouse.test',
      'https://',
      'https://github.com@evil.test/',
      `https://gatehouse.test/${'a'.repeat(2048)}`,
      '',
      null,
      undefined,
      7,
      ['https://gatehouse.test'],
    ])
      expect(webUrl(url), String(url).slice(0, 40)).to.equal(undefined)
  })

  it('encodes bidirectional marks', () => {
    expect(webUrl('https://gatehouse.test/\u202etxt.exe')).to.equal('https://gatehouse.test/%E2%80%AEtxt.exe')
  })

  it('encodes whitespace', () => {
    expect(webUrl('https://gatehouse.test/a b\nc')).to.equal('https://gatehouse.test/a%20bc')
  })
})
