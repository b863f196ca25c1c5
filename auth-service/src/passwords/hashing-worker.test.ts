import { expect } from 'chai'
import { hashJobRunner, hashPassword } from './hashing-worker.ts'
import { type Argon2Parameters, isCurrentHash, readStoredHash } from './stored-hash.ts'

const current: Argon2Parameters = { memoryKib: 19456, passes: 2, lanes: 1 }
const cheap: Argon2Parameters = { memoryKib: 1024, passes: 2, lanes: 1 }
const run = hashJobRunner(current)
const make = (password: string, parameters = current) => hashPassword(password, parameters)
const check = (password: string, hash: string) => run({ kind: 'verify', password, hash })

describe('hash jobs', () => {
  it('hashes with the given parameters of argon2id and a new salt each time', () => {
    const hash = make('correct horse')
    const [, , , , salt = '', output = ''] = hash.split('$')
    expect(hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(Buffer.from(salt, 'base64')).to.have.lengthOf.at.least(16)
    expect(Buffer.from(output, 'base64')).to.have.lengthOf.at.least(32)
    expect(make('correct horse')).not.to.equal(hash)
  })

  it('rejects a password that differs in the last of 256 characters', () => {
    const long = '🦊'.repeat(255)
    const hash = make(`${long}a`)
    expect(check(`${long}a`, hash)).to.equal(true)
    expect(check(`${long}b`, hash)).to.equal(false)
  })

  it('verifies hashes of other parameters', () => {
    expect(check('correct horse', make('correct horse', cheap))).to.equal(true)
    expect(check('wrong horse', make('correct horse', cheap))).to.equal(false)
  })
})

describe('comparison of parameters', () => {
  it('detects a hash of other parameters', () => {
    const isCurrent = (hash: string, parameters = current) => isCurrentHash(readStoredHash(hash), parameters)
    expect(isCurrent(make('a'))).to.equal(true)
    expect(isCurrent(make('a', cheap))).to.equal(false)
    expect(isCurrent(make('a'), { ...current, passes: 3 })).to.equal(false)
    expect(isCurrent(make('a'), { ...current, lanes: 2 })).to.equal(false)
  })
})
