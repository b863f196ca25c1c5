import { expect } from 'chai'
import { cookieKind, readCookie, setCookie } from './cookies.ts'

describe('cookies', () => {
  it('are bound to the host and Secure over https', () => {
    for (const url of ['https://gate.example', 'https://localhost:8443']) {
      const kind = cookieKind('gatehouse_x', url)
      expect(kind).to.deep.equal({
        name: '__Host-gatehouse_x',
        attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure',
      })
    }
  })

  it('have a plain name on this machine', () => {
    for (const host of ['localhost', 'localhost:8080', 'app.localhost', '127.0.0.1:1', '[::1]:8080']) {
      const kind = cookieKind('gatehouse_x', `http://${host}`)
      expect(kind, host).to.deep.equal({ name: 'gatehouse_x', attributes: 'Path=/; HttpOnly; SameSite=Lax' })
    }
  })

  it('are not set where anybody on the way could read them', () => {
    for (const host of ['gate.example', '10.0.0.1', '128.0.0.1', 'localhost.example', '127.0.0.1.example']) {
      expect(cookieKind('gatehouse_x', `http://${host}`), host).to.equal(null)
    }
  })

  it('are written with an end', () => {
    const kind = { name: 'a', attributes: 'Path=/' }
    expect(setCookie(kind, 'b', 300)).to.equal('a=b; Max-Age=300; Path=/')
  })

  it('are found by their whole name', () => {
    const header = 'xa=1; a=2; A=3; a=4; b; =5'
    expect(readCookie(header, 'a')).to.equal('2')
    expect(readCookie(header, 'b')).to.equal(null)
    expect(readCookie(undefined, 'a')).to.equal(null)
    expect(readCookie('', 'a')).to.equal(null)
  })
})
