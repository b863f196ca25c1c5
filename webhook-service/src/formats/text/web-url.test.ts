import { expect } from 'chai'
import { webUrl } from './web-url.ts'

describe('a web URL', () => {
  it('stays as it was sent', () => {
    for (const url of ['https://gatehouse.test', 'http://127.0.0.1:3000/a?b=c#d', 'https://münchen.test/ä'])
      expect(webUrl(url)).to.equal(url)
  })

  it('is http or https, without credentials, and not too long', () => {
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

  it('has no direction marks left in it', () => {
    expect(webUrl('https://gatehouse.test/\u202etxt.exe')).to.equal('https://gatehouse.test/%E2%80%AEtxt.exe')
  })

  it('has no white space left in it', () => {
    expect(webUrl('https://gatehouse.test/a b\nc')).to.equal('https://gatehouse.test/a%20bc')
  })
})
