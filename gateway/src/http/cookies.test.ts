import { expect } from 'chai'
import { cookieKind, readCookie, setCookie } from './cookies.ts'

const attributes = { path: '/', httpOnly: true, sameSite: 'lax' }

describe('cookieKind', () => {
  it('returns a Secure cookie that is bound to the host over https', () => {
    for (const url of ['https://gate.example', 'https://localhost:8443']) {
      const kind = cookieKind('gatehouse_x', url)
      expect(kind).to.deep.equal({ name: '__Host-gatehouse_x', ...attributes, secure: true })
    }
  })

  it('returns a plain name on loopback', () => {
    for (const host of ['localhost', 'localhost:8080', 'app.localhost', '127.0.0.1:1', '[::1]:8080']) {
      const kind = cookieKind('gatehouse_x', `http://${host}`)
      expect(kind, host).to.deep.equal({ name: 'gatehouse_x', ...attributes })
    }
  })

  it('returns null for plain http to other hosts', () => {
    for (const host of ['gate.example', '10.0.0.1', '128.0.0.1', 'localhost.example', '127.0.0.1.example']) {
      expect(cookieKind('gatehouse_x', `http://${host}`), host).to.equal(null)
    }
  })
})

describe('setCookie', () => {
  it('writes the value as it is, with its lifetime and attributes', () => {
    const kind = cookieKind('a', 'https://gate.example')
    expect(kind && setCookie(kind, 'b/=+', 300)).to.equal(
      '__Host-a=b/=+; Max-Age=300; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  })

  it('rejects a value that would end the cookie', () => {
    expect(() => setCookie({ name: 'a' }, 'b; Domain=evil.example', 300)).to.throw(TypeError)
  })
})

describe('readCookie', () => {
  it('finds a cookie by its exact name', () => {
    const header = 'xa=1; a=2; A=3; a=4; b; =5'
    expect(readCookie(header, 'a')).to.equal('2')
    expect(readCookie(header, 'b')).to.equal(null)
    expect(readCookie(undefined, 'a')).to.equal(null)
    expect(readCookie('', 'a')).to.equal(null)
  })
})
