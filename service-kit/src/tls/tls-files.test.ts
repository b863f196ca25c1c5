import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { SettingsError } from '../process/settings.ts'
import { readTls } from './tls-files.ts'

const here = fileURLToPath(import.meta.url)

describe('readTls', () => {
  it('returns null if nothing is set', () => {
    expect(readTls({ tlsCert: null, tlsKey: null, tlsCa: null })).to.equal(null)
  })

  it('reads the three files', () => {
    expect(readTls({ tlsCert: here, tlsKey: here, tlsCa: here })?.ca.toString()).to.contain(
      'reads the three files',
    )
  })

  it('names missing settings and unreadable files', () => {
    expect(() => readTls({ tlsCert: here, tlsKey: '/nowhere/key.pem', tlsCa: null }))
      .to.throw(SettingsError)
      .with.property('message')
      .match(/TLS_KEY names a file that cannot be read \(ENOENT\)\n.*TLS_CA must be set together/)
  })
})
